/** The log at the default level: enough to find a request, and no value of a record or filter. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exchange, listen } from '../http/protocol/raw-socket.js'
import { otherSessions } from '../support/sessions.js'
import {
  employees,
  type FaultService,
  post,
  read,
  skills,
  startFaultService,
  until,
  whileHeld,
} from './fault-service.js'

const secret = 'S3CRET'
let service: FaultService
beforeAll(async () => {
  service = await startFaultService({ 'platform.database.statement-timeout-ms': 300 })
})
afterAll(() => service.close())

const inject = (
  method: 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'POST',
  url: string,
  payload?: object,
) => service.app.inject({ method, url, ...(payload ? { payload } : {}) })

let listening: Promise<number> | undefined
const portOf = (): Promise<number> => {
  listening ??= listen(service.app)
  return listening
}

/** The lines that a function adds to the log. */
const logOf = async (work: () => Promise<unknown>): Promise<string> => {
  const before = service.log().length
  await work()
  await sleep(20)
  return service.log().slice(before)
}

const employee = {
  code: `${secret}1`,
  fullName: secret,
  email: `${secret}@example.com`,
  salary: '7654321.12',
  hiredOn: '2026-03-01',
  departmentId: 2,
}

test('requests are logged with method, route, status and duration, without values', async () => {
  const log = await logOf(async () => {
    const created = await post(service, employees, employee)
    expect(created.statusCode).toBe(201)
    const url = created.headers.location as string
    await inject('GET', url)
    await inject('PUT', url, { ...employee, status: 'ACTIVE', remote: true, bio: secret })
    await inject('PATCH', `${url}/profile`, { nickname: secret })
    await post(service, `${employees}/filter?sort=${secret}`, { fullName: secret })
    await post(service, `${employees}/filter`, { fullName: secret, salaryAtLeast: 7654321.12 })
    await inject('GET', `${employees}/by-ids?ids=${secret}`)
    await inject('GET', `/api/payroll/monthly-costs/${secret}`)
    await inject('GET', `/${secret}`)
    await inject('DELETE', url)
  })
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.length).toBeGreaterThanOrEqual(10)
  expect(lines[0]).toMatchObject({ method: 'POST', status: 201 })
  expect(log).not.toContain(secret)
  expect(log).not.toContain('7654321')
})

test('refused values are not logged', async () => {
  const log = await logOf(async () => {
    await post(service, employees, { ...employee, rating: secret, [secret]: 1 })
    await post(service, employees, { ...employee, code: secret.repeat(10) })
    await post(service, employees, { ...employee, departmentId: 424_242_424 })
    await post(service, skills, { code: secret, name: secret, category: secret })
    await post(service, skills, { code: secret, name: secret, category: secret })
    await post(service, `${employees}/filter`, { salaryAtLeast: secret, [secret]: secret })
  })
  expect(log).not.toContain(secret)
  expect(log).not.toContain('424242424')
})

test('a database error is logged under its trace id, without the affected row', async () => {
  const { client } = service.database
  await client.query(`create function refuse() returns trigger language plpgsql as $$ begin
    raise exception 'refused' using detail = 'Failing row contains (' || new.code || ')',
      hint = new.name; end $$`)
  await client.query(
    'create trigger refuse before insert on departments for each row execute function refuse()',
  )
  const headers = { 'x-request-id': 'find-me' }
  const payload = { code: secret, name: secret }
  const log = await logOf(async () => {
    const url = '/api/human-resources/departments'
    const answer = await service.app.inject({ method: 'POST', url, headers, payload })
    expect(answer.statusCode).toBe(500)
  })
  const error = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .find(({ level }) => level >= 50)
  expect(error).toBeDefined()
  expect(JSON.stringify(error)).toContain('find-me')
  expect(error.error.code).toBe('P0001')
  expect(error.error.functions).toEqual(['PL/pgSQL function refuse() line 2 at RAISE'])
  expect(log).not.toContain(secret)
})

test('a column that is gone is named in the log, without values', async () => {
  const { client } = service.database
  await client.query('alter table skills rename column category to kind')
  try {
    const log = await logOf(async () => {
      const body = { code: `${secret}5`, name: secret, category: secret }
      expect((await post(service, skills, body)).statusCode).toBe(500)
    })
    const message = 'column "category" of relation "skills" does not exist'
    expect(log).toContain(JSON.stringify({ message }).slice(1, -1))
    expect(log).not.toContain(secret)
  } finally {
    await client.query('alter table skills rename column kind to category')
  }
})

test('a check violation that a trigger raises is named in the log with its function, without values', async () => {
  const { client } = service.database
  await client.query(`
    create function keep_order(text) returns void language plpgsql as $$ begin
      raise exception 'not %', $1 using errcode = 'check_violation', constraint = 'skill_order', table = 'skills'; end $$;
    create function check_order() returns trigger language plpgsql as $$ begin
      if new.name like '%unordered' then execute format('select keep_order(%L)', new.name); end if;
      return new; end $$;
    create trigger ordered before insert on skills for each row execute function check_order()`)
  const body = { code: `${secret}4`, name: `${secret} unordered`, category: secret }
  const log = await logOf(async () => {
    const answer = await post(service, skills, body)
    expect(answer.statusCode).toBe(400)
    expect(answer.body).not.toMatch(/S3CRET|keep_order|skill_order/)
  })
  const lines = log.trim().split('\n')
  const line = lines.map((each) => JSON.parse(each)).find(({ error }) => error)
  expect(line.error).toMatchObject({
    code: '23514',
    table: 'skills',
    constraint: 'skill_order',
    functions: [
      'PL/pgSQL function keep_order(text) line 2 at RAISE',
      'PL/pgSQL function check_order() line 2 at EXECUTE',
    ],
  })
  expect(log).not.toContain(secret)
})

test('a check that the contract does not declare is named in the log, without values', async () => {
  const { client } = service.database
  await client.query(`alter table skills add constraint odd_names check (name <> '${secret} odd')`)
  const log = await logOf(async () => {
    const body = { code: `${secret}3`, name: `${secret} odd`, category: secret }
    expect((await post(service, skills, body)).statusCode).toBe(400)
  })
  expect(log).toContain('"constraint":"odd_names"')
  expect(log).not.toContain(secret)
})

test.each([
  ['bulk-approve', 400],
  ['bulk-reject', 200],
])('a check that refuses an item of %s is named in the log', async (action, status) => {
  const { client } = service.database
  const { rows } = await client.query(
    `select id from absence_requests where state = 'SUBMITTED' limit 2`,
  )
  await client.query(`alter table absence_requests add constraint no_decision
    check (state = 'SUBMITTED') not valid`)
  const log = await logOf(async () => {
    const body = { ids: rows.map(({ id }) => Number(id)), comment: secret }
    const answer = await post(
      service,
      `/api/human-resources/absence-requests/actions/${action}`,
      body,
    )
    expect(answer.statusCode, answer.body).toBe(status)
    expect(answer.body).toContain('VALIDATION_FAILED')
    expect(answer.body).not.toContain('no_decision')
  })
  await client.query('alter table absence_requests drop constraint no_decision')
  expect(log).toContain('"constraint":"no_decision"')
  expect(log).not.toContain(secret)
})

test('a query that times out is logged without its values', async () => {
  const log = await whileHeld(service, 'skills', () =>
    logOf(async () => {
      expect((await post(service, `${skills}/filter`, { name: secret })).statusCode).toBe(504)
      const body = { code: `${secret}2`, name: secret, category: secret }
      expect((await post(service, skills, body)).statusCode).toBe(504)
    }),
  )
  expect(log).toContain('QUERY_TIMEOUT')
  expect(log).not.toContain(secret)
})

const terminate = () =>
  service.database.client.query(`
    select pg_terminate_backend(pid) ${otherSessions}`)

test.each([
  ['is terminated', terminate],
  ['is reset', async () => service.proxy.reset()],
])('an idle connection that %s is logged in one line, without secrets', async (_name, hurt) => {
  const { password } = service.database.connection
  await post(service, `${skills}/filter`, { name: secret })
  const log = await logOf(async () => {
    await hurt()
    await until(async () => service.proxy.open === 0)
    await sleep(50)
  })
  expect(log).toMatch(/connection/)
  expect(log).not.toContain(secret)
  if (password !== '') expect(log).not.toContain(password)
  expect(log).not.toMatch(/secretKey|connectionParameters/)
})

test('an unreachable database is logged, and the response contains no details of it', async () => {
  const log = await logOf(async () => {
    await service.proxy.cut()
    expect((await read(service)).statusCode).toBe(503)
    await service.proxy.mend()
  })
  expect(log).toMatch(/SERVICE_UNAVAILABLE/)
})

test('an exhausted pool is one line without a stack, however many requests it refuses', async () => {
  const busy = await startFaultService({
    'platform.database.pool-size': 1,
    'platform.database.max-waiting': 1,
  })
  const linesOf = () =>
    busy
      .log()
      .trim()
      .split('\n')
      .filter((line) => line.includes('"msg":"SERVICE_UNAVAILABLE"'))
  await whileHeld(busy, 'skills', async () => {
    const held = Array.from({ length: 30 }, () => read(busy))
    await until(async () => linesOf().length > 0)
    return Promise.race(held)
  })
  const lines = linesOf()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('All database connections are busy')
  expect(lines[0]).not.toMatch(/stack|\bat /)
  await busy.close()
})

test.each([
  ['bytes that are not HTTP', 'nonsense\r\n\r\n', 400],
  ['a header without a colon', `GET /${secret} HTTP/1.1\r\nHost: a\r\n${secret}\r\n\r\n`, 400],
])(
  '%s are logged under the trace id of the response, without their content',
  async (_name, text, status) => {
    const port = await portOf()
    let traceId = ''
    const log = await logOf(async () => {
      const answer = await exchange(port, [text])
      traceId = answer.headers['x-request-id'] ?? ''
      expect(answer.status).toBe(status)
    })
    const line = JSON.parse(log.trim().split('\n')[0]!)
    expect(line).toMatchObject({ reqId: traceId, status, msg: 'broken request' })
    expect(line.reason).toMatch(/^HPE_/)
    expect(log).not.toContain(secret)
  },
)
