/** The form of the requests: members and their JSON types. */
import { AppError } from '../foundation/errors.js'
import type { JsonSchema } from '../model/kinds.js'
import { createObjectReader } from '../model/object-reader.js'

export interface MetricBody {
  readonly operation?: string
  readonly field?: string
  readonly alias?: string
}
export interface CommonBody {
  readonly filter?: object
  readonly field?: string
  readonly metric?: MetricBody
  readonly metrics?: readonly MetricBody[]
}
export interface GroupByBody extends CommonBody {
  readonly limit?: number
  readonly orderBy?: string
}
export interface TimeSeriesBody extends CommonBody {
  readonly granularity?: string
  readonly from?: string
  readonly to?: string
  readonly fillGaps?: boolean
  readonly timeZone?: string
}
export interface DistributionBody extends GroupByBody {
  readonly mode?: string
  readonly bucketSize?: number | string
  readonly bucketCount?: number
}

const text: JsonSchema = { type: 'string' }
const number: JsonSchema = { type: 'number' }
const metric: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { operation: text, field: text, alias: text },
}
const common = {
  filter: { type: 'object' },
  field: text,
  metric,
  metrics: { type: 'array', items: metric },
}
const withFilter =
  <T extends CommonBody>(read: (sent: unknown) => T) =>
  (sent: unknown): T => {
    const body = read(sent)
    if (body.filter !== undefined) return body
    const message = "'filter' is required; {} matches all records."
    throw new AppError('REQUEST_PAYLOAD_INVALID', { message, target: 'filter' })
  }

const groupBy = { ...common, limit: number, orderBy: text }
/** The bodies of the endpoints. @throws AppError REQUEST_PAYLOAD_INVALID */
export const bodies = {
  groupBy: withFilter(createObjectReader<GroupByBody>(groupBy)),
  timeSeries: withFilter(
    createObjectReader<TimeSeriesBody>({
      ...common,
      granularity: text,
      from: text,
      to: text,
      fillGaps: { type: 'boolean' },
      timeZone: text,
    }),
  ),
  distribution: withFilter(
    createObjectReader<DistributionBody>({
      ...groupBy,
      mode: text,
      bucketSize: { type: ['number', 'string'] },
      bucketCount: number,
    }),
  ),
}
