/**
 * Asks the planner what statements would cost with an index that does not exist, with the extension
 * `hypopg`. A hypothetical index belongs to the session, and no other session sees it.
 */
import type { ClientBase } from 'pg'
import type { SqlText } from '../foundation/statement.js'

export interface PlannedCost {
  readonly without: number
  readonly withIndex: number
}

/** The quoted schema of the extension; undefined if the database does not have it. */
export const findHypopg = async (client: ClientBase): Promise<string | undefined> => {
  const { rows } = await client.query<{ schema: string }>(
    `select quote_ident(n.nspname) as schema
     from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'hypopg'`,
  )
  return rows[0]?.schema
}

/** Costs of the statements, in this order, without the index and with it. */
export const costsWithIndex = async (
  client: ClientBase,
  schema: string,
  index: string,
  statements: readonly SqlText[],
): Promise<readonly PlannedCost[]> => {
  const without = await costsOf(client, statements)
  // A pooler keeps the session of the server for a transaction.
  await client.query('begin')
  try {
    await client.query(`select from ${schema}.hypopg_create_index($1)`, [index])
    const withIndex = await costsOf(client, statements)
    await client.query(`select ${schema}.hypopg_reset()`)
    await client.query('commit')
    return without.map((cost, place) => ({ without: cost, withIndex: withIndex[place]! }))
  } catch (error) {
    await client.query('rollback')
    await client.query(`select ${schema}.hypopg_reset()`)
    throw error
  }
}

const costsOf = async (
  client: ClientBase,
  statements: readonly SqlText[],
): Promise<readonly number[]> => {
  const costs: number[] = []
  for (const { text, values } of statements) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values])
    costs.push(readPlanCost(rows.map((row) => row['QUERY PLAN'])))
  }
  return costs
}

/**
 * The cost of a whole plan, which its first line has: `Sort  (cost=8.31..9.62 rows=1 width=8)`.
 *
 * @throws Error for a text that is not a plan
 */
export const readPlanCost = ([line = '']: readonly string[]): number => {
  const [, cost] = /\(cost=[\d.]+\.\.([\d.]+) rows=/.exec(line) ?? []
  if (cost === undefined) throw new Error('the output of EXPLAIN does not begin with a cost')
  return Number(cost)
}
