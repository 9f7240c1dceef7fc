/** Messages about the request itself: its head, parameters and body. */
import type { ErrorMessage } from './error-message.js'

export const requestErrors = {
  malformedRequest: {
    code: 'INVALID_PARAMETER',
    text: 'The request is not valid HTTP.',
  },
  requestTooSlow: {
    code: 'REQUEST_TIMEOUT',
    text: 'The request did not arrive in time; send its headers and its body without a pause.',
  },
  routeNotFound: {
    code: 'ROUTE_NOT_FOUND',
    text: 'There is nothing at this path.',
  },
  methodNotAllowed: {
    code: 'METHOD_NOT_ALLOWED',
    text: '{method} is not allowed here; use one of {allowed}.',
  },
  operationNotOffered: {
    code: 'METHOD_NOT_ALLOWED',
    text: "{method} is not allowed here, because this resource does not offer the operation '{operation}'; use one of {allowed}.",
  },
  pathNotDecodable: {
    code: 'INVALID_PARAMETER',
    text: 'The path is not percent-encoded correctly.',
  },
  pathTooLong: {
    code: 'URI_TOO_LONG',
    text: 'A segment of the path is too long.',
  },
  targetTooLong: {
    code: 'URI_TOO_LONG',
    text: 'Path and query together may have at most {limit} bytes. A long list of ids can also be sent in a body.',
    properties: ['limit'],
  },
  headersTooLarge: {
    code: 'HEADERS_TOO_LARGE',
    text: 'The request line and the headers together may have at most {limit} bytes.',
    properties: ['limit'],
  },
  headerRepeated: {
    code: 'INVALID_PARAMETER',
    text: 'Send the header {name} only once.',
    target: '{name}',
  },
  transferCodingUnsupported: {
    code: 'INVALID_PARAMETER',
    text: "The header Transfer-Encoding must be 'chunked', once.",
    target: 'Transfer-Encoding',
  },
  hostMissing: {
    code: 'INVALID_PARAMETER',
    text: 'Send the header Host.',
    target: 'Host',
  },
  hostMismatch: {
    code: 'INVALID_PARAMETER',
    text: 'The request target and the header Host must name the same host.',
    target: 'Host',
  },
  notAcceptable: {
    code: 'NOT_ACCEPTABLE',
    text: 'The response is sent as {mediaTypes}; include this type in the header Accept.',
  },
  ifMatchInvalid: {
    code: 'INVALID_RESOURCE_VERSION',
    text: 'If-Match must be * or a list of entity tags, such as "7.k3JqXy"; send the ETag of the record.',
  },
  ifMatchOnBatch: {
    code: 'INVALID_RESOURCE_VERSION',
    text: 'A batch must not have If-Match, because each record has its own version; send it as the version of the item.',
  },
  readTokenInvalid: {
    code: 'INVALID_PARAMETER',
    text: 'X-Read-Token must be the value of the header X-Read-Token of an earlier response, unchanged.',
    target: 'X-Read-Token',
  },
  idempotencyKeyInvalid: {
    code: 'INVALID_PARAMETER',
    text: 'Idempotency-Key must have 1 to {maxLength} visible ASCII characters.',
    target: 'Idempotency-Key',
  },
  idempotencyOff: {
    code: 'INVALID_PARAMETER',
    text: 'This service stores no responses for repeated requests, so it does not accept Idempotency-Key.',
    target: 'Idempotency-Key',
  },
  idempotencyKeyRequired: {
    code: 'MISSING_REQUEST_PARAMETER',
    text: "'{action}' requires the header Idempotency-Key, so that a repeated request runs only once.",
    target: 'Idempotency-Key',
  },

  parameterNotInteger: {
    code: 'INVALID_PARAMETER',
    text: "'{name}' must be one integer of at least {minimum}.",
    target: '{name}',
  },
  parameterNotFlag: {
    code: 'INVALID_PARAMETER',
    text: "'{name}' must be true or false.",
    target: '{name}',
  },
  parameterRepeated: {
    code: 'INVALID_PARAMETER',
    text: "Send the parameter '{name}' only once.",
    target: '{name}',
  },
  pageTooLarge: {
    code: 'LIMIT_EXCEEDED',
    text: 'A page has at most {limit} rows.',
    target: 'size',
    properties: ['limit'],
  },
  cursorsExclusive: {
    code: 'INVALID_PARAMETER',
    text: "Send either 'after' or 'before', not both.",
    target: 'before',
  },
  locateIdMissing: {
    code: 'MISSING_REQUEST_PARAMETER',
    text: "Send the parameter 'id', which names the record to locate.",
    target: 'id',
  },

  idInvalid: {
    code: 'INVALID_PARAMETER',
    text: "'{target}' {fault}.",
    target: '{target}',
  },
  idOfResourceInvalid: {
    code: 'INVALID_PARAMETER',
    text: "An id of '{resource}' {fault}.",
  },
  idsRequired: {
    code: 'RESOURCE_IDS_REQUIRED',
    text: 'Send at least one id.',
    target: '{target}',
  },
  idsNotList: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: "'{target}' must be a list of ids, such as [1, 2]; got {got}.",
    target: '{target}',
  },
  bodyNotIds: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: 'The body must be a list of ids, such as [1, 2]; got {got}.',
  },
  tooManyIds: {
    code: 'LIMIT_EXCEEDED',
    text: 'A request may have at most {limit} ids; got {count}.',
    target: '{target}',
    properties: ['limit'],
  },

  queriesMissing: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: "'queries' must be a list of at least one query, each with 'name', 'path' and 'body'.",
    target: 'queries',
  },
  tooManyQueries: {
    code: 'LIMIT_EXCEEDED',
    text: 'A request may have at most {limit} queries; got {count}.',
    target: 'queries',
    properties: ['limit'],
  },
  queryNameRepeated: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: "Another query has the name '{name}' already; each name must be unique.",
    target: '{target}',
  },
  notAQuery: {
    code: 'INVALID_PARAMETER',
    text: "'{path}' does not read records by POST. A query must have the path of a filter, a cursor, a position, options or statistics.",
    target: 'path',
  },

  mediaTypeUnsupported: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    text: 'Send the body as application/json in UTF-8.',
  },
  contentEncodingUnsupported: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    text: 'Send the body without Content-Encoding.',
  },
  bodyTooLarge: {
    code: 'PAYLOAD_TOO_LARGE',
    text: 'The body is too large.',
  },
  contentLengthWrong: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: 'The length of the body differs from Content-Length.',
  },
  bodyNotUtf8: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: 'The body is not encoded in UTF-8.',
  },
  bodyNotJson: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: 'The body is not valid JSON.',
  },
  bodyTooDeep: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: 'The body is nested more than {limit} levels deep.',
  },
  bodyNotObject: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: 'The body must be a JSON object; got {got}.',
  },
  memberInvalid: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: "'{target}' {fault}.",
    target: '{target}',
  },
  memberUnknown: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: "There is no member '{name}'.",
    target: '{target}',
  },
  memberMisspelled: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: "There is no member '{name}'; did you mean '{nearest}'?",
    target: '{target}',
  },
  memberNotAccepted: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: "There is no member '{name}'; the accepted members are {accepted}.",
    target: '{target}',
  },
  moreMembersUnknown: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: 'There are {count} more unknown members.',
  },
} as const satisfies Record<string, ErrorMessage>
