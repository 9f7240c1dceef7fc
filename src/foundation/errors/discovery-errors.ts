/** Messages about schemas and catalogs. */
import type { ErrorMessage } from './error-message.js'

export const discoveryErrors = {
  schemaPathMissing: {
    code: 'MISSING_REQUEST_PARAMETER',
    text: "Send the parameter 'path', which names the operation, for example /api/x/y/all.",
    target: 'path',
  },
  schemaTypeInvalid: {
    code: 'INVALID_PARAMETER',
    text: "'schemaType' must be request or response.",
    target: 'schemaType',
  },
  schemaOperationUnknown: {
    code: 'SCHEMA_NOT_FOUND',
    text: 'No operation has this path and method; send the published path, with its template variables.',
    target: 'path',
  },
  schemaMissing: {
    code: 'SCHEMA_NOT_FOUND',
    text: 'This operation has no {schemaType} schema.',
    target: 'path',
  },
  resourceOrGroup: {
    code: 'INVALID_PARAMETER',
    text: "Send either 'resource' or 'group', not both.",
    target: 'resource',
  },
  groupUnknown: {
    code: 'CATALOG_NOT_FOUND',
    text: 'There is no such group; the groups are {known}.',
    target: 'group',
  },
  resourceUnknown: {
    code: 'CATALOG_NOT_FOUND',
    text: 'There is no such resource; the resources are {known}.',
    target: 'resource',
  },
  noActions: {
    code: 'CATALOG_NOT_FOUND',
    text: 'There are no actions here.',
  },
} as const satisfies Record<string, ErrorMessage>
