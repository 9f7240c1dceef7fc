/** Columns of new records that the service fills: with the caller, the tenant or the time. */
import type { FilledBy } from '../../contract/columns.js'
import { memoize } from '../../foundation/functions/memoize.js'
import { formatDay, toWallClock } from '../../foundation/time/zoned-time.js'
import type { EntityModel } from '../../model/types/entity-model.js'
import type { WriteContext } from '../context.js'
import type { WriteValues } from './write-values.js'

type Filling = Pick<WriteContext, 'principal' | 'clock'>

const fillings: Readonly<Record<FilledBy, (call: Filling) => string | null>> = {
  caller: ({ principal }) => principal.id,
  tenant: ({ principal }) => principal.tenant,
  now: ({ clock }) => clock.now.toISOString(),
  today: ({ clock }) => formatDay(toWallClock(clock.now.getTime(), clock.zone)),
}

const filledColumns = memoize(({ columns }: EntityModel) =>
  [...columns.values()].flatMap((column) =>
    column.filledBy ? [{ column, fill: fillings[column.filledBy] }] : [],
  ),
)

/** Adds values for the columns that a create leaves out. */
export const withFilled = (
  call: Filling & Pick<WriteContext, 'resource'>,
  values: WriteValues,
): WriteValues => {
  const columns = filledColumns(call.resource.entity)
  if (columns.length === 0) return values
  const sent = new Set(values.assignments.map(({ column }) => column.column))
  const filled = columns
    .filter(({ column }) => !sent.has(column.column))
    .map(({ column, fill }) => ({ column, value: fill(call) }))
  return { ...values, assignments: [...values.assignments, ...filled] }
}
