/** Random batches do what single requests do one after another. */
import { createTestService, type TestService } from 'corollary/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import people from '../../examples/people/app.js'
import type { Json } from '../http/use-people.js'
import { type FreshDatabase, startedPeopleDatabase } from '../support/database.js'
import { sendTwice, type Tried } from '../support/dry-run.js'
import { effort, seed } from '../support/effort.js'

const path = '/api/human-resources/employees'
const callers = {
  all: { authorities: ['hr:all', 'employee:compensation'] },
  department: { authorities: ['hr:department:2', 'employee:compensation'] },
}
type Caller = keyof typeof callers

interface Side {
  readonly service: TestService
  readonly database: FreshDatabase
}
const start = async (): Promise<Side> => {
  const database = await startedPeopleDatabase()
  const { resources } = people
  const { connection } = database
  return { database, service: await createTestService({ resources, callers, connection }) }
}

let batched: Side
let single: Side
beforeAll(async () => {
  batched = await start()
  single = await start()
})
afterAll(async () => {
  for (const { service, database } of [batched, single]) {
    await service.close()
    await database.close()
  }
})

const send = async ({ service }: Side, caller: Caller, request: Json): Promise<Json> => {
  const { method, url, body, headers } = request
  const answer = await service.app.inject({
    ...{ method, url, payload: body },
    headers: { authorization: `Bearer ${caller}`, ...headers },
  })
  return { status: answer.statusCode, body: answer.json() }
}

/** Sends a batch, or makes a dry run of it before. */
const sendBatch = async (caller: Caller, body: Json, isTried: boolean): Promise<Json> => {
  const request = { method: 'POST', url: `${path}/batch`, body } as const
  if (!isTried) return send(batched, caller, request)
  const { service, database } = batched
  const tried: Tried = {
    send: async (_caller, method, url, payload) =>
      service.app.inject({
        ...{ method, url, headers: { authorization: `Bearer ${caller}` } },
        payload: payload as object,
      }),
    rows: async (text) => (await database.client.query(text)).rows,
  }
  const answer = await sendTwice(tried, { ...request, caller, mayRepeat: true })
  return { status: answer.statusCode, body: answer.json() }
}

/** Small pools, so that items meet each other and the rows of the sample. */
const codes = fc.oneof(
  fc.integer({ min: 1, max: 12 }).map((n) => `R-${n}`),
  fc.integer({ min: 1, max: 3 }).map((n) => `E-00000${n}`),
)
const members = {
  fullName: fc.constantFrom('Ann', 'Ö "quoted", \\ {x}', 'NULL', ' '),
  salary: fc.constantFrom('1000.00', '0.10', 7, '-1', 'x'),
  hiredOn: fc.constantFrom('2026-03-01', '2024-02-29', '2026-02-30'),
  departmentId: fc.constantFrom(2, 2, 2, 3, 999_999, null),
  managerId: fc.constantFrom(null, null, 1, 5, 40, 999_999),
  rating: fc.constantFrom(null, 1, 5),
  lastReviewAt: fc.constantFrom(null, '2026-01-01T00:00:00.123456Z'),
  skillIds: fc.constantFrom([], [1], [3, 1, 3], [999_999]),
}
const mostly = <T>(usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other })

const data = fc.record({
  ...members,
  salary: mostly<Json>('1000.00', members.salary),
  hiredOn: mostly<Json>('2026-03-01', members.hiredOn),
  departmentId: mostly<Json>(2, members.departmentId),
  managerId: mostly<Json>(null, members.managerId),
  skillIds: mostly<Json>([1], members.skillIds),
  status: fc.constantFrom('ACTIVE', 'ON_LEAVE'),
  remote: fc.boolean(),
})
const item = fc.oneof(
  fc
    .record({ code: codes, data })
    .map(({ code, data }) => ({ operation: 'CREATE', data: { ...data, ...unique(code) } })),
  fc
    .record({
      id: fc.oneof(fc.integer({ min: 11, max: 40 }), fc.constant(999_999)),
      version: fc.constantFrom(null, null, 1, '*', 99),
      data,
    })
    // An update keeps its own code: what it gave up, an earlier item of a batch might take.
    .map(({ id, version, data }) => ({
      ...{ operation: 'UPDATE', id, version },
      data: { ...data, ...unique(`U-${id}`) },
    })),
)
const unique = (code: string) => ({ code, email: `${code.toLowerCase()}@example.com` })
const batch = fc.record({
  items: fc.uniqueArray(item, {
    ...{ minLength: 1, maxLength: 14 },
    selector: (each) => ('id' in each ? each.id : Symbol('create')),
  }),
  caller: fc.constantFrom<Caller>('all', 'department'),
  /** The batch is first made as a dry run. */
  isTried: fc.nat(4).map((number) => number === 0),
})

const singleRequest = ({ operation, id, version, data }: Json): Json => {
  if (operation === 'CREATE') return { method: 'POST', url: path, body: data }
  const tag = typeof version === 'number' ? `"${version}.x"` : version
  const headers = tag === null ? {} : { 'if-match': tag }
  return { method: 'PUT', url: `${path}/${id}`, body: data, headers }
}

/** Ids differ, because failed attempts use up numbers of the sequence. */
const recordOf = (record: Json): Json => {
  const { id: _id, datasetVersion, createdAt, updatedAt, _links, ...rest } = record
  return rest
}

const rowsOf = async ({ database }: Side): Promise<Json> => {
  const { rows } = await database.client.query(`
    select e.code, to_jsonb(e) - 'id' - 'created_at' - 'updated_at' as row,
      array(select skill_id from employee_skills s where s.employee_id = e.id order by 1) as skills
    from employees e order by e.code`)
  return rows
}

const inEach = async (items: Json, caller: Caller): Promise<Json> => {
  const outcomes: Json[] = []
  for (const each of items) {
    const { status, body } = await send(single, caller, singleRequest(each))
    outcomes.push(
      status < 400
        ? { code: null, version: body.data.version, record: recordOf(body.data) }
        : {
            code: body.errors[0].code,
            errors: body.errors.map(({ code, message, target }: Json) => [code, message, target]),
          },
    )
  }
  return outcomes
}

describe(`FAST_CHECK_SEED=${seed}`, () => {
  test('a PER_ITEM batch does what single requests do one after another', async () => {
    await fc.assert(
      fc.asyncProperty(batch, async ({ items, caller, isTried }) => {
        const expected = await inEach(items, caller)
        const body = { atomicity: 'PER_ITEM', items }
        const answer = await sendBatch(caller, body, isTried)
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        const outcomes = answer.body.data.items.map(({ code, version, record, errors }: Json) =>
          code === null
            ? { code, version, record: recordOf(record) }
            : {
                code,
                errors: errors.map(({ code, message, target }: Json) => [
                  ...[code, message, target?.replace(/^data\./, '') ?? null],
                ]),
              },
        )
        expect(outcomes).toEqual(expected)
        expect(await rowsOf(batched)).toEqual(await rowsOf(single))
      }),
      { numRuns: effort(20, 400), seed, endOnFailure: true },
    )
  })

  test('an ATOMIC batch writes everything, or nothing and says what is wrong', async () => {
    await fc.assert(
      fc.asyncProperty(batch, async ({ items, caller, isTried }) => {
        const before = await rowsOf(batched)
        const { status, body } = await sendBatch(caller, { items }, isTried)
        if (status >= 400) {
          for (const { target } of body.errors) expect(target).toMatch(/^items\.\d+(\.|$)/)
          expect(await rowsOf(batched)).toEqual(before)
          return
        }
        expect(await inEach(items, caller)).toEqual(
          body.data.items.map(({ version, record }: Json) => ({
            ...{ code: null, version, record: recordOf(record) },
          })),
        )
        expect(await rowsOf(batched)).toEqual(await rowsOf(single))
      }),
      { numRuns: effort(20, 400), seed, endOnFailure: true },
    )
  })
})
