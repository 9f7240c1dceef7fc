/** Parameters of operations in the path, the query and the headers. */
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import { markOf } from '../../model/types/entity-model.js'
import { importModesOf, type ResourceModel } from '../../model/types/resource-model.js'
import { fileFields } from '../../model/types/response-field.js'
import { storedFieldsOf } from '../../model/types/stats-model.js'
import type { Parameter } from '../../wire/catalogs/schema-catalog.js'
import { csvDelimiters } from '../../wire/export.js'
import {
  entityTagsPattern,
  idempotencyKeyPattern,
  maxIdempotencyKeyLength,
  tenantHeader,
} from '../../wire/headers.js'
import { componentName, refTo } from '../schemas/components.js'
import { idsOf, oneOf } from '../schemas/fixed-bodies.js'
import type { Published } from '../schemas/published.js'
import { listOf, text } from '../schemas/schema-forms.js'
import { sourceSortTerms } from '../schemas/sort-terms.js'
import { dryRunParameters } from './dry-run.js'
import { readTokenParameters, takesReadToken } from './read-token.js'

export type ParameterName =
  | 'id'
  | 'page'
  | 'size'
  | 'sort'
  | 'includeIds'
  | 'ids'
  | 'after'
  | 'afterEntry'
  | 'before'
  | 'locateId'
  | 'search'
  | 'field'
  | 'Content-Disposition'
  | 'Range'
  | 'If-Range'
  | 'If-Match'
  | 'If-None-Match'
  | 'Idempotency-Key'
  | 'Prefer'
  | 'preferredCount'
  | 'follow'
  | 'importMode'
  | 'atomic'
  | 'importColumn'
  | 'ignoreUnknown'
  | 'listRows'
  | 'delimiter'
  | 'permanent'
  | 'Last-Event-ID'
  | 'Cache-Control'

/** Returns undefined where the operation does not take the parameter. */
type Describe = (published: Published) => Parameter | undefined

const query =
  (
    name: string,
    description: string,
    schema: (published: Published) => JsonSchema,
    required = false,
  ): Describe =>
  (published) => ({
    ...{ name, in: 'query', description, schema: schema(published) },
    ...(required ? { required } : {}),
  })

const header = (name: string, description: string, schema: JsonSchema, isNeeded = false) => ({
  ...({ name, in: 'header', description, schema } as const),
  ...(isNeeded ? { required: true } : {}),
})

const actionOf = ({ resource, operation }: Published) =>
  operation.action === undefined ? undefined : resource.actions.get(operation.action)

const maxSizeOf = ({ source, settings }: Published): number =>
  Math.min(settings['platform.pagination.max-size'], source?.maxSize ?? Number.MAX_SAFE_INTEGER)

const sortOf = ({ resource, operation, source }: Published): JsonSchema => {
  if (source) return listOf({ type: 'string', enum: sourceSortTerms(source) })
  const shape = operation.name === 'options' ? 'OptionSort' : 'Sort'
  return listOf(refTo(componentName(resource, shape)))
}

const readSearch: Describe = ({ source, settings }) => {
  if (source && !source.search) return undefined
  const minLength = source?.minSearchLength ?? 0
  return {
    ...{ name: 'search', in: 'query', description: 'Text that the label contains.' },
    schema: {
      ...text,
      ...(minLength > 0 ? { minLength } : {}),
      maxLength: settings['platform.filter.text.max-length'],
    },
  }
}

const table: Readonly<Record<ParameterName, Describe>> = {
  id: ({ resource }) => ({
    ...{ name: 'id', in: 'path', required: true, description: 'Id of the record.' },
    schema: resource.idReader.schema,
  }),
  field: ({ resource }) => ({
    ...{ name: 'field', in: 'path', required: true, description: 'Field of the file.' },
    schema: { ...text, enum: fileFields(resource).map(({ name }) => name) },
  }),
  'Content-Disposition': () =>
    header(
      'Content-Disposition',
      'Name of the file: `attachment; filename="a.png"`, or `filename*=UTF-8\'\'` with the percent-encoded name. Default: the name of the field.',
      text,
    ),
  Range: () => header('Range', 'Part of the file, such as `bytes=0-1023`.', text),
  'If-Range': () =>
    header('If-Range', 'ETag of the file: if it has changed, the whole file is sent.', text),
  page: query('page', 'Zero-based page; default 0.', () => ({
    ...{ type: 'integer', minimum: 0 },
  })),
  size: query('size', 'Rows per page; default 20.', (published) => ({
    ...{ type: 'integer', minimum: 1, maximum: maxSizeOf(published) },
  })),
  sort: query('sort', 'Sort term; repeat the parameter in order of precedence.', sortOf),
  includeIds: query(
    'includeIds',
    'Ids of records that come first on page 0, even if they do not match the filter.',
    idsOf,
  ),
  ids: query('ids', 'Ids, separated by commas or as repeated parameters.', idsOf),
  after: query('after', '`next` of an earlier response. Excludes `before`.', () => text),
  afterEntry: query('after', '`next` of an earlier response.', () => text),
  before: query('before', '`prev` of an earlier response. Excludes `after`.', () => text),
  locateId: query(
    'id',
    'Id of the record to locate.',
    ({ resource }) => resource.idReader.schema,
    true,
  ),
  search: readSearch,
  'If-Match': (published) => {
    const need = actionOf(published)?.resourceVersion
    if (need === 'NONE') return undefined
    const description = 'ETag of the record; if it has changed, the response is `412`.'
    const isNeeded = need === undefined ? published.resource.requireVersion : need === 'REQUIRED'
    return header('If-Match', description, { ...text, pattern: entityTagsPattern }, isNeeded)
  },
  'If-None-Match': () =>
    header(
      'If-None-Match',
      'ETag that the client has; if it still matches, the response is `304`.',
      text,
    ),
  'Idempotency-Key': (published) => {
    const need = actionOf(published)?.idempotencyKey
    if (need === 'NONE' || !published.resource.acceptsIdempotencyKeys) return undefined
    const description = 'Requests with the same key are processed once within 24 hours.'
    const schema = { ...text, pattern: idempotencyKeyPattern, minLength: 1 }
    const limited = { ...schema, maxLength: maxIdempotencyKeyLength }
    return header('Idempotency-Key', description, limited, need === 'REQUIRED')
  },
  follow: query('follow', 'False: the response ends after the changes up to now.', () => ({
    type: 'boolean',
  })),
  importMode: query(
    'mode',
    'Whether rows create records, update them, or both (`upsert`). Default: what the resource offers.',
    ({ resource }) => oneOf(importModesOf(resource)),
  ),
  atomic: query('atomic', 'False: rows that are right are imported. Default true.', () => ({
    type: 'boolean',
  })),
  importColumn: query(
    'column',
    'Header of a column, a colon and the name of its field, where the header is not its name or label; repeat the parameter for each column. Without a name the column is ignored.',
    () => listOf({ ...text, pattern: '^.+:[^:]*$' }),
  ),
  ignoreUnknown: query(
    'ignoreUnknown',
    'True: columns of unknown fields are ignored. Default false.',
    () => ({ type: 'boolean' }),
  ),
  listRows: query(
    'listRows',
    'True: the response lists what became of rows, with their cells and what they replace. Default false.',
    () => ({ type: 'boolean' }),
  ),
  delimiter: query(
    'delimiter',
    'Separator of a CSV file. Default: the one that its header has most often.',
    () => oneOf(csvDelimiters),
  ),
  permanent: ({ resource }) =>
    markOf(resource.entity) && {
      ...{ name: 'permanent', in: 'query' },
      description: 'True: the record is destroyed and cannot be restored. Default false.',
      schema: { type: 'boolean' },
    },
  'Last-Event-ID': () =>
    header('Last-Event-ID', 'Id of the last event that the client has received.', text),
  Prefer: () =>
    header('Prefer', '`return=minimal`: the response has ids and versions, but no records.', text),
  preferredCount: ({ resource }) =>
    resource.count &&
    header(
      'Prefer',
      `How the page counts its set: \`count=exact\`, \`count=estimated\` or \`count=none\`. Default: ${resource.count}.`,
      text,
    ),
  'Cache-Control': ({ resource }) =>
    storedFieldsOf(resource.stats).length > 0
      ? header(
          'Cache-Control',
          '`no-cache`: statistics that may be stored are computed now. `max-age=<seconds>`: they are, if the stored result is older.',
          text,
        )
      : undefined,
}

const tenantParameter: Parameter = header(
  tenantHeader,
  'Tenant that an administrator of all tenants acts in. Others may name their own one only.',
  text,
)

/** Of a request for records of these resources. */
export const tenantParameters = (resources: readonly ResourceModel[]): readonly Parameter[] =>
  resources.some(({ entity }) => entity.tenant) ? [tenantParameter] : []

/** How the pages of several queries count, if a resource says that its pages may. */
export const countParameters = (resources: readonly ResourceModel[]): readonly Parameter[] =>
  resources.some(({ count }) => count)
    ? [header('Prefer', 'How all pages count their set, for example `count=exact`.', text)]
    : []

export const parametersOf = (
  names: readonly ParameterName[],
  published: Published,
): readonly Parameter[] => [
  ...names.map((name) => table[name](published)).filter((parameter) => parameter !== undefined),
  ...dryRunParameters(published),
  ...tenantParameters([published.resource]),
  ...(takesReadToken(published) ? readTokenParameters(published.settings) : []),
]
