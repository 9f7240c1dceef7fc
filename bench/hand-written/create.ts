/** Creates employees: one statement, or a transaction where a key or a version is kept. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import {
  datasetVersion,
  type EmployeeRow,
  employeeColumns,
  employeeJoins,
  employeeTables,
} from './database.js'
import { RequestError } from './requests.js'
import { base } from './responses.js'

export interface NewEmployee {
  readonly code: string
  readonly fullName: string
  readonly email: string
  readonly salary: number | string
  readonly hiredOn: string
  readonly departmentId: number
  readonly [member: string]: unknown
}

const text = (maxLength: number, minLength = 0) => ({ type: 'string', minLength, maxLength })
const optional = (schema: object) => ({ ...schema, nullable: true })
const date = { type: 'string', format: 'date' }
const instant = { type: 'string', format: 'date-time' }
const id = { type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }
const decimal = { type: 'string', pattern: '^(0|[1-9]\\d{0,9})(\\.\\d{1,2})?$' }

/** Schema of the body, for the validator of Fastify. */
export const newEmployeeSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['code', 'fullName', 'email', 'salary', 'hiredOn', 'departmentId'],
  properties: {
    code: text(20, 1),
    fullName: text(120, 1),
    email: { ...text(200), format: 'email' },
    status: optional({
      type: 'string',
      enum: ['ACTIVE', 'ON_LEAVE', 'SUSPENDED', 'TERMINATED', null],
    }),
    salary: decimal,
    hiredOn: date,
    birthDate: optional(date),
    lastReviewAt: optional(instant),
    contractEndsAt: optional(instant),
    remote: optional({ type: 'boolean' }),
    rating: optional({ type: 'integer', minimum: 1, maximum: 5 }),
    departmentId: id,
    managerId: optional(id),
    skillIds: { type: 'array', items: id, maxItems: 1_000 },
  },
}

interface Parts {
  readonly skills: boolean
  /** Whether the change is recorded in the outbox; the caller is the last parameter. */
  readonly recorded: boolean
}

const insert = (columns: string, { skills, recorded }: Parts): string => `
  with e as (
    insert into employees (code, full_name, email, status, salary, hired_on, birth_date,
      last_review_at, contract_ends_at, remote, rating, department_id, manager_id)
    values ($1, $2, $3, coalesce($4, 'ACTIVE'), $5, $6, $7, $8, $9, coalesce($10, false), $11, $12, $13)
    returning *)
  ${
    skills
      ? `, s as (insert into employee_skills (employee_id, skill_id)
          select e.id, skill from e, unnest($14::bigint[]) as skill)`
      : ''
  }
  ${recorded ? `, o as (${insertChange(skills ? '$15' : '$14')})` : ''}
  select ${columns} from e ${employeeJoins()}`

/** What the service records of a create: who, which record, its version, and the audited values. */
const insertChange = (caller: string): string => `
  insert into corollary.change
    (principal, resource, source, record, operation, fields, new_version, audited)
  select ${caller}, 'human-resources.employees', 'employees', e.id::text, 'create',
    '{code,fullName,email,status,salary,hiredOn,birthDate,lastReviewAt,contractEndsAt,remote,rating,department,manager,skills}',
    e.version, jsonb_build_object(
      'status', array[null, e.status], 'salary', array[null, e.salary::text],
      'department', array[null, e.department_id::text])
  from e`

const valuesOf = (employee: NewEmployee): unknown[] => [
  employee.code,
  employee.fullName,
  employee.email,
  employee['status'],
  employee.salary,
  employee.hiredOn,
  employee['birthDate'],
  employee['lastReviewAt'],
  employee['contractEndsAt'],
  employee['remote'],
  employee['rating'],
  employee.departmentId,
  employee['managerId'],
]

const withoutSkills = `'[]'::json as "skillIds", '[]'::json as dependents`
const withSkills = `(select json_agg(skill order by skill) from unnest($14::bigint[]) as skill)
  as "skillIds", '[]'::json as dependents`

const plain = { versions: false }
/** The statements with and without skills. */
const inserts = (recorded: boolean) => ({
  plain: {
    name: 'insert',
    text: insert(employeeColumns(plain, withoutSkills), { skills: false, recorded }),
  },
  withSkills: {
    name: 'insert-with-skills',
    text: insert(employeeColumns(plain, withSkills), { skills: true, recorded }),
  },
})
const unrecorded = inserts(false)
const recorded = inserts(true)

type Queryable = Pick<pg.ClientBase, 'query'>

/**
 * One statement: the row, its links, and the names that its record shows.
 *
 * @param caller who is recorded in the outbox; undefined: nothing is
 */
export const insertEmployee = async (
  database: Queryable,
  employee: NewEmployee,
  caller?: string,
): Promise<EmployeeRow> => {
  const skills = employee['skillIds'] as readonly number[] | undefined
  const statements = caller === undefined ? unrecorded : recorded
  const values = valuesOf(employee)
  const hasSkills = skills !== undefined && skills.length > 0
  if (hasSkills) values.push(skills)
  if (caller !== undefined) values.push(caller)
  const statement = hasSkills ? statements.withSkills : statements.plain
  const { rows } = await database.query<EmployeeRow>({ ...statement, values }).catch(explain)
  return rows[0]!
}

export const explain = (error: unknown): never => {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code !== '23505' && code !== '23503') throw error
  const message = `The record violates ${constraint}.`
  throw new RequestError('DATA_INTEGRITY_VIOLATION', message, constraint)
}

export interface StoredResponse {
  readonly body: string
  readonly datasetVersion: string
  readonly id: number
  readonly version: number
}

const claim = {
  name: 'claim',
  text: `insert into corollary.idempotency as kept (scope, key, fingerprint, expires_at)
    values ($1, $2, $3, now() + interval '24 hours')
    on conflict (scope, key) do update
      set fingerprint = excluded.fingerprint, answer = null, expires_at = excluded.expires_at
      where kept.expires_at <= now()
    returning 1`,
}
const earlier = {
  name: 'earlier',
  text: 'select fingerprint, answer from corollary.idempotency where scope = $1 and key = $2',
}
const store = {
  name: 'store',
  text: `insert into corollary.idempotency (scope, key, fingerprint, expires_at) values ($1, $2, '', now())
    on conflict (scope, key) do update set answer = $3`,
}
const readVersion = { name: 'version', text: `select ${datasetVersion(employeeTables)} as version` }

/** A response and the change are stored with the row; a repeated request returns the response. */
export const createOnce = async (
  pool: pg.Pool,
  caller: string,
  key: string | undefined,
  employee: NewEmployee,
  print: (row: EmployeeRow) => string,
): Promise<StoredResponse & { replayed: boolean }> => {
  const client = await pool.connect()
  const scope = `${caller} POST ${base}`
  try {
    await client.query('begin')
    const fingerprint = key && createHash('sha256').update(JSON.stringify(employee)).digest('hex')
    if (key !== undefined) {
      const { rowCount } = await client.query({ ...claim, values: [scope, key, fingerprint] })
      if (rowCount === 0) {
        const { rows } = await client.query({ ...earlier, values: [scope, key] })
        await client.query('commit')
        if (rows[0].fingerprint === fingerprint) return { ...rows[0].answer, replayed: true }
        throw new RequestError('IDEMPOTENCY_CONFLICT', 'The key was used for another request.')
      }
    }
    const row = await insertEmployee(client, employee, caller)
    const { rows } = await client.query(readVersion)
    row.datasetVersion = rows[0].version
    const { id, version, datasetVersion: current } = row
    const response = { body: print(row), datasetVersion: current!, id, version }
    if (key !== undefined) {
      await client.query({ ...store, values: [scope, key, JSON.stringify(response)] })
    }
    await client.query('commit')
    return { ...response, replayed: false }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
