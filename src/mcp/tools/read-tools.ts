/** Tools that read: resources, records, options, statistics and the history of records. */
import Type from 'typebox'
import { AppError } from '../../foundation/errors/app-error.js'
import { unknownMemberProblems } from '../../foundation/errors/unknown-members.js'
import { isJsonObject } from '../../foundation/json/json-object.js'
import type { ResourceEntry } from '../../wire/catalogs/resources.js'
import { anyObject, oneOf } from '../../wire/forms.js'
import type { HistoryEntry } from '../../wire/history.js'
import type { Option } from '../../wire/options.js'
import { DistributionBody, GroupByBody, TimeSeriesBody } from '../../wire/stats-requests.js'
import { type Catalog, recordPath } from '../catalog.js'
import { describeCommand, describeResource, titleOf } from '../describe.js'
import { recordOf } from '../result.js'
import { defineTool, type Tool } from './tool.js'

/** Rows of one result, and resources of one list. */
const maxRows = 50
const defaultRows = 20

export const resourceMember = Type.String({
  description: 'Key of the resource, such as sales.orders.',
})
/** Ids are numbers or texts; a composite key is one text. */
export const idMember = Type.Unsafe<string | number>({
  ...{ type: ['string', 'number'], description: 'Id of the record.' },
})
const page = Type.Optional(Type.Integer({ minimum: 0, description: 'Default 0.' }))
const size = Type.Optional(
  Type.Integer({ minimum: 1, maximum: maxRows, description: `Default ${defaultRows}.` }),
)
const filter = Type.Optional(
  Type.Unsafe<Record<string, unknown>>({
    ...anyObject,
    description:
      'Criteria by filter field, all of which a record must meet. Where describe_resource says combinesFilters, also $or and $and with a list of filters, and $not with one. Default: all records.',
  }),
)
const fields = Type.Optional(
  Type.Array(Type.String(), { description: 'Fields of the result. Default: all.' }),
)

const reads = { readOnlyHint: true }

const listResources = defineTool({
  name: 'list_resources',
  title: 'List resources',
  description: 'Lists the resources that you may use, with their titles.',
  input: Type.Object({
    search: Type.Optional(Type.String({ description: 'Text in the key, title or description.' })),
    page,
  }),
  annotations: reads,
  list: 'resources',
  run: async ({ search = '', page = 0 }, { catalog }) => {
    const text = search.toLowerCase()
    const found = (await catalog.resources()).filter(({ resourceKey, title, description }) =>
      [resourceKey, title, description ?? ''].some((each) => each.toLowerCase().includes(text)),
    )
    return {
      total: found.length,
      page,
      resources: found
        .slice(page * maxRows, (page + 1) * maxRows)
        .map((entry) => ({ resource: entry.resourceKey, ...titleOf(entry) })),
    }
  },
})

const describe = defineTool({
  name: 'describe_resource',
  title: 'Describe a resource',
  description:
    'Returns the fields of records, the filter fields, the statistics and the operations of a resource. With operation: the schema of the body of that operation.',
  input: Type.Object({
    resource: resourceMember,
    operation: Type.Optional(
      Type.String({ description: 'create, update, or the name of an intent or of an action.' }),
    ),
  }),
  annotations: reads,
  run: ({ resource, operation }, context) =>
    operation === undefined
      ? describeResource(context, resource)
      : describeCommand(context, resource, operation),
})

interface Page {
  readonly content: readonly unknown[]
  readonly totalElements: number
  readonly number: number
  readonly last: boolean
}

const search = defineTool({
  name: 'search_records',
  title: 'Search records',
  description:
    'Returns a page of the records that match a filter, and how many match. describe_resource lists the filter fields.',
  input: Type.Object({
    resource: resourceMember,
    filter,
    sort: Type.Optional(
      Type.Array(Type.String(), { description: 'Such as ["total,desc", "number"].' }),
    ),
    ...{ page, size, fields },
  }),
  annotations: reads,
  list: 'records',
  run: async (input, { api, catalog }) => {
    const { resource, filter = {}, sort, page = 0, size = defaultRows, fields } = input
    const entry = await catalog.resource(resource)
    const { body } = await api.request<{ data: Page }>('POST', `${entry.resourcePath}/filter`, {
      query: { page, size, sort },
      body: filter,
    })
    const { content, totalElements, number, last } = body.data
    const records = content.map((row) => chosen(recordOf(row), fields, entry))
    return { total: totalElements, page: number, last, records }
  },
})

const read = defineTool({
  name: 'read_record',
  title: 'Read a record',
  description: 'Returns a record, and the operations that you may use on it now.',
  input: Type.Object({ resource: resourceMember, id: idMember, fields }),
  annotations: reads,
  run: async ({ resource, id, fields }, { api, catalog }) => {
    const entry = await catalog.resource(resource)
    const { body } = await api.request<{ data: unknown }>('GET', recordPath(entry, id))
    return {
      record: chosen(recordOf(body.data), fields, entry),
      operations: await operationsOn(catalog, entry, id),
    }
  },
})

const operationsOn = async (catalog: Catalog, entry: ResourceEntry, id: string | number) => {
  const { commands } = await catalog.offerOn(entry, id)
  return commands
    .filter(({ scope, availability }) => scope === 'ITEM' && availability.allowed)
    .map(({ tool, name, title, risk }) => ({ tool, operation: name, title, risk }))
}

/** @throws AppError REQUEST_PAYLOAD_INVALID for a field that the record does not have */
const chosen = (
  record: unknown,
  names: readonly string[] | undefined,
  { idField }: ResourceEntry,
): unknown => {
  if (names === undefined || !isJsonObject(record)) return record
  const unknown = names.filter((name) => !Object.hasOwn(record, name))
  if (unknown.length > 0) {
    throw new AppError(unknownMemberProblems('member', unknown, Object.keys(record), 'fields.'))
  }
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => name === idField || names.includes(name)),
  )
}

interface OptionPage extends Omit<Page, 'content'> {
  readonly content: readonly Option<string | number>[]
}

const options = defineTool({
  name: 'find_options',
  title: 'Find options',
  description:
    'Returns ids with their labels: of the records of a resource, or of one of its option sources (values for a field). Use it to find the id that belongs to a name.',
  input: Type.Object({
    resource: resourceMember,
    source: Type.Optional(
      Type.String({ description: 'Key of an option source. Default: the records themselves.' }),
    ),
    search: Type.Optional(Type.String({ description: 'Text in the label.' })),
    ...{ filter, page, size },
  }),
  annotations: reads,
  list: 'options',
  run: async (input, { api, catalog }) => {
    const { resource, source, search, filter = {}, page = 0, size = defaultRows } = input
    const { resourcePath } = await catalog.resource(resource)
    const query = { page, size, search }
    const { body } =
      source === undefined
        ? await api.request<OptionPage>('POST', `${resourcePath}/options/filter`, {
            query,
            body: filter,
          })
        : await api.request<OptionPage>('POST', sourcePath(resourcePath, source), {
            query,
            body: { filter },
          })
    const { content, totalElements, number, last } = body
    return { total: totalElements, page: number, last, options: content }
  },
})

const sourcePath = (resourcePath: string, source: string): string =>
  `${resourcePath}/option-sources/${encodeURIComponent(source.toWellFormed())}/options/filter`

const statsPaths = {
  GROUP_BY: 'group-by',
  TIME_SERIES: 'timeseries',
  DISTRIBUTION: 'distribution',
} as const
const statsKinds = Object.keys(statsPaths) as (keyof typeof statsPaths)[]

const statistics = defineTool({
  name: 'compute_statistics',
  title: 'Compute statistics',
  description: [
    'Counts and aggregates the records that match a filter, in the database: by value (GROUP_BY), over time (TIME_SERIES), or by value or range (DISTRIBUTION).',
    'metrics: [{ operation: COUNT|SUM|AVG|MIN|MAX|DISTINCT_COUNT, field }]. GROUP_BY takes limit, orderBy and totals; TIME_SERIES granularity DAY|WEEK|MONTH, from and to; DISTRIBUTION mode TERMS|HISTOGRAM and bucketSize or bucketCount.',
    'describe_resource lists the fields and their metrics.',
  ].join(' '),
  input: Type.Object({
    ...GroupByBody.properties,
    ...TimeSeriesBody.properties,
    ...DistributionBody.properties,
    resource: resourceMember,
    kind: oneOf(statsKinds),
    field: Type.String({ description: 'The field whose values make the buckets or points.' }),
    filter,
  }),
  annotations: reads,
  run: async ({ resource, kind, filter = {}, ...request }, { api, catalog }) => {
    const { resourcePath } = await catalog.resource(resource)
    const path = `${resourcePath}/stats/${statsPaths[kind]}`
    const { body } = await api.request<{ data: object }>('POST', path, {
      body: { ...request, filter },
    })
    return { ...body.data }
  },
})

const history = defineTool({
  name: 'read_history',
  title: 'Read the history of a record',
  description: 'Returns the changes of a record, newest first: when, who, which fields.',
  input: Type.Object({
    ...{ resource: resourceMember, id: idMember, size },
    after: Type.Optional(Type.String({ description: 'next of the page before.' })),
  }),
  annotations: reads,
  list: 'changes',
  run: async ({ resource, id, size = defaultRows, after }, { api, catalog }) => {
    const entry = await catalog.resource(resource)
    const path = `${recordPath(entry, id)}/history`
    const { body } = await api.request<{
      data: { readonly content: readonly HistoryEntry[]; readonly next: string | null }
    }>('GET', path, { query: { size, after } })
    return { next: body.data.next, changes: body.data.content }
  },
})

export const readTools: readonly Tool[] = [
  ...[listResources, describe, search, read, options, statistics, history],
]
