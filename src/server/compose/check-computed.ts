/**
 * Compares computed fields with what PostgreSQL says of their expressions: whether it takes them,
 * their types, whether they are null, and whether equal rows always give equal values.
 */
import type pg from 'pg'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import { atTime } from '../../foundation/execution/statement.js'
import { kinds } from '../../model/kinds/kinds.js'
import type {
  ColumnModel,
  ComputedPart,
  ComputedSql,
  EntityModel,
} from '../../model/types/entity-model.js'
import { type ColumnTarget, isNullable } from '../../model/types/path.js'
import { createTables, Scope } from '../../query/rows/visible-rows.js'
import { expressionSql } from '../../query/sql/expressions.js'
import { type Sql, sql, toSqlText } from '../../query/sql/sql.js'

export const checkComputed = async (
  client: pg.ClientBase,
  entities: readonly EntityModel[],
  diagnostics: Diagnostics,
): Promise<void> => {
  const columns = entities.flatMap(({ computed }) => [...computed.values()])
  const called = columns.flatMap((column) => calledIn(textOf(column)))
  const volatile = await volatileFunctions(client, called)
  for (const column of columns) {
    const { entity, field } = column
    const fault = faultOf(textOf(column), volatile) ?? (await refusalOf(client, column))
    if (fault !== undefined) {
      diagnostics.error('COMPUTED_INVALID', `entities.${entity.name}.${field}`, fault)
    }
  }
}

/** What makes equal rows have different values. */
const faultOf = (text: string, volatile: ReadonlySet<string>): string | undefined => {
  const unsteady = calledIn(text).find((name) => volatile.has(name))
  if (unsteady !== undefined) {
    return `The function ${unsteady} is volatile: equal rows would have different values.`
  }
  return clockWords.test(text)
    ? 'The expression depends on the time; use today or now of the package there, so that it is known.'
    : undefined
}

/** The texts of an expression, without its holes; empty for an aggregate. */
const textOf = ({ computed }: ColumnModel): string =>
  computed?.is === 'sql' ? textsOf(computed).join(' ') : ''

const textsOf = ({ texts, parts }: ComputedSql): readonly string[] => [
  ...texts,
  ...parts.flatMap((part) => (part.is === 'sql' ? textsOf(part) : [])),
]

const clockWords =
  /\b(current_(date|time|timestamp)|local(time|timestamp))\b|\b(now|(statement|transaction)_timestamp)\s*\(/i

const calledIn = (text: string): readonly string[] =>
  [...text.matchAll(/([a-z_][\w$]*)\s*\(/gi)].map(([, name]) => name!.toLowerCase())

const volatileFunctions = async (
  client: pg.ClientBase,
  names: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (names.length === 0) return new Set()
  const { rows } = await client.query<{ name: string }>(
    `select distinct proname::text as name from pg_proc where proname = any($1) and provolatile = 'v'`,
    [[...new Set(names)]],
  )
  return new Set(rows.map(({ name }) => name))
}

/** What PostgreSQL refuses, a type that does not fit, or a null that the field must not have. */
const refusalOf = async (
  client: pg.ClientBase,
  column: ColumnModel,
): Promise<string | undefined> => {
  await client.query('begin read only')
  try {
    const holes = column.computed?.is === 'sql' ? holesIn(column.computed) : []
    const [type = '', ...typesOfHoles] = await typesOf(client, column, holes)
    const types = new Map(holes.map((hole, index) => [hole, typesOfHoles[index]!]))
    return misfitOf(column, type) ?? (await nullOf(client, column, types))
  } catch (error) {
    return `PostgreSQL refuses the expression: ${(error as Error).message}.`
  } finally {
    await client.query('rollback')
  }
}

/** The fields that an expression reads. */
const holesIn = (part: ComputedPart): readonly ColumnTarget[] => {
  if (part.is === 'column') return [part.target]
  if (part.is === 'among') return [part.criterion.target]
  return part.is === 'sql' ? part.parts.flatMap(holesIn) : []
}

/**
 * The type of a computed field, and those of the fields that it reads. The statement has the form
 * of a page: a cluster refuses subqueries there over tables that are distributed by their keys.
 */
const typesOf = async (
  client: pg.ClientBase,
  column: ColumnModel,
  holes: readonly ColumnTarget[],
): Promise<readonly string[]> => {
  const scope = new Scope(column.entity, createTables('t', everything))
  const selected = [{ hops: [], column }, ...holes].map((target) => scope.column(target))
  const statement = toSqlText(
    sql`select ${sql.join(selected)} from (select) as one left join ${scope.from} on false limit 0`,
  )
  const { text, values } = atTime(statement, new Date(0))
  const { fields } = await client.query(text, [...values])
  const { rows } = await client.query<{ types: string[] }>(
    'select array(select format_type(oid, null) from unnest($1::oid[]) as oid) as types',
    [fields.map(({ dataTypeID }) => dataTypeID)],
  )
  return rows[0]!.types
}

/** The type of an aggregate follows from its column, and an enum may be of any type. */
const misfitOf = ({ kind, computed }: ColumnModel, type: string): string | undefined => {
  const fitting = Object.keys(kinds[kind].databaseTypes)
  const isKnown = computed?.is === 'aggregate' || kind === 'enum'
  if (isKnown || fitting.length === 0 || fitting.includes(type)) return undefined
  return `The expression is of type ${type}, and the field of type ${kind}, which fits ${fitting.join(', ')}. Cast it, or declare another type.`
}

/**
 * A field that the expression reads and whose null makes it null, whatever the other fields are:
 * PostgreSQL then simplifies the expression to null when it plans. What only some values make null,
 * such as `nullif`, cannot be known. Aggregates are declared as they are.
 */
const nullOf = async (
  client: pg.ClientBase,
  { computed, nullable }: ColumnModel,
  types: ReadonlyMap<ColumnTarget, string>,
): Promise<string | undefined> => {
  if (nullable || computed?.is !== 'sql') return undefined
  for (const missing of [...types.keys()].filter(isNullable)) {
    const value = expressionSql(computed, {
      column: (target) => placeholder(types.get(target)!, target === missing),
      zone: 'UTC',
    })
    const statement = toSqlText(sql`explain (verbose, costs off) select ${value}`)
    const { text, values } = atTime(statement, new Date(0))
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(text, [...values])
    if (!rows.some((row) => /^\s*Output: NULL::/.test(row['QUERY PLAN']))) continue
    const path = [...missing.hops, missing.column].map(({ field }) => field).join('.')
    return `The expression is null where '${path}' is null, and the field is not nullable. Use coalesce, or declare it nullable.`
  }
  return undefined
}

/** Stands for a field: null, or a value that PostgreSQL does not know when it plans. */
const placeholder = (type: string, isNull: boolean): Sql =>
  sql.raw(`${isNull ? 'null' : `current_setting('corollary.field')`}::${type}`)

/** Without restrictions: no row is read. */
export const everything: Parameters<typeof createTables>[1] = {
  rowAccess: { get: () => 'all' },
  lookups: { has: () => false },
  tenant: undefined,
  zone: 'UTC',
}
