/** Messages about requests for statistics. */
import type { ErrorMessage } from './error-message.js'

export const statsErrors = {
  statsTurnedOff: {
    code: 'NOT_SUPPORTED',
    text: 'Statistics are turned off.',
  },
  statsNotSupported: {
    code: 'NOT_SUPPORTED',
    text: "'{resource}' does not have these statistics.",
  },
  statsFilterRequired: {
    code: 'REQUEST_PAYLOAD_INVALID',
    text: "'filter' is required; an empty object matches all records.",
    target: 'filter',
  },

  statsValueUnknown: {
    code: 'STATS_REQUEST_INVALID',
    text: "'{target}' must be one of {accepted}.",
    target: '{target}',
  },
  statsCountInvalid: {
    code: 'STATS_REQUEST_INVALID',
    text: "'{target}' must be an integer from 1 to {limit}.",
    target: '{target}',
  },
  statsDayInvalid: {
    code: 'STATS_REQUEST_INVALID',
    text: "'{target}' must be a day, yyyy-MM-dd.",
    target: '{target}',
  },
  statsZoneInvalid: {
    code: 'STATS_REQUEST_INVALID',
    text: "'timeZone' must be an IANA name such as Europe/Lisbon.",
    target: 'timeZone',
  },
  statsFromAfterTo: {
    code: 'STATS_REQUEST_INVALID',
    text: "'from' must not be after 'to'.",
    target: 'from',
  },
  tooManyPoints: {
    code: 'STATS_REQUEST_INVALID',
    text: 'The series would have {points} points; at most {limit} are allowed. Narrow the bounds, or choose a coarser granularity.',
    target: 'granularity',
  },

  statsFieldRequired: {
    code: 'STATS_REQUEST_INVALID',
    text: "'field' is required; the available fields are {available}.",
    target: 'field',
  },
  statsFieldUnknown: {
    code: 'STATS_REQUEST_INVALID',
    text: "The field '{name}' is not available here; the available fields are {available}.",
    target: 'field',
  },
  tooManyMetrics: {
    code: 'STATS_REQUEST_INVALID',
    text: 'A request may have at most {limit} metrics.',
    target: 'metrics',
  },
  metricAliasInvalid: {
    code: 'STATS_REQUEST_INVALID',
    text: 'An alias has 1 to {maxLength} characters.',
    target: '{target}',
  },
  metricKeyRepeated: {
    code: 'STATS_REQUEST_INVALID',
    text: "Two metrics have the key '{key}'; give one of them an alias.",
    target: '{target}',
  },
  countHasNoField: {
    code: 'STATS_REQUEST_INVALID',
    text: "COUNT counts records and has no field; leave 'field' out.",
    target: '{target}',
  },
  metricNotAllowed: {
    code: 'STATS_REQUEST_INVALID',
    text: "{operation} is not allowed for the field '{field}'; the allowed operations are {allowed}.",
    target: '{target}',
  },
  measureRequired: {
    code: 'STATS_REQUEST_INVALID',
    text: '{operation} needs a field; the allowed fields are {allowed}.',
    target: '{target}',
  },
  measureNotAllowed: {
    code: 'STATS_REQUEST_INVALID',
    text: "{operation} is not allowed for the field '{name}'; the allowed fields are {allowed}.",
    target: '{target}',
  },

  distributionMetrics: {
    code: 'STATS_REQUEST_INVALID',
    text: "A distribution has one metric; send 'metric' instead of 'metrics'.",
    target: 'metrics',
  },
  histogramOnly: {
    code: 'STATS_REQUEST_INVALID',
    text: "'{target}' belongs to the mode HISTOGRAM.",
    target: '{target}',
  },
  histogramMetric: {
    code: 'STATS_REQUEST_INVALID',
    text: 'A histogram counts records; its metric must be COUNT.',
    target: 'metric.operation',
  },
  bucketsRequired: {
    code: 'STATS_REQUEST_INVALID',
    text: "A histogram needs 'bucketSize' or 'bucketCount'.",
    target: 'bucketSize',
  },
  bucketCountTells: {
    code: 'STATS_REQUEST_INVALID',
    text: "A histogram of this field needs 'bucketSize': the ends of 'bucketCount' buckets would be values of single records.",
    target: 'bucketSize',
  },
  bucketSizeInvalid: {
    code: 'STATS_REQUEST_INVALID',
    text: "'bucketSize' must be {accepted}.",
    target: 'bucketSize',
  },
  bucketsTooNarrow: {
    code: 'LIMIT_EXCEEDED',
    text: "This width gives {buckets} buckets; at most {limit} are allowed. A 'bucketSize' of {bucketSize} fits.",
    target: 'bucketSize',
    properties: ['limit', 'bucketSize'],
  },
  noFittingWidth: {
    code: 'LIMIT_EXCEEDED',
    text: "This width gives {buckets} buckets; at most {limit} are allowed. Send 'bucketCount' instead.",
    target: 'bucketSize',
    properties: ['limit'],
  },
} as const satisfies Record<string, ErrorMessage>
