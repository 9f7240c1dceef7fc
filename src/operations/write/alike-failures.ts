/**
 * Finds the items of a set that fail as one of them did, with one statement: a thousand items
 * whose values are taken would take two thousand attempts.
 */
import { violationOf } from '../../database/errors/errors.js'
import type { AppError } from '../../foundation/errors/app-error.js'
import { takenValuesStatement } from '../../query/statements/batch-statements.js'
import { writtenColumns } from '../../query/statements/write-statements.js'
import type { Work } from '../work/work.js'
import { type Failures, type ItemWrite, within } from './item-write.js'
import type { LockedRecord } from './locked-records.js'
import { blame } from './own-fields.js'
import { mayLackReference } from './references.js'
import { missingReferences } from './set-references.js'

/**
 * Finds further items that fail in the same way, after their writes were undone. Other items may
 * fail, too.
 */
export const failuresLike = async (
  error: AppError,
  work: Work,
  writes: readonly ItemWrite[],
  records: ReadonlyMap<string, LockedRecord>,
): Promise<Failures> => {
  if (mayLackReference(error, work.call.resource)) {
    return missingReferences(work, writes, records)
  }
  if (violationOf(error)?.type === 'unique') return takenValues(error, work, writes)
  return new Map()
}

/** The rows that items update may give their values up. */
const takenValues = async (
  error: AppError,
  { call, transaction }: Work,
  writes: readonly ItemWrite[],
): Promise<Failures> => {
  const { resource, integrity } = call
  const { table, tenant } = resource.entity
  const violation = violationOf(error)!
  const names = integrity.uniqueColumnsOf(table, integrity.placeOf(violation) ?? violation)
  if (!names) return new Map()
  const sent = names.filter((name) => name !== tenant?.column)
  const complete = writes.flatMap((write) => {
    const written = writtenColumns(write.values.assignments)
    const values = sent.flatMap((name) => written.get(name) ?? [])
    return values.length === sent.length ? [{ write, values }] : []
  })
  const [first] = complete
  if (!first) return new Map()
  const taken = await transaction.run(
    takenValuesStatement(
      resource,
      {
        columns: first.values.map(({ part }) => part),
        rows: complete.map(({ values }) => values.map(({ text }) => text)),
      },
      writes.flatMap(({ record }) => record?.id ?? []),
      sent.length < names.length,
    ),
  )
  return new Map(
    taken.map((at) => {
      const { index, shape, place } = complete[at]!.write
      return [index, within(place, blame(error, call, shape) as AppError)]
    }),
  )
}
