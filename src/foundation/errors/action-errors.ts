/** Messages about actions, bulk actions and repeated requests. */
import type { ErrorMessage } from './error-message.js'

export const actionErrors = {
  /** The application's own words, from `refuse(reason, { message })`. */
  refusedByApplication: {
    code: 'BUSINESS_RULE_VIOLATION',
    text: '{message}',
    target: '{target}',
    properties: ['reason'],
  },
  refusedForReason: {
    code: 'BUSINESS_RULE_VIOLATION',
    text: 'The request was refused: {reason}.',
    target: '{target}',
    properties: ['reason'],
  },
  /** Sent with the code of the first record's refusal. */
  recordsRefused: {
    code: 'RESOURCE_STATE_BLOCKED',
    text: 'No record was changed: {refused} of {total} records do not allow this action. {refusal}',
  },
  recordsNotFound: {
    code: 'RESOURCE_NOT_FOUND',
    text: 'No record was changed: {missing} of {total} records do not exist.',
    properties: ['missingIds', 'items'],
  },
  dryRunNotSupported: {
    code: 'NOT_SUPPORTED',
    text: "The action '{action}' cannot be tried with 'dryRun', because it has effects outside of the database.",
    target: 'dryRun',
  },

  idempotencyKeyReused: {
    code: 'IDEMPOTENCY_CONFLICT',
    text: 'This Idempotency-Key was used for another request; send a new key.',
    target: 'Idempotency-Key',
  },
  idempotentResponseTooLarge: {
    code: 'IDEMPOTENCY_CONFLICT',
    text: 'The request with this Idempotency-Key succeeded before; its response was too large to store. Read what it wrote instead.',
    target: 'Idempotency-Key',
  },
  idempotentRecordGone: {
    code: 'RESOURCE_NOT_FOUND',
    text: 'The request with this Idempotency-Key succeeded before, but a record of its response no longer exists.',
  },
  idempotentRequestRunning: {
    code: 'IDEMPOTENCY_IN_PROGRESS',
    text: 'The first request with this Idempotency-Key is still running; try again.',
    target: 'Idempotency-Key',
  },
} as const satisfies Record<string, ErrorMessage>
