/** Messages about imports: the file, its columns and its rows. */
import type { ErrorMessage } from './error-message.js'

export const importErrors = {
  importTypeUnsupported: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    text: 'Send the file as {accepted}.',
  },
  importCharsetUnknown: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    text: "The charset '{charset}' is unknown; name an encoding such as utf-8 or windows-1252.",
    reason: 'charset-unknown',
  },
  importNotDecodable: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: 'The file is not {encoding}. Save it as UTF-8, or name its encoding in Content-Type, for example text/csv; charset=windows-1252.',
    reason: 'file-not-decodable',
    properties: ['encoding'],
  },
  importNotSheet: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: 'The file is not a workbook (XLSX) that can be read: it is of another format, encrypted or damaged.',
  },
  importExpandsTooMuch: {
    code: 'PAYLOAD_TOO_LARGE',
    text: 'The unpacked workbook may have at most {limit} bytes.',
    properties: ['limit'],
  },
  importFileTooLarge: {
    code: 'PAYLOAD_TOO_LARGE',
    text: 'A file may have at most {limit} bytes.',
    properties: ['limit'],
  },
  importTooManyRows: {
    code: 'LIMIT_EXCEEDED',
    text: 'A file may have at most {limit} rows below its header.',
    properties: ['limit'],
  },
  importTooManyColumns: {
    code: 'LIMIT_EXCEEDED',
    text: 'A row may have at most {limit} cells; row {row} has more.',
    properties: ['limit'],
  },
  importWithoutHeader: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: 'The file is empty; its first row must have the names or labels of fields.',
  },
  importHeaderTooLong: {
    code: 'LIMIT_EXCEEDED',
    text: 'A header may have at most {limit} characters; that of column {place} has more.',
    properties: ['limit'],
  },
  importQuoteOpen: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: 'The quote that row {row} opens is not closed.',
  },
  importQuoteMisplaced: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: 'Row {row} has text after a closing quote; a quote within a quoted cell must be doubled.',
  },
  importColumnUnknown: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: "The column '{header}' is unknown; columns are {accepted}, or their labels. Send ignoreUnknown=true to ignore it, or name its field with the parameter 'column'.",
    target: '{header}',
    reason: 'column-unknown',
    properties: ['header'],
  },
  importColumnOfList: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: "The column '{header}' is of the list '{list}', which an import does not change; remove it, or send ignoreUnknown=true to ignore it.",
    target: '{header}',
    reason: 'column-of-list',
    properties: ['header'],
  },
  importColumnAmbiguous: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: "The column '{header}' may be any of {fields}; use the name of the field, or name it with the parameter 'column'.",
    target: '{header}',
    reason: 'column-ambiguous',
    properties: ['header', 'fields'],
  },
  importColumnRepeated: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: "The columns '{first}' and '{header}' are both the field '{field}'; remove one, or ignore it with the parameter 'column'.",
    target: '{header}',
    reason: 'column-repeated',
    properties: ['header', 'first', 'field'],
  },
  importMappingInvalid: {
    code: 'INVALID_PARAMETER',
    text: "'column' must be the header of a column, a colon and the name of a field, or a header and a colon to ignore the column; got '{got}'.",
    target: 'column',
  },
  importMappedColumnMissing: {
    code: 'INVALID_PARAMETER',
    text: "'column' must name a header of the file; it has no column '{header}'.",
    target: 'column',
  },
  importMappedFieldUnknown: {
    code: 'INVALID_PARAMETER',
    text: "'column' must name a field; '{field}' is unknown, and the fields are {accepted}.",
    target: 'column',
  },
  importMappedTwice: {
    code: 'INVALID_PARAMETER',
    text: "'column' must name each header once; '{header}' is repeated.",
    target: 'column',
  },
  importModeInvalid: {
    code: 'INVALID_PARAMETER',
    text: "'mode' must be one of {accepted}.",
    target: 'mode',
  },
  importDelimiterInvalid: {
    code: 'INVALID_PARAMETER',
    text: "'delimiter' must be one of {accepted}.",
    target: 'delimiter',
  },
  importRowUnnamed: {
    code: 'VALIDATION_FAILED',
    text: 'The row names no record; fill in {names}.',
  },
  importRecordMissing: {
    code: 'RESOURCE_NOT_FOUND',
    text: "There is no record with this '{field}'.",
    target: '{field}',
  },
  importKeyNotUnique: {
    code: 'DATA_INTEGRITY_VIOLATION',
    text: "Several records have the same '{field}', so it does not name a record; fill in the ids.",
    target: '{field}',
  },
  importRowRepeated: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: 'Row {other} is of the same record; a file may have one row for each record.',
  },
  importRowTooLong: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: 'Cell {place} of the row has no header above it.',
  },
  importLabelAmbiguous: {
    code: 'VALIDATION_FAILED',
    text: "'{target}' is the label of {count} records; send the id of one of them.",
    target: '{target}',
  },
  importLabelUnknown: {
    code: 'VALIDATION_FAILED',
    text: "'{target}' must be the id of a record, or the label that only one record has.",
    target: '{target}',
  },
  importFailed: {
    code: 'IMPORT_FAILED',
    text: '{failed} of {total} rows are wrong, so nothing was imported.',
  },
} as const satisfies Record<string, ErrorMessage>
