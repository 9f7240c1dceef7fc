/**
 * Explains a statement that a request ran: its text, parameter types and the plan that PostgreSQL
 * has for it.
 */
import pg from 'pg'
import type { SqlText } from '../foundation/execution/statement.js'
import { hideValues } from './hide-values.js'

export interface RunStatement extends SqlText {
  readonly milliseconds: number
}

/** Values of parameters may be private, also in plans; `showValues` prints them. */
export const explainStatement = async (
  client: pg.ClientBase,
  statement: RunStatement,
  showValues: boolean,
): Promise<string> => {
  const time = `${statement.milliseconds.toFixed(1)} ms`
  const described = await planned(client, statement, showValues).catch((error: unknown) => {
    // Some statements have no plan; the others are still shown.
    if (error instanceof pg.DatabaseError) return [`Plan: none (${error.message})`]
    throw error
  })
  return [time, statement.text.trim(), ...described].join('\n\n')
}

const planned = async (
  client: pg.ClientBase,
  statement: RunStatement,
  showValues: boolean,
): Promise<readonly string[]> => {
  const parameters = await describeParameters(client, statement, showValues)
  const plan = await planOf(client, statement)
  return [parameters, showValues ? plan : hideValues(plan)]
}

const describeParameters = async (
  client: pg.ClientBase,
  { text, values }: SqlText,
  showValues: boolean,
): Promise<string> => {
  if (values.length === 0) return 'Parameters: none'
  await client.query(`prepare explained as ${withoutExplain(text)}`)
  const { rows } = await client.query<{ types: string[] }>(
    `select parameter_types::text[] as types from pg_prepared_statements where name = 'explained'`,
  )
  await client.query('deallocate explained')
  const lines = rows[0]!.types.map((type, index) => {
    const value = showValues ? ` = ${print(values[index])}` : ''
    return `  $${index + 1} ${type}${value}`
  })
  return ['Parameters:', ...lines].join('\n')
}

/** A page whose total is estimated explains the statement that would count. */
const withoutExplain = (text: string): string => text.replace(/^\s*explain\s*(\([^)]*\))?/i, '')

const print = (value: unknown): string =>
  typeof value === 'string' ? pg.escapeLiteral(value) : (JSON.stringify(value) ?? 'null')

const planOf = async (client: pg.ClientBase, { text, values }: SqlText): Promise<string> => {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>({
    text: `explain ${withoutExplain(text)}`,
    values: [...values],
  })
  return ['Plan:', ...rows.map((row) => `  ${row['QUERY PLAN']}`)].join('\n')
}
