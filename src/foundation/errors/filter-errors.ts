/** Messages about filters, searches, sorts and cursors. */
import type { ErrorMessage } from './error-message.js'

export const filterErrors = {
  filterNotObject: {
    code: 'FILTER_PAYLOAD_INVALID',
    text: 'A filter must be a JSON object with filter fields as its members; got {got}.',
    target: '{target}',
  },
  filterFieldInvalid: {
    code: 'FILTER_PAYLOAD_INVALID',
    text: "Filter field '{name}' {fault}.",
    target: '{target}',
  },
  filterFieldTooLarge: {
    code: 'LIMIT_EXCEEDED',
    text: "Filter field '{name}' {fault}.",
    target: '{target}',
  },
  filterFieldUnknown: {
    code: 'FILTER_PAYLOAD_INVALID',
    text: "There is no filter field '{name}'.",
    target: '{target}',
  },
  filterFieldMisspelled: {
    code: 'FILTER_PAYLOAD_INVALID',
    text: "There is no filter field '{name}'; did you mean '{nearest}'?",
    target: '{target}',
  },
  filterFieldNotAccepted: {
    code: 'FILTER_PAYLOAD_INVALID',
    text: "There is no filter field '{name}'; the accepted fields are {accepted}.",
    target: '{target}',
  },
  moreFilterFieldsUnknown: {
    code: 'FILTER_PAYLOAD_INVALID',
    text: 'There are {count} more unknown filter fields.',
  },
  filterFieldMisplaced: {
    code: 'FILTER_PAYLOAD_INVALID',
    text: "Filter field '{name}' must be a member of the filter itself: it decides which records all criteria are about.",
    target: '{target}',
  },
  expressionNotList: {
    code: 'FILTER_PAYLOAD_INVALID',
    text: "'{name}' must be a list of filters; got {got}.",
    target: '{target}',
  },
  filterTooDeep: {
    code: 'LIMIT_EXCEEDED',
    text: 'The number of nested $or, $and and $not must be at most {limit}.',
    target: '{target}',
  },
  filterTooLong: {
    code: 'LIMIT_EXCEEDED',
    text: 'A filter must have at most {limit} criteria within $or, $and and $not.',
    target: '{target}',
  },
  searchInvalid: {
    code: 'FILTER_PAYLOAD_INVALID',
    text: "'search' {fault}.",
    target: 'search',
  },
  searchTooLong: {
    code: 'LIMIT_EXCEEDED',
    text: "'search' {fault}.",
    target: 'search',
  },

  sortFieldUnknown: {
    code: 'SORT_INVALID',
    text: "'{name}' is not a sortable field; the sortable fields are {sortable}.",
    target: 'sort',
    properties: ['sortable'],
  },
  sortDirectionInvalid: {
    code: 'SORT_INVALID',
    text: "The direction of '{name}' must be asc or desc, such as 'sort={name},desc'.",
    target: 'sort',
    properties: ['sortable'],
  },

  cursorUnknown: {
    code: 'CURSOR_INVALID',
    text: 'The cursor was not issued by this service; start again without a cursor.',
  },
  cursorMismatch: {
    code: 'CURSOR_INVALID',
    text: 'The cursor belongs to another resource, filter or sort; start again without a cursor.',
  },
} as const satisfies Record<string, ErrorMessage>
