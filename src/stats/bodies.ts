/** Reads the bodies of requests for statistics: their members and JSON types. */
import type { TObject } from 'typebox'
import { AppError, problem } from '../foundation/errors/app-error.js'
import { createObjectReader } from '../model/kinds/object-reader.js'
import { DistributionBody, GroupByBody, TimeSeriesBody } from '../wire/stats-requests.js'

const withFilter = <T extends TObject>(shape: T) => {
  const read = createObjectReader(shape)
  return (sent: unknown) => {
    const body = read(sent)
    if ('filter' in body) return body
    throw new AppError(problem('statsFilterRequired'))
  }
}

/** Readers of the bodies, by endpoint. @throws AppError REQUEST_PAYLOAD_INVALID */
export const bodies = {
  groupBy: withFilter(GroupByBody),
  timeSeries: withFilter(TimeSeriesBody),
  distribution: withFilter(DistributionBody),
}
