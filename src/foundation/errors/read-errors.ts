/** Messages about reading records, options and exports. */
import type { ErrorMessage } from './error-message.js'

export const readErrors = {
  recordNotFound: {
    code: 'RESOURCE_NOT_FOUND',
    text: 'There is no record with this id.',
  },
  tooManyRecords: {
    code: 'LIMIT_EXCEEDED',
    text: 'There are more than {limit} records. Read them in pages with POST /filter, or all of them with POST /export.',
    properties: ['limit'],
  },
  pageTooDeep: {
    code: 'LIMIT_EXCEEDED',
    text: 'Offset paging is limited to the first {limit} rows. To read further, use the cursor (POST /filter/cursor) or narrow the filter.',
    target: 'page',
    properties: ['limit'],
  },

  expressionFailed: {
    code: 'EXPRESSION_FAILED',
    text: "'{target}' cannot be computed for one of the records, for example because of a division by zero or a number that is too large. Narrow the filter; the expression of the contract must avoid it.",
    target: '{target}',
  },
  expressionsFailed: {
    code: 'EXPRESSION_FAILED',
    text: 'One of {fields} cannot be computed for one of the records, for example because of a division by zero or a number that is too large. Narrow the filter; the expressions of the contract must avoid it.',
    properties: ['fields'],
  },

  optionSourceUnknown: {
    code: 'OPTION_SOURCE_NOT_FOUND',
    text: "There is no option source '{key}'; the option sources of this resource are {known}.",
  },
  noOptionSources: {
    code: 'OPTION_SOURCE_NOT_FOUND',
    text: "There is no option source '{key}'; this resource has none.",
  },
  optionDependencyMissing: {
    code: 'FILTER_PAYLOAD_INVALID',
    text: "The options depend on '{name}'; send it.",
    target: '{name}',
  },
  optionDependencyMissingIn: {
    code: 'FILTER_PAYLOAD_INVALID',
    text: "The options depend on '{name}'; send it in '{member}'.",
    target: '{member}.{name}',
  },
  optionPageTooLarge: {
    code: 'OPTION_SOURCE_POLICY',
    text: "A page of '{source}' has at most {limit} options.",
    target: 'size',
    properties: ['limit'],
  },
  optionsNotSearchable: {
    code: 'OPTION_SOURCE_POLICY',
    text: "'{source}' cannot be searched; leave 'search' out.",
    target: 'search',
  },
  optionSearchTooShort: {
    code: 'OPTION_SOURCE_POLICY',
    text: "A search of '{source}' must have at least {minimum} characters.",
    target: 'search',
    properties: ['minimum'],
  },
  optionSortInvalid: {
    code: 'OPTION_SOURCE_POLICY',
    text: "Options can be sorted by {sortable}, each with asc or desc, such as 'label,desc'.",
    target: 'sort',
    properties: ['sortable'],
  },

  exportTooLarge: {
    code: 'LIMIT_EXCEEDED',
    text: "An export has at most {limit} rows. Narrow the filter, or set 'maxRows' to {limit} or less to cut the export there.",
    target: 'maxRows',
    properties: ['limit'],
  },
  exportLimitTooLarge: {
    code: 'LIMIT_EXCEEDED',
    text: "An export has at most {limit} rows; set 'maxRows' to {limit} or less.",
    target: 'maxRows',
    properties: ['limit'],
  },
  exportIdsRequired: {
    code: 'RESOURCE_IDS_REQUIRED',
    text: "The scope 'selected' requires at least one id in 'selectedIds'.",
    target: 'selectedIds',
  },
  tooManyExportIds: {
    code: 'LIMIT_EXCEEDED',
    text: "'selectedIds' may have at most {limit} ids.",
    target: 'selectedIds',
    properties: ['limit'],
  },
  exportFieldUnknown: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: "'{name}' is not an exportable field; the exportable fields are {accepted}.",
    target: '{target}',
  },
} as const satisfies Record<string, ErrorMessage>
