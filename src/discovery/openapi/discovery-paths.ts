/** The routes of discovery, for the API description. */
import type { TSchema } from 'typebox'
import type { ErrorCode } from '../../foundation/errors/error-codes.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import { ActionCatalog } from '../../wire/catalogs/actions.js'
import { ResourceCatalog } from '../../wire/catalogs/resources.js'
import { SchemaCatalog, SchemaDocument } from '../../wire/catalogs/schema-catalog.js'
import { ServiceDescription } from '../../wire/catalogs/service.js'
import { SurfaceCatalog } from '../../wire/catalogs/surfaces.js'
import type { Schemas } from '../schemas/components.js'
import { oneOf } from '../schemas/fixed-bodies.js'
import { flag, text } from '../schemas/schema-forms.js'
import { schemaOf } from '../schemas/wire-shapes.js'
import { errorResponses } from './error-responses.js'
import { examplesOf } from './examples.js'
import { headErrors } from './operation-errors.js'

interface DiscoveryRoute {
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly (readonly [
    name: string,
    description: string,
    /** Default: any text. */
    schema?: JsonSchema,
    isRequired?: boolean,
  ])[]
  readonly errors: Parameters<typeof errorResponses>[0]
  readonly response: TSchema
}

const method = oneOf(['get', 'post', 'put', 'patch', 'delete'])

const routes: readonly DiscoveryRoute[] = [
  {
    path: '/schemas/filtered',
    operationId: 'platform-discovery.filteredSchema',
    summary: 'Schema of the request or the response of an operation, with UI metadata',
    description:
      'Returns the shape without envelope, page or list, in the language of `Accept-Language`.',
    parameters: [
      ['path', 'Path of the operation, with its template variables.', text, true],
      ['operation', 'Method in lower case; default `get`.', method],
      ['schemaType', 'Side of the operation; default `response`.', oneOf(['request', 'response'])],
      ['includeInternalSchemas', '`true` inlines every `$ref`; default `false`.', flag],
      ['idField', 'Id field in the metadata; default: the id field of the resource.'],
      ['readOnly', '`readOnly` in the metadata; default: whether the resource is read-only.', flag],
    ],
    errors: ['MISSING_REQUEST_PARAMETER', 'INVALID_PARAMETER', 'SCHEMA_NOT_FOUND'],
    response: SchemaDocument,
  },
  {
    path: '/schemas/catalog',
    operationId: 'platform-discovery.catalog',
    summary: 'Operations of a group, with their shapes',
    description:
      'Lists operations with their fields, relations, parameters and examples, flat enough for tools.',
    parameters: [
      ['group', 'API group; default: all groups.'],
      ['path', 'Only operations at this path.'],
      ['operation', 'Only operations with this method.', method],
    ],
    errors: ['CATALOG_NOT_FOUND'],
    response: SchemaCatalog,
  },
  {
    path: '/schemas/resources',
    operationId: 'platform-discovery.resources',
    summary: 'Resources of a group, or of the whole service',
    description:
      'Lists resources with what they support and links to their schemas, surfaces, actions, capabilities and API description, in the order of their declaration.',
    parameters: [['group', 'API group; default: all groups.']],
    errors: ['CATALOG_NOT_FOUND'],
    response: ResourceCatalog,
  },
  {
    path: '/schemas/service',
    operationId: 'platform-discovery.service',
    summary: 'The service and its caller',
    description:
      'Returns versions, languages and limits of the service, and who the caller of the request is.',
    parameters: [],
    errors: [],
    response: ServiceDescription,
  },
  {
    path: '/schemas/surfaces',
    operationId: 'platform-discovery.surfaces',
    summary: 'Surfaces of a resource or of a group',
    description: 'Lists forms and views. Either `resource` or `group` is required, not both.',
    parameters: [
      ['resource', 'Key of a resource. Excludes `group`.'],
      ['group', 'API group. Excludes `resource`.'],
    ],
    errors: ['INVALID_PARAMETER', 'CATALOG_NOT_FOUND'],
    response: SurfaceCatalog,
  },
  {
    path: '/schemas/actions',
    operationId: 'platform-discovery.actions',
    summary: 'Workflow actions of a resource, of a group, or of all resources',
    description: 'Lists workflow actions. Takes `resource` or `group`, not both.',
    parameters: [
      ['resource', 'Key of a resource. Excludes `group`.'],
      ['group', 'API group. Excludes `resource`.'],
    ],
    errors: ['INVALID_PARAMETER', 'CATALOG_NOT_FOUND'],
    response: ActionCatalog,
  },
]

/** Errors of every route. */
const commonErrors: readonly ErrorCode[] = [
  ...headErrors,
  ...(['INVALID_PARAMETER', 'AUTHENTICATION_REQUIRED', 'NOT_ACCEPTABLE'] as const),
  ...(['INTERNAL_ERROR', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'] as const),
]

const headers = {
  ETag: { schema: text, description: 'Hash of the document, and its encoding if it has one.' },
  'X-Schema-Hash': { schema: text, description: 'Hash of the document.' },
  'Content-Language': { schema: text, description: 'Language of its texts.' },
}

export const discoveryPaths = (
  contextPath: string,
  schemas: Schemas,
): Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> =>
  Object.fromEntries(
    routes.map(({ path, operationId, summary, description, parameters, errors, response }) => [
      `${contextPath}${path}`,
      {
        get: {
          operationId,
          tags: ['platform-discovery'],
          summary,
          description,
          parameters: parameters.map(([name, about, schema = text, isRequired = false]) => ({
            ...{ name, in: 'query', description: about, required: isRequired, schema },
          })),
          responses: {
            200: {
              description: 'The document.',
              headers,
              content: { 'application/json': contentOf(response, schemas) },
            },
            304: { description: 'The client already has this version.' },
            ...errorResponses([...errors, ...commonErrors]),
          },
        },
      },
    ]),
  )

const contentOf = (response: TSchema, schemas: Schemas): JsonSchema => {
  const schema = schemaOf(response)
  return { schema, examples: examplesOf(undefined, schema, schemas) }
}
