/**
 * Makes bodies of creates for introspected tables. Values of every column type are such that
 * columns that refer to each other have equal ones, and that the checks of `random-schemas.ts`
 * hold.
 */
import type { ColumnData, ColumnKind } from '../../src/contract/column.js'
import type { Entities } from '../../src/contract/paths.js'
import type { WriteShape } from '../../src/contract/shapes.js'
import { tableKey } from '../../src/database/catalog/catalog.js'
import type { EntityPlan } from '../../src/introspection/application-plan.js'
import type { ColumnPlan } from '../../src/introspection/plan-columns.js'

/** A record of each table that has one, as a response shows it. */
export type Records = Map<string, Readonly<Record<string, unknown>>>

const values: Partial<Record<ColumnKind, (column: ColumnData) => unknown>> = {
  text: ({ maxLength = 2, minLength = 1 }) =>
    'ab'.slice(0, Math.max(minLength, Math.min(maxLength, 2))),
  integer: () => 1,
  bigint: () => '1',
  decimal: ({ precision = 0 }) => (precision > 15 ? '1' : 1),
  float: () => 1,
  boolean: () => true,
  date: () => '2026-03-20',
  instant: () => '2026-03-20T00:00:00Z',
  localDateTime: () => '2026-03-20T00:00:00',
  time: () => '15:45:00',
  duration: () => 'P1D',
  uuid: () => '00000000-0000-4000-8000-000000000001',
  enum: ({ values: [value] = [] }) => value,
  json: () => ({ a: [1] }),
  array: () => [],
}

const ownValue = (column: ColumnData): unknown => values[column.kind]!(column)

/** Undefined if a record is missing that the new one must refer to. */
export const createBody = (
  plan: EntityPlan,
  shape: WriteShape,
  entities: Entities,
  plans: readonly EntityPlan[],
  records: Records,
): Readonly<Record<string, unknown>> | undefined => {
  const { fields } = entities[plan.name]!
  const members: (readonly [string, unknown])[] = []
  for (const [member, path] of Object.entries(shape)) {
    const [name = '', rest = ''] = path === '.' ? [member] : (path as string).split('.')
    const field = fields[name]!
    if (field.is === 'relation' && field.type === 'manyToMany') {
      members.push([member, []])
      continue
    }
    const column = plan.columns.find((each) => each.field === member)
    const referred =
      field.is === 'relation'
        ? (records.get(tableKey(planNamed(plans, field.to).table))?.[rest] ?? 'missing')
        : column && referencedValue(plan, column, plans, records)
    if (referred === 'missing') {
      if (!('nullable' in field && field.nullable)) return undefined
      members.push([member, null])
    } else {
      members.push([member, referred ?? ownValue(field as ColumnData)])
    }
  }
  return Object.fromEntries(members)
}

const planNamed = (plans: readonly EntityPlan[], entity: string): EntityPlan =>
  plans.find(({ name }) => name === entity)!

/**
 * The value of the record to which the column refers; undefined if it refers to none, or is of
 * another type.
 */
const referencedValue = (
  { table }: EntityPlan,
  { source, factory }: ColumnPlan,
  plans: readonly EntityPlan[],
  records: Records,
): unknown => {
  for (const { columns, references } of table.constraints) {
    const index = columns.indexOf(source.name)
    if (!references || index < 0) continue
    const place = tableKey({ schema: references.schema, name: references.table })
    const target = plans.find((each) => tableKey(each.table) === place)
    const record = records.get(place)
    if (!target || !record) return 'missing'
    const name = references.columns[index]
    const key = target.columns.find((each) => each.source.name === name)
    return key?.factory === factory ? record[key.field] : undefined
  }
  return undefined
}
