/** Runs `beforeWrite` of a contract, and reads the values that code of a contract writes. */
import type { WriteCall } from '../../contract/calls.js'
import { nullText } from '../../model/kinds/kinds.js'
import { readerOf } from '../../model/kinds/value-reader.js'
import type { Operation } from '../../model/operation-table.js'
import { sentValueOf } from '../../model/stored-value.js'
import { type ColumnModel, type EntityModel, tableColumns } from '../../model/types/entity-model.js'
import type { Assignment } from '../../query/statements/write-statements.js'
import type { Work } from '../work/work.js'
import type { LockedRecord } from './locked-records.js'
import type { WriteValues } from './write-values.js'

/** An operation of a resource, or an action that writes. */
export type NamedOperation = Pick<Operation, 'id'>

/** Runs the hook of the resource, if it has one. It may change the values or refuse. */
export const runBeforeWrite = async (
  work: Work,
  { id }: NamedOperation,
  record: LockedRecord | undefined,
  values: WriteValues,
): Promise<WriteValues> => {
  const { call } = work
  const { entity, beforeWrite } = call.resource
  if (!beforeWrite) return values
  await work.transaction.flush()
  let { assignments } = values
  const hookCall = {
    ...work.context(),
    operation: id,
    record,
    changes: sentValuesOf(assignments),
    set: (changes: Readonly<Record<string, unknown>>) => {
      if (id === 'delete') throw new Error(`'set' was called in a delete of '${entity.name}'`)
      const set = assignmentsOf(entity, changes, call.clock.zone)
      const columns = new Set(set.map(({ column }) => column.column))
      assignments = [...assignments.filter(({ column }) => !columns.has(column.column)), ...set]
    },
  } as unknown as WriteCall
  await (beforeWrite as (call: WriteCall) => unknown)(hookCall)
  return { ...values, assignments }
}

export const sentValuesOf = (assignments: readonly Assignment[]) =>
  Object.fromEntries(
    assignments.map(({ column, value }) => [column.field, sentValueOf(value, column)]),
  )

/**
 * Reads values by field, as code of a contract writes them.
 *
 * @throws Error for an unknown column or an invalid value
 */
export const assignmentsOf = (
  entity: EntityModel,
  changes: Readonly<Record<string, unknown>>,
  zone: string,
): readonly Assignment[] => {
  const columns = new Map(tableColumns(entity).map((column) => [column.field, column]))
  return Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => toAssignment(entity.name, columns.get(field), field, value, zone))
}

const toAssignment = (
  entity: string,
  column: ColumnModel | undefined,
  field: string,
  value: unknown,
  zone: string,
): Assignment => {
  if (!column || column.generated) throw new Error(`'${field}' of '${entity}' is not to be written`)
  if (value === null) return { column, value: nullText(column) }
  const reading = readerOf(column).read(value, zone)
  if ('parameter' in reading) return { column, value: reading.parameter }
  throw new Error(`'${field}' of '${entity}' ${reading.fault}`)
}
