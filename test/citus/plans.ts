/** Plans of the statements that a service sends to a cluster. */
import type { TestStatement } from 'corollary/testing'
import type pg from 'pg'

export interface StatementPlan {
  readonly sql: string
  /** Lines, without costs, and without what differs between databases. */
  readonly plan: readonly string[]
}

const literalOf = (value: unknown): string => {
  if (value === null) return 'null'
  const text = Array.isArray(value) ? `{${value.join()}}` : String(value)
  return `'${text.replaceAll("'", "''")}'`
}

const steady = (line: string): string =>
  line
    .replace(/host=\S+ port=\d+ dbname=\S+/, '…')
    // A digest replaces the end of a long name.
    .replaceAll(/(?:_[0-9a-f]{8})?_\d{6,}\b/g, '')
    .replaceAll(/Subplan \d+_/g, 'Subplan ')

const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')

/** The plan of a statement with its values. */
export const planOf = async (
  client: pg.Client,
  { text, values }: TestStatement,
): Promise<StatementPlan> => {
  // EXPLAIN with parameters refuses an INSERT with a SELECT.
  const sql = text.replaceAll(/\$(\d+)\b/g, (_, place) => literalOf(values[Number(place) - 1]))
  const { rows } = await client.query(`explain (costs off) ${sql}`)
  return { sql: indented(text), plan: rows.map((row) => steady(row['QUERY PLAN'])) }
}

/** The numbers of shards that the parts of a plan read or write. */
export const taskCounts = (plan: readonly string[]): readonly number[] =>
  plan.flatMap((line) => {
    const count = / Task Count: (\d+)$/.exec(line)?.[1]
    return count === undefined ? [] : [Number(count)]
  })
