/** Describes the API of contracts without a database. */
import type { Resource } from '../../contract/resource.js'
import { describeApi, type OpenApiDocument } from '../../discovery/openapi/openapi.js'
import { Diagnostics } from '../../foundation/errors/diagnostics.js'
import { StartError } from '../../foundation/errors/start-error.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { compileModel } from '../../model/compile/compile.js'
import type { Model } from '../../model/types/resource-model.js'
import { type Application, defaultVersion } from '../compose/application.js'
import { bindFacts } from '../compose/bind-contract.js'
import { needsPlatform } from '../compose/platform.js'
import { readSettings } from '../compose/read-settings.js'
import type { Command } from './command.js'
import { type Import, loadApplication } from './load-application.js'

/**
 * Compiles contracts without a database.
 *
 * @throws ContractError
 */
export const modelOf = (resources: readonly Resource[], settings: Settings): Model => {
  const diagnostics = new Diagnostics()
  const model = compileModel(resources, diagnostics)
  diagnostics.throwIfErrors()
  const isPrepared = needsPlatform(settings)
  const recordsChanges = isPrepared && settings['platform.audit.enabled']
  // Files are described the same on every database.
  const facts = { storesResponses: isPrepared, recordsChanges, storesFiles: true }
  const bound = bindFacts(model, facts, settings, diagnostics)
  diagnostics.throwIfErrors()
  return bound
}

/** Describes the API of the application that a command names. @throws ContractError, StartError */
export const describeApplication = async (
  { options: { app, config, group } }: Command,
  load: Import,
): Promise<OpenApiDocument> => {
  const application = await loadApplication(app, load)
  const { settings } = readSettings({ environment: process.env, file: config })
  return describeContract(application, settings, group)
}

/**
 * Describes the API without a database. It cannot know whether the database records every change,
 * so it assumes dataset versions unless they are turned off; and idempotency keys unless the
 * settings make the platform tables unnecessary.
 *
 * @param group undefined: the whole API
 * @throws ContractError, StartError
 */
export const describeContract = (
  application: Pick<Application, 'resources' | 'title' | 'version' | 'info' | 'callers'>,
  settings: Settings,
  group?: string,
): OpenApiDocument => {
  const { resources, title, version = defaultVersion, info, callers } = application
  const model = modelOf(resources, settings)
  const isOff = settings['platform.dataset-version.mode'] === 'off'
  const dataset = {
    schema: settings['platform.database.schema'],
    ...{ tables: [], isComplete: false, definition: '' },
  }
  const sent = isOff
    ? model.resources
    : model.resources.map((resource) => ({ ...resource, dataset }))
  const documents = describeApi(
    { ...model, resources: sent },
    { title, version, info, settings, callers },
  )
  const document = documents.get(group)
  if (document) return document
  throw unknownGroup(group, documents.groups)
}

export const unknownGroup = (group: string | undefined, groups: readonly string[]): StartError =>
  new StartError(`There is no group '${group}'; the groups are ${groups.join(', ')}.`)
