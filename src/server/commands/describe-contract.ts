/** Describes the API of contracts without a database. */
import type { Resource } from '../../contract/resource.js'
import { type ApiInfo, describeApi, type OpenApiDocument } from '../../discovery/openapi/openapi.js'
import { Diagnostics } from '../../foundation/errors/diagnostics.js'
import { StartError } from '../../foundation/errors/start-error.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { compileModel } from '../../model/compile/compile.js'
import type { Model } from '../../model/types/resource-model.js'
import { type Application, defaultVersion } from '../compose/application.js'
import { bindFacts } from '../compose/bind-contract.js'
import { needsPlatform } from '../compose/platform.js'

export interface ContractDescription {
  readonly resources: readonly Resource[]
  readonly settings: Settings
  readonly title: string
  readonly version: string | undefined
  readonly info?: ApiInfo | undefined
  readonly callers?: Application['callers'] | undefined
  /** Undefined: the whole API. */
  readonly group: string | undefined
}

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

/**
 * Describes the API without a database. It cannot know whether the database records every change,
 * so it assumes dataset versions unless they are turned off; and idempotency keys unless the
 * settings make the platform tables unnecessary.
 *
 * @throws ContractError, StartError
 */
export const describeContract = ({
  resources,
  settings,
  title,
  version = defaultVersion,
  info,
  callers,
  group,
}: ContractDescription): OpenApiDocument => {
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
  const groupList = documents.groups.join(', ')
  throw new StartError(`There is no group '${group}'; the groups are ${groupList}.`)
}
