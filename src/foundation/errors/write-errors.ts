/** Messages about writing records: values, references, versions and constraints of the database. */
import type { ErrorMessage } from './error-message.js'

export const writeErrors = {
  valueInvalid: {
    code: 'VALIDATION_FAILED',
    text: "'{target}' {fault}.",
    target: '{target}',
  },
  valueRequired: {
    code: 'VALIDATION_FAILED',
    text: "'{target}' is required.",
    target: '{target}',
  },
  valueNull: {
    code: 'VALIDATION_FAILED',
    text: "'{target}' must not be null.",
    target: '{target}',
  },
  /** A list of records that only responses have. */
  listNotWritable: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: "'{target}' cannot be written here. Leave it out, or send it as it was read.",
    target: '{target}',
  },
  ownedTooMany: {
    code: 'LIMIT_EXCEEDED',
    text: 'The lists of the record have {count} items; at most {limit} are allowed.',
    target: '{target}',
  },
  ownedTooDeep: {
    code: 'LIMIT_EXCEEDED',
    text: 'The lists of the record are nested {count} levels deep; at most {limit} are allowed.',
    target: '{target}',
  },
  itemNotOwned: {
    code: 'VALIDATION_FAILED',
    text: "'{target}' must be the id of an item of this record. Leave the id out to add an item.",
    target: '{target}',
  },
  itemRepeated: {
    code: 'VALIDATION_FAILED',
    text: "'{target}' names an item that '{other}' names already.",
    target: '{target}',
  },
  ownedInvalid: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: "'{target}' must be {expected}, not {got}.",
    target: '{target}',
  },
  valuesContradict: {
    code: 'VALIDATION_FAILED',
    text: "'{target}' and '{other}' contradict each other: both hold '{column}'.",
    target: '{target}',
  },
  keyChanged: {
    code: 'VALIDATION_FAILED',
    text: "'{target}' would change the key of the record, which is not possible.",
    target: '{target}',
  },
  idDiffersFromPath: {
    code: 'INVALID_PARAMETER',
    text: "The '{field}' of the body differs from the id in the path; send the same id, or leave it out.",
    target: '{field}',
  },
  recordsToDeleteNotFound: {
    code: 'RESOURCE_NOT_FOUND',
    text: 'Nothing was deleted: {missing} of {total} records do not exist.',
    properties: ['missingIds'],
  },
  recordOutsideAccess: {
    code: 'ACCESS_DENIED',
    text: 'The record would not be visible to you; nothing was changed.',
    properties: ['reason'],
  },

  versionRequired: {
    code: 'RESOURCE_VERSION_REQUIRED',
    text: 'Send the ETag of the record as If-Match, so that no concurrent change is lost.',
  },
  versionStale: {
    code: 'STALE_RESOURCE_VERSION',
    text: 'The record has changed in the meantime; read it again and repeat the change.',
  },

  referenceMissing: {
    code: 'DATA_INTEGRITY_VIOLATION',
    text: "'{target}' refers to a record that does not exist.",
    target: '{target}',
  },
  recordStillReferenced: {
    code: 'DATA_INTEGRITY_VIOLATION',
    text: 'The record cannot be deleted: other records still refer to it.',
  },
  recordReferenced: {
    code: 'DATA_INTEGRITY_VIOLATION',
    text: 'Other records refer to this record, so it cannot be changed like this.',
  },
  recordsStillReferenced: {
    code: 'DATA_INTEGRITY_VIOLATION',
    text: 'Nothing was deleted: other records still refer to {referenced} of {total} records.',
    properties: ['items'],
  },
  referenceBroken: {
    code: 'DATA_INTEGRITY_VIOLATION',
    text: 'The record refers to a record that does not exist, or other records refer to it.',
  },
  valueTaken: {
    code: 'DATA_INTEGRITY_VIOLATION',
    text: 'Another record already has this value.',
  },
  fieldsTaken: {
    code: 'DATA_INTEGRITY_VIOLATION',
    text: 'Another record already has this {fields}.',
    target: '{target}',
  },
  recordConflicts: {
    code: 'DATA_INTEGRITY_VIOLATION',
    text: 'The record conflicts with another record.',
  },

  recordNotStored: {
    code: 'DATA_INTEGRITY_VIOLATION',
    text: 'The database did not store the record: a trigger of its table skipped it.',
  },
  integrityViolated: {
    code: 'DATA_INTEGRITY_VIOLATION',
    text: 'A rule of the database about its records does not allow this change.',
  },
  refusedByPolicy: {
    code: 'ACCESS_DENIED',
    text: 'A policy of the database does not allow this change.',
  },

  /** A CHECK of the table; the contract may declare a message for it. */
  checkFailed: {
    code: 'VALIDATION_FAILED',
    text: 'A rule of the database rejects these values.',
  },
  /** A CHECK of the column's domain. */
  valueBreaksRule: {
    code: 'VALIDATION_FAILED',
    text: "A rule of the database rejects the value of '{target}'.",
    target: '{target}',
  },
  declaredCheckFailed: {
    code: 'VALIDATION_FAILED',
    text: '{declared}',
    target: '{target}',
  },
  ruleBroken: {
    code: 'VALIDATION_FAILED',
    text: '{declared}',
    target: '{target}',
    properties: ['rule', 'targets'],
  },
  /** The rule concerns fields that the caller may not see. */
  concealedRuleBroken: {
    code: 'VALIDATION_FAILED',
    text: 'The values break a rule of the record.',
    target: '{target}',
  },
  someValueRequired: {
    code: 'VALIDATION_FAILED',
    text: 'A required value is missing.',
  },
  textTooLongForColumn: {
    code: 'VALIDATION_FAILED',
    text: 'A text is too long.',
  },
  valueTooLong: {
    code: 'VALIDATION_FAILED',
    text: 'A value is too long for the database, for example for an index.',
  },
  valueTooLongForIndex: {
    code: 'VALIDATION_FAILED',
    text: 'Too long for an index of the database: {fields}.',
    target: '{target}',
  },
  numberOutOfRange: {
    code: 'VALIDATION_FAILED',
    text: 'A number is out of range.',
  },
  timeOutOfRange: {
    code: 'VALIDATION_FAILED',
    text: 'A date or time is out of range.',
  },
  charactersNotStorable: {
    code: 'VALIDATION_FAILED',
    text: 'A text contains characters that the database cannot store.',
  },
  formNotStorable: {
    code: 'VALIDATION_FAILED',
    text: 'A value does not have the form that the database expects.',
  },
  valuesNotProcessable: {
    code: 'VALIDATION_FAILED',
    text: 'The database cannot process these values.',
  },
} as const satisfies Record<string, ErrorMessage>
