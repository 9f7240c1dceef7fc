/** Creates many employees: one statement with an array for each column. */
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { explain, type NewEmployee, newEmployeeSchema } from './create.js'
import { type EmployeeRow, employeeColumns, employeeJoins } from './database.js'
import { base, record } from './responses.js'

interface Batch {
  readonly items: readonly { readonly operation: 'CREATE'; readonly data: NewEmployee }[]
}

const maxItems = 1_000

const batchSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['items'],
  properties: {
    items: {
      type: 'array',
      minItems: 1,
      maxItems,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['operation', 'data'],
        properties: { operation: { const: 'CREATE' }, data: newEmployeeSchema },
      },
    },
  },
}

/** Members of a new employee, with their columns and types. */
const columns = [
  ['code', 'code', 'text'],
  ['fullName', 'full_name', 'text'],
  ['email', 'email', 'text'],
  ['status', 'status', 'text'],
  ['salary', 'salary', 'numeric'],
  ['hiredOn', 'hired_on', 'date'],
  ['birthDate', 'birth_date', 'date'],
  ['lastReviewAt', 'last_review_at', 'timestamptz'],
  ['contractEndsAt', 'contract_ends_at', 'timestamptz'],
  ['remote', 'remote', 'boolean'],
  ['rating', 'rating', 'integer'],
  ['departmentId', 'department_id', 'bigint'],
  ['managerId', 'manager_id', 'bigint'],
] as const

const names = columns.map(([, column]) => column)
const arrays = columns.map(([, , type], index) => `$${index + 1}::${type}[]`)
const defaults: Readonly<Record<string, string>> = {
  status: `coalesce(v.status, 'ACTIVE')`,
  remote: 'coalesce(v.remote, false)',
}

const insert = `insert into employees (${names.join(', ')})
  select ${names.map((name) => defaults[name] ?? `v.${name}`).join(', ')}
  from unnest(${arrays.join(', ')}) with ordinality as v (${names.join(', ')}, place)
  order by v.place returning *`

const collections = `'[]'::json as "skillIds", '[]'::json as dependents`

const insertAll = `with e as (${insert})
  select ${employeeColumns({ versions: false }, collections)} from e ${employeeJoins()} order by e.id`

const insertMinimal = `with e as (${insert}) select e.id, e.version from e order by e.id`

/** Only the bare server has this route. It writes no skills, and all records or none. */
export const addBatch = (app: FastifyInstance, pool: pg.Pool): void => {
  app.post<{ Body: Batch }>(
    `${base}/batch`,
    { schema: { body: batchSchema } },
    async ({ body: { items }, headers }) => {
      const isMinimal = headers['prefer'] === 'return=minimal'
      const values = columns.map(([member]) => items.map(({ data }) => data[member] ?? null))
      const statement = isMinimal
        ? { name: 'batch-minimal', text: insertMinimal, values }
        : { name: 'batch', text: insertAll, values }
      const { rows } = await pool.query<EmployeeRow>(statement).catch(explain)
      return {
        total: rows.length,
        succeeded: rows.length,
        failed: 0,
        items: rows.map((row) => ({
          id: row.id,
          status: 'SUCCEEDED',
          code: null,
          message: null,
          version: row.version,
          errors: [],
          record: isMinimal ? null : record(row),
        })),
      }
    },
  )
}
