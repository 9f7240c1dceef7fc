/**
 * A hidden record takes the same work as one that does not exist, so that the time of a response
 * does not tell them apart: the same statements in the same round trips, with the same number of
 * rows, and the same response.
 */
import { createTestService, type TestService, type TestStatement } from 'corollary/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import people from '../../examples/people/app.js'
import { type FreshDatabase, fewPeopleDatabase } from '../support/database.js'
import { isNightly } from '../support/effort.js'

const employees = '/api/human-resources/employees'
const absences = '/api/human-resources/absence-requests'

let database: FreshDatabase
let service: TestService
let statements: TestStatement[] = []
/** A record of a department that the caller does not see, and an id of the same length. */
let hidden = { employee: 0, absence: 0 }
const unknown = { employee: 777_777, absence: 888_888 }

beforeAll(async () => {
  database = await fewPeopleDatabase()
  const { rows } = await database.client.query(`
    select e.id::int as employee, a.id::int as absence
    from employees e join absence_requests a on a.employee_id = e.id
    where e.department_id <> 2 and a.state = 'SUBMITTED' limit 1`)
  hidden = rows[0]
  service = await createTestService({
    resources: people.resources,
    connection: database.connection,
    callers: {
      lead: { authorities: ['hr:department:2', 'absence:decide', 'employee:compensation'] },
    },
    onStatement: (statement) => statements.push(statement),
  })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

type Request = readonly [
  name: string,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  urlOf: (ids: typeof unknown) => string,
  payload?: object,
]

const requests: readonly Request[] = [
  ['a read', 'GET', ({ employee }) => `${employees}/${employee}`],
  ['by-ids', 'GET', ({ employee }) => `${employees}/by-ids?ids=${employee}`],
  ['locate', 'POST', ({ employee }) => `${employees}/locate?id=${employee}`, {}],
  ['an included id', 'POST', ({ employee }) => `${employees}/filter?includeIds=${employee}`, {}],
  ['capabilities', 'GET', ({ employee }) => `${employees}/${employee}/capabilities`],
  ['options', 'GET', ({ employee }) => `${employees}/options/by-ids?ids=${employee}`],
  ['an intent', 'PATCH', ({ employee }) => `${employees}/${employee}/compensation`, { rating: 1 }],
  ['a delete', 'DELETE', ({ absence }) => `${absences}/${absence}`],
  ['an action', 'POST', ({ absence }) => `${absences}/${absence}/actions/approve`, {}],
]

const ask = async ([, method, urlOf, payload]: Request, ids: typeof unknown) => {
  statements = []
  const start = performance.now()
  const answer = await service.app.inject({
    ...{ method, url: urlOf(ids) },
    ...(payload ? { payload } : {}),
    headers: { authorization: 'Bearer lead', 'x-request-id': 'same' },
  })
  const ms = performance.now() - start
  const sent = statements.map(({ text, startsRoundTrip }) => ({
    // The names of tables count on from one request to the next.
    text: text.replaceAll(/"r\d+"/g, '"r"'),
    startsRoundTrip,
  }))
  const body = answer.body
    .replaceAll(/"timestamp":"[^"]*"/g, '')
    .replaceAll(new RegExp(`(?<=[=/])(${ids.employee}|${ids.absence})(?=[/"?&])`, 'g'), 'id')
  return { status: answer.statusCode, body, sent, ms }
}

test.each(requests.map((request) => [request[0], request] as const))(
  '%s',
  async (_name, request) => {
    // The first of each prepares its statements.
    await ask(request, unknown)
    const [first, second] = [await ask(request, hidden), await ask(request, unknown)]
    expect(first.sent.length).toBeGreaterThan(0)
    expect({ ...first, ms: 0 }).toEqual({ ...second, ms: 0 })
    if (!isNightly) return
    const times = { hidden: [] as number[], unknown: [] as number[] }
    for (let round = 0; round < 300; round++) {
      times.hidden.push((await ask(request, hidden)).ms)
      times.unknown.push((await ask(request, unknown)).ms)
    }
    const median = (all: number[]): number => all.sort((a, b) => a - b)[150]!
    const ratio = median(times.hidden) / median(times.unknown)
    console.log(`${request[0]}: ${ratio.toFixed(2)} times the time of an unknown record`)
  },
)
