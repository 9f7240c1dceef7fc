/**
 * The members of bodies that no contract declares: what is published is what requests are held against.
 */
import type { JsonSchema } from '../foundation/json-schema.js'

export type Members = Readonly<Record<string, JsonSchema>>

const text: JsonSchema = { type: 'string' }
const number: JsonSchema = { type: 'number' }
const texts: JsonSchema = { type: 'array', items: text }
const filter: JsonSchema = { type: 'object' }

/** `TAB` names the tab character, which code generators make no name of. */
export const csvDelimiters = [',', ';', '|', 'TAB'] as const

const csv: JsonSchema = {
  type: 'object',
  properties: {
    delimiter: { enum: [...csvDelimiters, '\t'] },
    includeBom: { type: 'boolean' },
  },
}

/** What stands above the columns of a file. */
export const exportHeaders: JsonSchema = { enum: ['labels', 'fields'] }

export const exportMembers: Members = {
  format: { enum: ['csv', 'json', 'xlsx', 'excel'] },
  scope: { enum: ['filtered', 'selected', 'all'] },
  filters: {},
  selectedIds: { type: 'array' },
  sort: texts,
  fields: { ...texts, minItems: 1 },
  fileName: { type: 'string', minLength: 1, maxLength: 200 },
  maxRows: { type: 'integer', minimum: 1, maximum: 1_000_000_000 },
  formatOptions: {
    type: 'object',
    properties: { headers: exportHeaders, csv },
  },
}

export const optionSourceMembers: Members = {
  filter: {},
  search: text,
  sort: { anyOf: [text, texts] },
  includeIds: { type: 'array' },
}

export const optionIdsMembers: Members = { ids: { type: 'array' }, filter: {} }

const metric: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { operation: text, field: text, alias: text },
}
const metrics: JsonSchema = { type: 'array', items: metric }
const common: Members = { filter, field: text, metric, metrics }

export const groupByMembers: Members = { ...common, limit: number, orderBy: text }

export const timeSeriesMembers: Members = {
  ...common,
  granularity: text,
  from: text,
  to: text,
  fillGaps: { type: 'boolean' },
  timeZone: text,
}

export const distributionMembers: Members = {
  ...groupByMembers,
  mode: text,
  bucketSize: { type: ['number', 'string'] },
  bucketCount: number,
}
