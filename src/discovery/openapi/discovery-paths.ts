/** The routes of discovery in the API description. */
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
    summary: 'The schema of one side of one operation, with UI metadata',
    description:
      'Returns the shape itself, without envelope, page or list, for the language of `Accept-Language`.',
    parameters: [
      ['path', 'Path of the operation, with its template variables.', true],
      ['operation', 'Method in lower case; default get.'],
      ['schemaType', 'request or response; default response.'],
      ['includeInternalSchemas', 'true inlines every $ref; default false.'],
      ['idField', 'Default: the id field of the resource.'],
      ['readOnly', 'Default: whether the resource is.'],
    ],
    errors: ['MISSING_REQUEST_PARAMETER', 'INVALID_PARAMETER', 'SCHEMA_NOT_FOUND'],
  },
  {
    path: '/schemas/catalog',
    operationId: 'platform-discovery.catalog',
    summary: 'The operations of a group, with their shapes',
    description:
      'Lists operations with their fields, relations, parameters and examples, flat enough for tools.',
    parameters: [
      ['group', 'API group; default all.'],
      ['path', 'Only operations at this path.'],
      ['operation', 'Only operations with this method.'],
    ],
    errors: ['CATALOG_NOT_FOUND'],
  },
  {
    path: '/schemas/surfaces',
    operationId: 'platform-discovery.surfaces',
    summary: 'The surfaces of a resource or of a group',
    description:
      'Lists forms and views. `resource` and `group` exclude each other; one of them is required.',
    parameters: [
      ['resource', 'Key of a resource. Excludes `group`.'],
      ['group', 'API group. Excludes `resource`.'],
    ],
    errors: ['INVALID_PARAMETER', 'CATALOG_NOT_FOUND'],
  },
  {
    path: '/schemas/actions',
    operationId: 'platform-discovery.actions',
    summary: 'The workflow actions of a resource, of a group, or of all',
    description: 'Lists workflow actions. `resource` and `group` exclude each other.',
    parameters: [
      ['resource', 'Key of a resource. Excludes `group`.'],
      ['group', 'API group. Excludes `resource`.'],
    ],
    errors: ['INVALID_PARAMETER', 'CATALOG_NOT_FOUND'],
  },
]

/** What any of them may answer. */
const everywhere = ['INVALID_PARAMETER', 'NOT_ACCEPTABLE', 'INTERNAL_ERROR'] as const

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
            304: { description: 'The client has it already.' },
            ...errorResponses([...errors, ...everywhere]),
          },
        },
      },
    ]),
  )
