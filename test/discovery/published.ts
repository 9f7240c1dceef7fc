/** Everything that is published about contracts, without a database. */
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Resource } from 'corollary'
import bureau from '../../examples/bureau/app.js'
import movies from '../../examples/movies/app.js'
import people from '../../examples/people/app.js'
import selling from '../../examples/sales/app.js'
import { withoutHiddenFields } from '../../src/access/field-access.js'
import type { HashedDocument } from '../../src/discovery/catalogs/filtered-schema.js'
import { createDiscovery, type Discovery } from '../../src/discovery/discovery.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { createTranslator } from '../../src/foundation/text/messages.js'
import { compileModel } from '../../src/model/compile/compile.js'
import type { Model } from '../../src/model/types/resource-model.js'
import { bindFacts } from '../../src/server/compose/bind-contract.js'
import { readSettings } from '../../src/server/compose/read-settings.js'
import { deskResources } from '../access/availability/desk.js'
import { secretResources } from '../access/leaks/secrets-contract.js'
import { wideResources } from '../access/leaks/wide-contract.js'
import { plain } from '../contract/actions/markers.js'
import { unsound } from '../contract/board.js'
import { statsResources } from '../http/stats/use-stats.js'
import type { Json } from '../http/use-people.js'
import { jobsApi, logsApi } from '../operations/jobs.js'
import { isNightly } from '../support/effort.js'
import { parcelsApi } from '../support/filter-contract.js'
import { linesApi, ordersApi } from '../support/owned-contract.js'
import { salesResources } from '../support/sales.js'
import { sidesIn } from './use-discovery.js'
import { gadgetResources } from './use-gadgets.js'

/** The samples and the test domains whose contracts are objects. */
export const domains: Readonly<Record<string, readonly Resource[]>> = {
  ...{ people: people.resources, movies: movies.resources, bureau: bureau.resources },
  ...{ selling: selling.resources, owned: [ordersApi, linesApi] },
  ...{ filter: [parcelsApi], sales: salesResources, items: statsResources },
  ...{ gadgets: gadgetResources, desk: deskResources, jobs: [jobsApi, logsApi] },
  ...{ markers: [plain], board: unsound({}), wide: wideResources, secrets: secretResources },
}

export const { settings } = readSettings({ environment: {} })
const reader = { translate: createTranslator({}, 'en'), mayRead: () => true }

export const modelOf = (resources: readonly Resource[]): Model => {
  const diagnostics = new Diagnostics()
  const model = compileModel(resources, diagnostics)
  diagnostics.throwIfErrors()
  return bindFacts(
    model,
    { storesResponses: true, recordsChanges: true, storesFiles: true },
    settings,
    diagnostics,
  )
}

export const discoveryOf = (model: Model): Discovery =>
  createDiscovery(model, settings, {
    ...{ title: 'Published', version: '1' },
    facts: {
      ...{ startedAt: new Date(0), corollary: '1', languages: ['en'], callers: [] },
      ...{ database: { version: '18', kind: 'server' }, choosesTenant: () => false },
    },
  })

const textOf = async (body: Buffer | Readable): Promise<string> =>
  Buffer.isBuffer(body) ? String(body) : text(body)

const read = async ({ body }: HashedDocument): Promise<Json> =>
  JSON.parse(typeof body === 'string' ? body : await textOf(await body.in('identity')))

/** A schema of `/schemas/filtered` for a caller who sees every field. */
export const publishedSchema = (
  discovery: Discovery,
  request: Parameters<Discovery['schema']>[0],
): Promise<Json> => read(discovery.schema(request, reader))

/**
 * The documents for a caller who sees every field, and for one who sees none that is guarded. The
 * usual run takes every sixth schema: the API description has them all.
 */
export async function* publishedDocuments(
  resources: readonly Resource[],
): AsyncGenerator<readonly [name: string, document: Json]> {
  const model = modelOf(resources)
  const views = {
    everything: model,
    'what is open': withoutHiddenFields(model, (authorities) => authorities === undefined),
  }
  for (const [view, visible] of Object.entries(views)) {
    const discovery = discoveryOf(visible)
    const document = await read(await discovery.apiDocument(undefined))
    yield [`${view}: API description`, document]
    yield [`${view}: catalog`, await read(await discovery.catalog({}))]
    for (const [index, side] of sidesIn(document).entries()) {
      if (!isNightly && index % 6 !== 0) continue
      const request = { ...side, includeInternalSchemas: true } as Json
      yield [
        `${view}: ${JSON.stringify(side)}`,
        await read(
          discovery.schema({ idField: undefined, readOnly: undefined, ...request }, reader),
        ),
      ]
    }
  }
}
