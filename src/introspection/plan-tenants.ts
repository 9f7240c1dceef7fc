/**
 * Finds the column that holds the tenant of a row, and takes it out of keys and foreign keys: the
 * rest of the application is planned as if each tenant had tables of its own.
 */
import { tableKey } from '../database/catalog/catalog.js'
import {
  primaryKeyOf,
  type SourceColumn,
  type SourceTable,
  type ViewKey,
} from '../database/catalog/source-tables.js'
import type { TenantCandidate } from './application-plan.js'
import { camelCase, claim } from './names.js'
import { type ColumnPlan, planColumn } from './plan-columns.js'

export interface TenantPlan {
  /** What entities are made from. */
  readonly tables: readonly SourceTable[]
  /** The column of the tenant, of tables whose rows belong to one. */
  readonly columnOf: ReadonlyMap<SourceTable, SourceColumn>
  /** Tables that are left out, and why. */
  readonly leftOut: ReadonlyMap<SourceTable, string>
  readonly candidate: TenantCandidate | undefined
}

/** Names that mean nothing else. */
const tenantName = /^tenant(_?(id|key|code|name))?$/i
/** Names that mean a tenant if the keys of most tables contain them. */
const ownerName = /^(account|client|company|customer|firm|org|organi[sz]ation|workspace)(_?id)?$/i

const tenantTypes: ReadonlySet<string> = new Set([
  'text',
  'character varying',
  'uuid',
  'smallint',
  'integer',
  'bigint',
])

const isPartOfKey = (table: SourceTable, name: string): boolean => {
  const key = primaryKeyOf(table)
  return key.length > 1 && key.includes(name)
}

const isWholeKey = (table: SourceTable, name: string): boolean => {
  const key = primaryKeyOf(table)
  return key.length === 1 && key[0] === name
}

/** The column whose name most tables have, with the type that it has in the first of them. */
const findColumn = (tables: readonly SourceTable[]): SourceColumn | undefined => {
  const counts = new Map<string, SourceColumn[]>()
  for (const table of tables) {
    for (const column of table.columns) {
      const { name, type, notNull } = column
      if (!notNull || !tenantTypes.has(type) || isWholeKey(table, name)) continue
      const holds = tenantName.test(name) || (ownerName.test(name) && isPartOfKey(table, name))
      if (holds) counts.set(name, [...(counts.get(name) ?? []), column])
    }
  }
  const [most] = [...counts.values()].sort((a, b) => b.length - a.length)
  return most && most.length * 2 > tables.length ? most[0] : undefined
}

/** Fewer tables than these do not suggest that all rows belong to somebody. */
const fewestWithCandidate = 3

/**
 * Finds a column whose name suggests a tenant, although the database does not show that it is one.
 */
const findCandidate = (tables: readonly SourceTable[]): TenantCandidate | undefined => {
  const counts = new Map<string, number>()
  for (const { name } of tables.flatMap(({ columns }) => columns)) {
    if (!/^tenant/i.test(name) && !ownerName.test(name)) continue
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  if (!most) return undefined
  const [column, count] = most
  const isFrequent = count >= fewestWithCandidate && count * 3 >= tables.length
  return isFrequent ? { column, tables: count, of: tables.length } : undefined
}

/** If no tenant is found, returns the tables unchanged. */
export const planTenants = (tables: readonly SourceTable[]): TenantPlan => {
  const found = findColumn(tables.filter(({ isView }) => !isView))
  if (!found) {
    const candidate = findCandidate(tables.filter(({ isView }) => !isView))
    return { tables, columnOf: new Map(), leftOut: new Map(), candidate }
  }
  const division = divideBy(found, tables)
  leaveOutListed(found.name, tables, division)
  leaveOutReferring(found.name, tables, division)
  const { ofTenants, reasons } = division
  const kept = tables.filter((table) => !reasons.has(table))
  const made = kept.map((table) => [table, without(found.name, table)] as const)
  return {
    tables: made.map(([, table]) => table),
    columnOf: new Map(
      made.flatMap(([table, planned]) => {
        const column = ofTenants.get(table)
        return column ? [[planned, column] as const] : []
      }),
    ),
    leftOut: reasons,
    candidate: undefined,
  }
}

interface Division {
  /** Tables whose rows belong to tenants, with the column that says to which. */
  readonly ofTenants: Map<SourceTable, SourceColumn>
  /** Why tables are left out. */
  readonly reasons: Map<SourceTable, string>
}

/** Divides the tables that have the column, and the views, by whether it says whose rows are. */
const divideBy = ({ name, type }: SourceColumn, tables: readonly SourceTable[]): Division => {
  const ofTenants: Division['ofTenants'] = new Map()
  const reasons: Division['reasons'] = new Map()
  for (const table of tables) {
    const column = table.columns.find((candidate) => candidate.name === name)
    if (table.isView) {
      if (column?.type === type) ofTenants.set(table, column)
      else
        reasons.set(table, `it may show rows of tenants, and has no column '${name}' of their type`)
      continue
    }
    if (!column) continue
    if (isWholeKey(table, name)) reasons.set(table, isListed)
    else if (column.notNull && column.type === type) ofTenants.set(table, column)
    else reasons.set(table, `its '${name}' may be null or is of another type`)
  }
  return { ofTenants, reasons }
}

/** Leaves out the tables whose rows are the tenants: rows of tenants refer to them. */
const leaveOutListed = (
  name: string,
  tables: readonly SourceTable[],
  { ofTenants, reasons }: Division,
): void => {
  for (const table of tables) {
    const isReferred = [...ofTenants.keys()].some((referring) => refersBy(referring, [name], table))
    if (isReferred && !ofTenants.has(table)) reasons.set(table, isListed)
  }
}

/** Leaves out the tables that refer to rows of tenants, and those that refer to these. */
const leaveOutReferring = (
  name: string,
  tables: readonly SourceTable[],
  { ofTenants, reasons }: Division,
): void => {
  let before = -1
  while (before < reasons.size) {
    before = reasons.size
    for (const table of tables) {
      if (ofTenants.has(table) || reasons.has(table)) continue
      const reached = [...ofTenants.keys(), ...reasons.keys()]
      if (reached.some((referred) => refers(table, referred)))
        reasons.set(table, `it refers to rows of tenants, and has no column '${name}'`)
    }
  }
}

/** The service fills it, whatever default it has. @param taken names of the entity's fields */
export const planTenantColumn = (source: SourceColumn, taken: Set<string>): ColumnPlan => {
  const plain = { ...source, hasDefault: false, defaultExpression: null }
  const roles = { isKey: false, isKeyPart: true, isReference: true, isNumericId: false }
  const plan = planColumn(plain, claim(taken, camelCase(source.name)), roles)
  if ('reason' in plan) throw new Error(plan.reason)
  return plan
}

const isListed = 'its rows are the tenants, and every tenant would see the others'

const referencesTo = ({ constraints }: SourceTable, target: SourceTable) =>
  constraints.filter(
    ({ references }) =>
      references &&
      tableKey({ schema: references.schema, name: references.table }) === tableKey(target),
  )

const refers = (table: SourceTable, target: SourceTable): boolean =>
  referencesTo(table, target).length > 0

/** True if a foreign key consists of these columns. */
const refersBy = (table: SourceTable, columns: readonly string[], target: SourceTable): boolean =>
  referencesTo(table, target).some(
    (reference) =>
      reference.columns.length === columns.length &&
      reference.columns.every((each) => columns.includes(each)),
  )

/** What was unique together with the tenant is unique within a tenant. */
const without = (name: string, table: SourceTable): SourceTable => {
  if (!table.columns.some((column) => column.name === name)) return table
  const constraints = table.constraints.map((constraint) => {
    const { columns, references } = constraint
    const kept = columns.flatMap((column, index) => (column === name ? [] : [index]))
    return {
      ...constraint,
      columns: kept.map((index) => columns[index]!),
      references: references && {
        ...references,
        columns: kept.map((index) => references.columns[index]!),
      },
    }
  })
  const indexes = table.indexes.map((index) => ({
    ...index,
    keys: index.keys.filter(({ column }) => column !== name),
  }))
  return {
    ...table,
    ...(table.viewKey ? { viewKey: keyWithout(name, table.viewKey) } : {}),
    columns: table.columns.filter((column) => column.name !== name),
    constraints: constraints.filter(({ columns }) => columns.length > 0),
    indexes: indexes.filter(({ keys }) => keys.length > 0),
  }
}

const keyWithout = (name: string, key: ViewKey): ViewKey => {
  if ('reason' in key) return key
  const columns = key.columns.filter((column) => column !== name)
  return columns.length > 0 ? { ...key, columns } : { reason: 'its key is the tenant alone' }
}
