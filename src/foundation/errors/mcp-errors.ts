/** Messages about agents: sessions, arguments of tools, confirmations. */
import type { ErrorMessage } from './error-message.js'

export const mcpErrors = {
  mcpSessionInvalid: {
    code: 'INVALID_PARAMETER',
    text: "The header 'Mcp-Session-Id' must have the value that the response to 'initialize' had.",
    target: 'Mcp-Session-Id',
  },
  mcpVersionUnsupported: {
    code: 'INVALID_PARAMETER',
    text: "'MCP-Protocol-Version' must be {versions}.",
    target: 'MCP-Protocol-Version',
  },
  mcpResourceUnknown: {
    code: 'CATALOG_NOT_FOUND',
    text: "There is no such resource; 'list_resources' lists those that you may use.",
    target: 'resource',
  },
  mcpResourceMisspelled: {
    code: 'CATALOG_NOT_FOUND',
    text: "There is no such resource; did you mean '{nearest}'? 'list_resources' lists those that you may use.",
    target: 'resource',
  },
  mcpOperationUnknown: {
    code: 'SCHEMA_NOT_FOUND',
    text: 'The resource has no such operation that you may use; its operations are {operations}.',
    target: 'operation',
  },
  mcpOperationNone: {
    code: 'SCHEMA_NOT_FOUND',
    text: 'The resource has no such operation that you may use.',
    target: 'operation',
  },
  mcpRecordIdMissing: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: "'{operation}' concerns a record, so 'id' is required.",
    target: 'id',
  },
  mcpRecordIdUnused: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: "'{operation}' does not concern a single record, so 'id' must be left out.",
    target: 'id',
  },
  mcpResultTooLarge: {
    code: 'LIMIT_EXCEEDED',
    text: 'The result has {size} characters, and {limit} are allowed; request fewer fields, fewer records or a smaller range.',
    properties: ['limit'],
  },
  mcpServiceUnreachable: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'The service at {origin} cannot be reached; try again later.',
  },
  mcpDryRunUnpublished: {
    code: 'NOT_SUPPORTED',
    text: "The service does not publish dry runs of '{operation}', so agents cannot perform it. Nothing was sent.",
  },
  mcpDryRunIgnored: {
    code: 'NOT_SUPPORTED',
    text: 'The service does not support dry runs; it may have executed the request.',
  },
  confirmationInvalid: {
    code: 'INVALID_PARAMETER',
    text: "The confirmation does not belong to these arguments and this caller; call the tool again without 'confirmation'.",
    target: 'confirmation',
  },
  confirmationExpired: {
    code: 'INVALID_PARAMETER',
    text: "The confirmation is older than {minutes} minutes; call the tool again without 'confirmation'.",
    target: 'confirmation',
  },
  confirmedRecordChanged: {
    code: 'STALE_RESOURCE_VERSION',
    text: "A record has changed since the dry run; call the tool again without 'confirmation'.",
    target: 'confirmation',
  },
} as const satisfies Record<string, ErrorMessage>
