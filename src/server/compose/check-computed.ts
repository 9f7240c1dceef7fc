/**
 * Compares computed fields with what PostgreSQL says of their expressions: whether it takes them,
 * their types, and whether equal rows always give equal values.
 */
import type pg from 'pg'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import { kinds } from '../../model/kinds/kinds.js'
import type {
  ColumnModel,
  ComputedPart,
  ComputedSql,
  EntityModel,
} from '../../model/types/entity-model.js'
import { createTables, Scope } from '../../query/rows/visible-rows.js'
import { sql, toSqlText } from '../../query/sql/sql.js'

/** Checks the fields whose expressions a contract writes; aggregates are typed by their columns. */
export const checkComputed = async (
  client: pg.ClientBase,
  entities: readonly EntityModel[],
  diagnostics: Diagnostics,
): Promise<void> => {
  const written = entities.flatMap(({ computed }) =>
    [...computed.values()].flatMap((column) =>
      column.computed?.is === 'sql' ? [{ column, text: textOf(column.computed) }] : [],
    ),
  )
  if (written.length === 0) return
  const volatile = await volatileFunctions(
    client,
    written.flatMap(({ text }) => calledIn(text)),
  )
  for (const { column, text } of written) {
    const report = (message: string) =>
      diagnostics.error(
        'COMPUTED_INVALID',
        `entities.${column.entity.name}.${column.field}`,
        message,
      )
    const unsteady = calledIn(text).find((name) => volatile.has(name))
    if (unsteady !== undefined) {
      report(`The function ${unsteady} is volatile: equal rows would have different values.`)
    } else if (clockWords.test(text)) {
      report(
        'The expression depends on the time; use today or now of the package there, so that it is known.',
      )
    } else {
      const fault = await faultOf(client, column)
      if (fault !== undefined) report(fault)
    }
  }
}

/** The texts of an expression, without its holes. */
const textOf = ({ texts, parts }: ComputedSql): string =>
  [...texts, ...parts.map((part: ComputedPart) => (part.is === 'sql' ? textOf(part) : ''))].join(
    ' ',
  )

const clockWords =
  /\b(current_(date|time|timestamp)|local(time|timestamp))\b|\b(now|(statement|transaction)_timestamp)\s*\(/i

const calledIn = (text: string): readonly string[] =>
  [...text.matchAll(/([a-z_][\w$]*)\s*\(/gi)].map(([, name]) => name!.toLowerCase())

const volatileFunctions = async (
  client: pg.ClientBase,
  names: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await client.query<{ name: string }>(
    `select distinct proname::text as name from pg_proc where proname = any($1) and provolatile = 'v'`,
    [[...new Set(names)]],
  )
  return new Set(rows.map(({ name }) => name))
}

/** What PostgreSQL refuses, or a type that does not fit. */
const faultOf = async (client: pg.ClientBase, column: ColumnModel): Promise<string | undefined> => {
  const tables = createTables('t', everything)
  const scope = new Scope(column.entity, tables)
  const value = scope.column({ hops: [], column })
  const { text, values } = toSqlText(
    sql`select pg_typeof(${value})::text as type from (select) as one left join ${scope.from} on false`,
  )
  await client.query('begin read only')
  try {
    const { rows } = await client.query<{ type: string }>(text, [...values])
    const { type } = rows[0]!
    const fitting = Object.keys(kinds[column.kind].databaseTypes)
    if (fitting.length === 0 || fitting.includes(type)) return undefined
    return `The expression is of type ${type}, and the field of type ${column.kind}, which fits ${fitting.join(', ')}. Cast it, or declare another type.`
  } catch (error) {
    return `PostgreSQL refuses the expression: ${(error as Error).message}.`
  } finally {
    await client.query('rollback')
  }
}

/** Without restrictions: no row is read. */
const everything: Parameters<typeof createTables>[1] = {
  rowAccess: { get: () => 'all' },
  lookups: { has: () => false },
  tenant: undefined,
  zone: 'UTC',
}
