/** The routes of discovery, for the API description. */
import type { JsonSchema } from '../../foundation/json-schema.js'
import { text } from '../schemas/schema-forms.js'
import { errorResponses } from './error-responses.js'

interface DiscoveryRoute {
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly (readonly [
    name: string,
    description: string,
    isRequired?: boolean,
  ])[]
  readonly errors: Parameters<typeof errorResponses>[0]
}

const routes: readonly DiscoveryRoute[] = [
  {
    path: '/schemas/filtered',
    operationId: 'platform-discovery.filteredSchema',
    summary: 'Schema of the request or the response of an operation, with UI metadata',
    description:
      'Returns the shape without envelope, page or list, in the language of `Accept-Language`.',
    parameters: [
      ['path', 'Path of the operation, with its template variables.', true],
      ['operation', 'Method in lower case; default `get`.'],
      ['schemaType', '`request` or `response`; default `response`.'],
      ['includeInternalSchemas', '`true` inlines every `$ref`; default `false`.'],
      ['idField', 'Id field in the metadata; default: the id field of the resource.'],
      ['readOnly', '`readOnly` in the metadata; default: whether the resource is read-only.'],
    ],
    errors: ['MISSING_REQUEST_PARAMETER', 'INVALID_PARAMETER', 'SCHEMA_NOT_FOUND'],
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
      ['operation', 'Only operations with this method.'],
    ],
    errors: ['CATALOG_NOT_FOUND'],
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
  },
]

/** Errors of every route. */
const commonErrors = ['INVALID_PARAMETER', 'NOT_ACCEPTABLE', 'INTERNAL_ERROR'] as const

export const discoveryPaths = (
  contextPath: string,
): Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> =>
  Object.fromEntries(
    routes.map(({ path, operationId, summary, description, parameters, errors }) => [
      `${contextPath}${path}`,
      {
        get: {
          operationId,
          tags: ['platform-discovery'],
          summary,
          description,
          parameters: parameters.map(([name, about, isRequired = false]) => ({
            ...{ name, in: 'query', description: about, required: isRequired },
            schema: text,
          })),
          responses: {
            200: {
              description: 'The document.',
              headers: { ETag: { schema: text, description: 'Hash of the document.' } },
              content: {
                'application/json': {
                  schema: { type: 'object' },
                  examples: { default: { value: {} } },
                },
              },
            },
            304: { description: 'The client already has this version.' },
            ...errorResponses([...errors, ...commonErrors]),
          },
        },
      },
    ]),
  )
