/** A service with several callers for a test file, and records of the sample inserted directly. */
import type { FileOptionsOfService, Resource, Route } from 'corollary'
import { createTestService, type TestCaller, type TestService } from 'corollary/testing'
import type pg from 'pg'
import { afterAll, beforeAll, expect } from 'vitest'
import people from '../../examples/people/app.js'
import type { Answer, Headers, Json, Method } from '../http/use-people.js'
import { type FreshDatabase, platformDatabase, startedPeopleDatabase } from './database.js'
import { statementsOf } from './statements.js'

export type Callers = Readonly<Record<string, TestCaller>>

/** Sends no `Authorization`. */
export const anonymous = 'anonymous'

export interface Workflow {
  readonly service: TestService
  readonly callers: Callers
  readonly connection: pg.ClientConfig
  get(caller: string, url: string, headers?: Headers): Promise<Answer>
  /** A body that is a text is sent unchanged. */
  send(
    caller: string,
    method: Method,
    url: string,
    body?: unknown,
    headers?: Headers,
  ): Promise<Answer>
  rows(sql: string, values?: readonly unknown[]): Promise<readonly Json[]>
}

interface Setup {
  readonly resources: readonly Resource[]
  readonly callers: Callers
  readonly routes?: readonly Route[]
  readonly database: () => Promise<FreshDatabase>
  readonly settings?: Readonly<Record<string, unknown>>
  readonly files?: FileOptionsOfService
  readonly environment?: Readonly<Record<string, string>>
  readonly now?: () => Date
  readonly messages?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export const useService = ({ database: create, ...options }: Setup): Workflow => {
  let database: FreshDatabase | undefined
  let service: TestService | undefined
  beforeAll(async () => {
    database = await create()
    service = await createTestService({ ...options, connection: database.connection })
  })
  afterAll(async () => {
    await service?.close()
    await database?.close()
  })
  const send: Workflow['send'] = (caller, method, url, body, headers = {}) =>
    service!.app.inject({
      method,
      url,
      headers: {
        ...(caller === anonymous ? {} : { authorization: `Bearer ${caller}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  return {
    get service() {
      return service!
    },
    callers: options.callers,
    get connection() {
      return database!.connection
    },
    send,
    get: (caller, url, headers) => send(caller, 'GET', url, undefined, headers),
    rows: async (sql, values = []) => (await database!.client.query(sql, [...values])).rows,
  }
}

/** A database with the platform tables and these. */
export const tablesOf = (sql: string) => async (): Promise<FreshDatabase> => {
  const database = await platformDatabase()
  await database.client.query(sql)
  return database
}

/** Departments of the sample; `hand` sees only the first. */
export const departments = { seen: 2, foreign: 3 } as const

export const peopleCallers = {
  nobody: {},
  hand: { authorities: [`hr:department:${departments.seen}`] },
  chief: { authorities: ['hr:all', 'absence:decide', 'employee:compensation'] },
  viewer: { authorities: ['hr:all'] },
  /** Has the authority to decide, for one department only. */
  lead: { authorities: [`hr:department:${departments.seen}`, 'absence:decide'] },
} as const satisfies Callers

export const usePeopleCallers = (
  settings: Readonly<Record<string, unknown>> = {},
  now?: () => Date,
): Workflow =>
  useService({
    resources: people.resources,
    callers: peopleCallers,
    database: startedPeopleDatabase,
    settings,
    ...(now ? { now } : {}),
  })

export const absencesPath = '/api/human-resources/absence-requests'

/** An absence request in a state, of an employee of a department. */
export const putAbsence = async (
  { rows }: Pick<Workflow, 'rows'>,
  state = 'SUBMITTED',
  department: number = departments.seen,
): Promise<number> => {
  const [row] = await rows(
    `insert into absence_requests (employee_id, kind, starts_on, ends_on, days, state)
     select min(id), 'VACATION', '2026-07-06', '2026-07-17', 10, $1
     from employees where department_id = $2 returning id::int`,
    [state, department],
  )
  return row.id
}

export const putAbsences = async (
  workflow: Pick<Workflow, 'rows'>,
  count: number,
): Promise<readonly number[]> => {
  const ids: number[] = []
  for (let index = 0; index < count; index++) ids.push(await putAbsence(workflow))
  return ids
}

export const statesOf = async (
  { rows }: Pick<Workflow, 'rows'>,
  ids: readonly number[],
): Promise<readonly string[]> =>
  (
    await rows(
      `select state from absence_requests join unnest($1::bigint[]) with ordinality as asked (id, n)
       using (id) order by n`,
      [ids],
    )
  ).map(({ state }) => state)

/** Statements that are sent to the database meanwhile, as text. */
export const textsOf = async (work: () => Promise<unknown>): Promise<readonly string[]> =>
  (await statementsOf(work)).map(({ text }) => text)

/** `data` of a response that must have this status. */
export const dataOf = (answer: Answer, status = 200): Json => {
  expect(answer.statusCode, answer.body).toBe(status)
  return answer.json().data
}

/** The code of a failure, with its status. */
export const codeOf = (answer: Answer): string =>
  answer.statusCode < 400
    ? String(answer.statusCode)
    : `${answer.statusCode} ${answer.json().errors[0].code}`

/**
 * Changes whenever a row of a table is written or deleted; locks do not change it. The session
 * prepares the statement with its first use: planning it takes longer than running it.
 */
export const fingerprintOf = async ({ rows }: Pick<Workflow, 'rows'>): Promise<string> => {
  const prepared = await rows(`select from pg_prepared_statements where name = 'fingerprint'`)
  if (prepared.length === 0) await rows(await fingerprintStatement(rows))
  const [row] = await rows('execute fingerprint')
  return row.print
}

const fingerprintStatement = async (rows: Workflow['rows']): Promise<string> => {
  const tables = await rows(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const parts = tables.map(
    ({ name }) =>
      `select count(*)::text || ':' || coalesce(max(xmin::text::bigint), 0) as t from ${name}`,
  )
  return `prepare fingerprint as select string_agg(t, ' ') as print
    from (${parts.join(' union all ')}) x`
}
