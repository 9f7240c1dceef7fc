/** The command that prints the API description. */
import { describeApplication } from './describe-contract.js'
import { log, type Run } from './run-command.js'

export const openapiCommand: Run = async (command, load) =>
  log(JSON.stringify(await describeApplication(command, load), null, 2))
