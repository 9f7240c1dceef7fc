/** The form of the requests: members and their JSON types. */
import { AppError } from '../foundation/errors.js'
import { createObjectReader } from '../model/kinds/object-reader.js'
import { distributionMembers, groupByMembers, timeSeriesMembers } from '../wire/request-bodies.js'

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

const withFilter =
  <T extends CommonBody>(read: (sent: unknown) => T) =>
  (sent: unknown): T => {
    const body = read(sent)
    if (body.filter !== undefined) return body
    const message = "'filter' is required; {} matches all records."
    throw new AppError('REQUEST_PAYLOAD_INVALID', { message, target: 'filter' })
  }

/** The bodies of the endpoints. @throws AppError REQUEST_PAYLOAD_INVALID */
export const bodies = {
  groupBy: withFilter(createObjectReader<GroupByBody>(groupByMembers)),
  timeSeries: withFilter(createObjectReader<TimeSeriesBody>(timeSeriesMembers)),
  distribution: withFilter(createObjectReader<DistributionBody>(distributionMembers)),
}
