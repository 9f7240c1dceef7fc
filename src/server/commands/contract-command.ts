/** The command that prints the hashes of the contract, which a typed client sends. */
import { contractFile } from '../../discovery/contract-hashes.js'
import { readSettings } from '../compose/read-settings.js'
import { modelOf, unknownGroup } from './describe-contract.js'
import { loadApplication } from './load-application.js'
import { log, type Run } from './run-command.js'

export const contractCommand: Run = async ({ options: { app, config, group } }, load) => {
  const { resources } = await loadApplication(app, load)
  const { settings } = readSettings({ environment: process.env, file: config })
  const all = modelOf(resources, settings).resources
  const chosen = all.filter((resource) => group === undefined || resource.group === group)
  if (chosen.length === 0) {
    throw unknownGroup(group, [...new Set(all.map((resource) => resource.group))])
  }
  log(JSON.stringify(contractFile(chosen, settings)))
}
