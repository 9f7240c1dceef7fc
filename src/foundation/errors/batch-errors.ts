/** Messages about batches: the form of a batch, and what applies to its items only. */
import type { ErrorMessage } from './error-message.js'

export const batchErrors = {
  batchItemsRequired: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: "'items' must be a list with at least one item; got {got}.",
    target: 'items',
  },
  batchTooLong: {
    code: 'LIMIT_EXCEEDED',
    text: 'A batch may have at most {limit} items; got {count}.',
    target: 'items',
    properties: ['limit'],
  },
  batchStopped: {
    code: 'LIMIT_EXCEEDED',
    text: 'The batch stopped after {limit} failed attempts; send this item again.',
    properties: ['limit'],
  },
  batchAtomicityInvalid: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: "'atomicity' must be ATOMIC or PER_ITEM; got {got}.",
    target: 'atomicity',
  },
  batchItemInvalid: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: "An item must be an object with 'operation' and 'data'; got {got}.",
  },
  batchOperationInvalid: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: "'operation' must be {accepted}.",
    target: 'operation',
  },
  batchMemberOfUpdate: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: "Only an UPDATE may have '{target}'.",
    target: '{target}',
  },
  batchVersionInvalid: {
    code: 'INVALID_RESOURCE_VERSION',
    text: "'version' must be the version of the record, or its ETag.",
    target: 'version',
  },
  batchVersionRequired: {
    code: 'RESOURCE_VERSION_REQUIRED',
    text: "Send the version of the record as 'version', so that no concurrent change is lost.",
    target: 'version',
  },
  batchRecordRepeated: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: 'Item {other} updates the same record; a batch updates a record once.',
    target: 'id',
  },
  idDiffersFromItem: {
    code: 'INVALID_PARAMETER',
    text: "The '{field}' of the data differs from the id of the item; send the same id, or leave it out.",
    target: '{field}',
  },
} as const satisfies Record<string, ErrorMessage>
