/**
 * Validates the keys of views and of tables with children, which no constraint makes unique: two
 * rows of one key would be multiplied in every page. It reads the rows, so it is bounded: by their
 * number, and by time.
 */
import pg from 'pg'
import { AppError } from '../../foundation/errors/app-error.js'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import type { Row, SqlText } from '../../foundation/execution/statement.js'
import {
  type ColumnModel,
  columnsOf,
  type EntityModel,
  referencedKeys,
} from '../../model/types/entity-model.js'
import { type Catalog, type CatalogTable, isUnique, tableKey } from '../catalog/catalog.js'
import { onLent } from '../connection/lend-connection.js'
import { isStatementTimeout, sqlStateOf } from '../errors/errors.js'
import { readWith } from '../transaction/read-transaction.js'

/** A key that only the rows can show to be unique. */
export interface ViewKey {
  readonly key: ColumnModel
  readonly table: CatalogTable
}

/** Maximum number of rows of a view that are checked. */
const maxRows = 100_000
/**
 * What a start may read, as PostgreSQL estimates costs: about 0.1 s. With a larger one, a view over
 * 2.4 million rows that it groups made each start 0.3 s slower.
 */
const maxCostOfStart = 5_000

/** Primary keys, and the unique columns that relations refer to. */
export const viewKeysOf = (
  entities: readonly EntityModel[],
  { tables }: Catalog,
): readonly ViewKey[] => {
  const keys = new Set(
    entities.flatMap(({ primaryKey, relations }) => [
      primaryKey,
      ...[...relations.values()].flatMap(referencedKeys),
    ]),
  )
  return [...keys].flatMap((key) => {
    const table = tables.get(tableKey(key.entity.table))
    return table && isToBeRead(table, columnsOf(key)) ? [{ key, table }] : []
  })
}

/** An index of a table does not hold the rows of tables that inherit from it. */
const isToBeRead = (table: CatalogTable, columns: readonly string[]): boolean =>
  columns.every((column) => table.columns.has(column)) &&
  (table.hasChildren || (table.isView && !isUnique(table, columns)))

/** How views are read. Returns the keys of those that were left out because they are large. */
type CheckKeys = (
  client: pg.ClientBase,
  keys: readonly ViewKey[],
  diagnostics: Diagnostics,
) => Promise<readonly ViewKey[]>

/** `start` reads small views, and `check` all; `migrate` does not use keys. */
export const keyChecks: Readonly<Record<'start' | 'check' | 'migrate', CheckKeys>> = {
  start: async (client, keys, diagnostics) => {
    const { small, large } = await divideByCost(client, keys)
    await readViews(client, small, 2_000, diagnostics)
    return large
  },
  check: async (client, keys, diagnostics) => {
    await readViews(client, keys, 30_000, diagnostics)
    return []
  },
  migrate: async () => [],
}

interface ByCost {
  readonly small: readonly ViewKey[]
  readonly large: readonly ViewKey[]
}

/** All small views together are read in no time, as PostgreSQL expects it. */
const divideByCost = async (client: pg.ClientBase, keys: readonly ViewKey[]): Promise<ByCost> => {
  const costs = await Promise.all(keys.map((key) => costOf(client, key)))
  const ordered = keys
    .map((key, index) => ({ key, cost: costs[index]! }))
    .sort((first, second) => first.cost - second.cost)
  const small: ViewKey[] = []
  let sum = 0
  for (const { key, cost } of ordered) {
    sum += cost
    if (sum > maxCostOfStart) break
    small.push(key)
  }
  return { small, large: ordered.slice(small.length).map(({ key }) => key) }
}

/** Milliseconds. */
const planLimitMs = 2_000

/** Of a plan that cannot be made or understood: 0, so that reading the view shows why. */
const costOf = async (client: pg.ClientBase, key: ViewKey): Promise<number> => {
  const explain = { ...readKey(key), text: `explain (format json) ${readKey(key).text}` }
  try {
    const [row] = await readWith(client, limited(planLimitMs), () => onLent(client).query(explain))
    return Number(JSON.parse(row![0]!)[0].Plan['Total Cost']) || 0
  } catch (error) {
    if (sqlStateOf(error) === undefined) throw error
    return 0
  }
}

/** How the rows of a key are read. */
interface KeyReader {
  readonly query: (statement: SqlText) => Promise<readonly Row[]>
  /** Time limit of the query, for messages. */
  readonly limitMs: number
}

const limited = (milliseconds: number): string => `set local statement_timeout = ${milliseconds}`

/** Each within the time limit, all in one round trip. */
const readViews = async (
  client: pg.ClientBase,
  keys: readonly ViewKey[],
  limitMs: number,
  diagnostics: Diagnostics,
): Promise<void> => {
  const query = (statement: SqlText) =>
    readWith(client, limited(limitMs), () => onLent(client).query(statement))
  await Promise.all(keys.map((key) => checkViewKey(key, { query, limitMs }, diagnostics)))
}

/** A view that cannot be read in time leads to advice, not an error: the contract may be right. */
export const checkViewKey = async (
  viewKey: ViewKey,
  { query, limitMs }: KeyReader,
  diagnostics: Diagnostics,
): Promise<void> => {
  const { key } = viewKey
  const path = `entities.${key.entity.name}.${key.field}`
  try {
    for (const message of problemsOf(viewKey, await query(readKey(viewKey)))) {
      diagnostics.error('PRIMARY_KEY', path, message)
    }
  } catch (error) {
    const reason = reasonOf(error, limitMs)
    if (reason === undefined) throw error
    const [verb, they] = columnsOf(key).length === 1 ? ['is', 'it is'] : ['are', 'they are']
    const message = `Whether ${namesOf(key, 'and')} ${verb} unique in the ${nameOf(viewKey)} could not be checked ${reason}; pages repeat records if ${they} not.`
    diagnostics.advise('PRIMARY_KEY', path, message)
  }
}

/** Undefined: the error is not about the view. */
const reasonOf = (error: unknown, limitMs: number): string | undefined => {
  const isLate = error instanceof AppError && error.code === 'QUERY_TIMEOUT'
  if (isLate || isStatementTimeout(error)) return `within ${limitMs} ms`
  const state = sqlStateOf(error)
  return state && `(SQLSTATE ${state})`
}

/** Reads whether the key is null in a row, and whether two rows have the same. */
const readKey = ({ key, table: { schema, name } }: ViewKey): SqlText => {
  const list = columnsOf(key).map((column) => pg.escapeIdentifier(column))
  const from = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
  const isNull = list.map((column) => `${column} is null`).join(' or ')
  const text = `
    with keys as materialized (select ${list.join(', ')} from ${from} limit ${maxRows})
    select exists (select from keys where ${isNull}) as "isNull",
           exists (select from keys where not (${isNull})
             group by ${list.join(', ')} having count(*) > 1) as "isRepeated"`
  return { text, values: [] }
}

const problemsOf = (viewKey: ViewKey, [row]: readonly Row[]): readonly string[] => {
  const { key, table } = viewKey
  const [hasNull, isRepeated] = row!.map((value) => value === 't')
  const isOrAre = columnsOf(key).length === 1 ? 'is' : 'are'
  const view = nameOf(viewKey)
  const remedy = table.isView
    ? 'Mark a column that is, or add one to the view.'
    : 'The rows of tables that inherit from it are its rows too; declare a view that reads it alone, with FROM ONLY.'
  return [
    ...(hasNull && key === key.entity.primaryKey
      ? [`${namesOf(key, 'or')} is null in rows of the ${view}; a key never is.`]
      : []),
    ...(isRepeated
      ? [
          `${namesOf(key, 'and')} ${isOrAre} not unique in the ${view}: pages would repeat records. ${remedy}`,
        ]
      : []),
  ]
}

const nameOf = ({ key: { entity }, table }: ViewKey): string =>
  `${table.isView ? 'view' : 'table'} '${tableKey(entity.table)}'`

const namesOf = (key: ColumnModel, conjunction: 'and' | 'or'): string =>
  columnsOf(key)
    .map((column) => `'${column}'`)
    .join(` ${conjunction} `)
