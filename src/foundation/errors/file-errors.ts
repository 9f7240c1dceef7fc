/** Messages about files of records. */
import type { ErrorMessage } from './error-message.js'

export const fileErrors = {
  fileFieldUnknown: {
    code: 'ROUTE_NOT_FOUND',
    text: "The record has no file '{field}'; its files are {accepted}.",
  },
  fileMissing: {
    code: 'RESOURCE_NOT_FOUND',
    text: "The record has no file in '{field}'.",
  },
  fileTypeMissing: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    text: 'Send the media type of the file in the header Content-Type; accepted are {accepted}.',
  },
  fileTypeUnsupported: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    text: "'{field}' does not accept files of type {type}; accepted are {accepted}.",
  },
  fileTypeContradicted: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    text: 'The content is not a file of type {type}. Send the type that it has.',
  },
  fileTooLarge: {
    code: 'PAYLOAD_TOO_LARGE',
    text: "'{field}' accepts files of at most {limit} bytes.",
    properties: ['limit'],
  },
  fileNameInvalid: {
    code: 'INVALID_PARAMETER',
    text: 'The file name in Content-Disposition must be filename="…", or filename*=UTF-8\'\' followed by the percent-encoded name.',
    target: 'Content-Disposition',
  },
  filePartial: {
    code: 'INVALID_PARAMETER',
    text: 'A file is uploaded as a whole; leave the header Content-Range out.',
    target: 'Content-Range',
  },
  fileRefused: {
    code: 'BUSINESS_RULE_VIOLATION',
    text: 'The file was refused: {reason}',
    target: '{field}',
  },
  fileLost: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'The upload took too long, and what was stored of it is gone. Send the file again.',
  },
  fileScanTimedOut: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'The check of the file took longer than {limitMs} ms, so the file was not saved. Send it again later.',
  },
  fileStoreUnavailable: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'The store of files is temporarily unavailable; try again later.',
  },
  rangeUnsatisfiable: {
    code: 'RANGE_NOT_SATISFIABLE',
    text: 'The range begins after the end of the file, which has {size} bytes.',
    properties: ['size'],
  },
} as const satisfies Record<string, ErrorMessage>
