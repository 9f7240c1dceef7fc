/** Columns of new records that the service fills: with the caller, the tenant or the time. */
import type { FilledBy } from '../../contract/column.js'
import { formatDay, toWallClock } from '../../foundation/time/zoned-time.js'
import type { WriteContext } from '../context.js'
import type { WriteValues } from './write-values.js'

type Filling = Pick<WriteContext, 'principal' | 'clock'>

const fillings: Readonly<Record<FilledBy, (call: Filling) => string | null>> = {
  caller: ({ principal }) => principal.id,
  tenant: ({ principal }) => principal.tenant,
  now: ({ clock }) => clock.now.toISOString(),
  today: ({ clock }) => formatDay(toWallClock(clock.now.getTime(), clock.zone)),
}

/** Adds values for the columns that a create leaves out. */
export const withFilled = (
  call: Filling & Pick<WriteContext, 'resource'>,
  values: WriteValues,
): WriteValues => {
  const columns = [...call.resource.entity.columns.values()].filter(({ filledBy }) => filledBy)
  if (columns.length === 0) return values
  const sent = new Set(values.assignments.map(({ column }) => column.column))
  const filled = columns
    .filter(({ column }) => !sent.has(column))
    .map((column) => ({ column, value: fillings[column.filledBy!](call) }))
  return { ...values, assignments: [...values.assignments, ...filled] }
}
