/** The parameters of operations in path, query and headers. */
import type { JsonSchema } from '../foundation/json-schema.js'
import type { ResourceModel } from '../model/resource-model.js'
import type { ParameterName } from './operation-docs.js'
import { text } from './schema-forms.js'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly description: string
  readonly required?: true
  readonly schema: JsonSchema
  readonly example?: unknown
}

type Describe = (resource: ResourceModel) => Parameter

const query = (
  name: string,
  description: string,
  schema: (resource: ResourceModel) => JsonSchema,
  more: Partial<Parameter> = {},
): Describe => {
  return (resource) => ({ name, in: 'query', description, schema: schema(resource), ...more })
}
const header = (name: string, description: string): Describe => {
  return () => ({ name, in: 'header', description, schema: text })
}
const number = (minimum: number) => (): JsonSchema => ({ type: 'integer', minimum })
const idsOf = ({ idReader }: ResourceModel): JsonSchema => ({
  type: 'array',
  items: idReader.schema,
})

const table: Readonly<Record<ParameterName, Describe>> = {
  id: ({ idReader }) => ({
    ...{ name: 'id', in: 'path', required: true, description: 'Id of the record.' },
    schema: idReader.schema,
  }),
  sourceKey: ({ optionSources }) => ({
    ...{ name: 'sourceKey', in: 'path', required: true, description: 'Key of the option source.' },
    schema: optionSources.size > 0 ? { type: 'string', enum: [...optionSources.keys()] } : text,
  }),
  page: query('page', 'Zero-based page; default 0.', number(0)),
  size: query('size', 'Rows of a page; default 20.', number(1)),
  sort: query('sort', 'Field, with `,asc` or `,desc`; repeat it in order of precedence.', () => ({
    type: 'array',
    items: text,
  })),
  includeIds: query('includeIds', 'Records that come first on page 0, filtered or not.', idsOf),
  ids: query('ids', 'Ids, repeated or with commas.', idsOf),
  after: query('after', '`next` of an earlier answer.', () => text),
  before: query('before', '`prev` of an earlier answer.', () => text),
  locateId: query('id', 'Id of the record to locate.', ({ idReader }) => idReader.schema, {
    required: true,
  }),
  search: query('search', 'Text that the label contains.', () => text),
  'If-Match': header('If-Match', 'ETag of the record; a change of others in between is `412`.'),
  'If-None-Match': header('If-None-Match', 'ETag that the client has; unchanged is `304`.'),
  'Idempotency-Key': header('Idempotency-Key', 'The same key is carried out once in 24 hours.'),
}

export const parametersOf = (
  names: readonly ParameterName[],
  resource: ResourceModel,
): readonly Parameter[] => names.map((name) => table[name](resource))
