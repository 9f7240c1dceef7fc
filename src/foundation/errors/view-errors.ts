/** Messages about saved views of the workbench. */
import type { ErrorMessage } from './error-message.js'

export const viewErrors = {
  viewNotFound: {
    code: 'RESOURCE_NOT_FOUND',
    text: 'There is no view with this id.',
  },
  viewNameInvalid: {
    code: 'VALIDATION_FAILED',
    text: "'name' must have visible characters and no control characters.",
    target: 'name',
  },
  viewNameTaken: {
    code: 'DATA_INTEGRITY_VIOLATION',
    text: "The owner already has a view '{name}' of this resource; choose another name.",
    target: 'name',
  },
  viewResourceUnknown: {
    code: 'VALIDATION_FAILED',
    text: "'resource' must be the key of a resource that you may read.",
    target: 'resource',
  },
  viewStateTooLarge: {
    code: 'LIMIT_EXCEEDED',
    text: 'The state of a view may have at most {limit} bytes; got {count}.',
    target: 'state',
    properties: ['limit'],
  },
  tooManyViews: {
    code: 'LIMIT_EXCEEDED',
    text: 'A caller may store at most {limit} views; delete one first.',
    properties: ['limit'],
  },
} as const satisfies Record<string, ErrorMessage>
