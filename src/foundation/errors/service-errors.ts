/** Messages about the service itself: overload, time limits, the database, defects. */
import type { ErrorMessage } from './error-message.js'

export const serviceErrors = {
  stopping: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'The service is stopping; send the request again.',
  },
  tooManyOnConnection: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'Too many requests are in progress on this connection; wait for their responses before sending more.',
  },
  tooManyRequests: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'Too many requests are in progress; try again.',
  },
  tooManyStreams: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'Too many streams of changes are open; try again.',
  },
  rateLimited: {
    code: 'RATE_LIMITED',
    text: 'You may spend {quota} units in {window} s; try again in {seconds} s.',
    properties: ['quota', 'window'],
  },
  tooManyStatements: {
    code: 'RATE_LIMITED',
    text: 'Too many of your requests use the database at the same time; try again.',
  },
  tooManyOwnStreams: {
    code: 'RATE_LIMITED',
    text: 'You have {limit} streams of changes open; close one before you open another.',
    properties: ['limit'],
  },
  rateLimitUnavailable: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'Limits of callers cannot be checked at the moment; try again.',
  },
  databaseUnreachable: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'The database is temporarily unreachable; try again later.',
  },
  connectionsBusy: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'All database connections are busy; try again.',
  },
  streamsBusy: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'Too many exports and complete lists are in progress; try again.',
  },
  recordBusy: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'Other requests are changing the record; try again.',
  },
  tokenKeysUnavailable: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'The keys for verifying tokens are temporarily unavailable.',
  },
  queryTooSlow: {
    code: 'QUERY_TIMEOUT',
    text: 'The query took too long and was stopped. Request less data, for example with a narrower filter.',
  },
  queryTimedOut: {
    code: 'QUERY_TIMEOUT',
    text: 'The query took longer than {limitMs} ms and was stopped. Request less data, for example with a narrower filter.',
  },
  transactionTimedOut: {
    code: 'QUERY_TIMEOUT',
    text: 'The request took longer than {limitMs} ms and was cancelled. Check whether its changes were saved before you send it again without an idempotency key.',
  },
  writeTimedOut: {
    code: 'QUERY_TIMEOUT',
    text: 'A statement of the request took longer than {limitMs} ms and was cancelled. Check whether its changes were saved before you send it again without an idempotency key.',
  },
  writesRefused: {
    code: 'NOT_SUPPORTED',
    text: "Requests that write cannot be explained: 'corollary explain' changes nothing.",
  },
  internalError: {
    code: 'INTERNAL_ERROR',
    text: 'The request could not be processed.',
  },
} as const satisfies Record<string, ErrorMessage>
