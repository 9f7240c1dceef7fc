/** Writes: references of a body, moves of a record, and conflicts with hidden rows. */
import { describe, expect, test } from 'vitest'
import { type Answer, type Json, newEmployee, paths } from '../../http/use-people.js'
import {
  asUnknown,
  commonRows,
  department,
  knownHidden,
  knownHiddenRows,
  knownUnknown,
  referredHidden,
} from './twin-rows.js'
import { hiddenDigest, shown, type TestRequest, type Twin, useTwins } from './twins.js'

const rows = [commonRows, knownHiddenRows]
/** Equal twins: one receives references to hidden rows, the other to missing ones. */
const twins = useTwins(rows, rows)

const [hidden] = knownHidden
const [unknown] = knownUnknown
const mine = async ({ rows: read }: Twin, condition = 'true'): Promise<Json> =>
  (
    await read(
      `select * from employees where department_id = ${department} and ${condition} order by id`,
    )
  )[0]

const both = async (askOf: (id: unknown) => TestRequest): Promise<readonly [Answer, Answer]> => {
  const [first, second] = twins.pair
  return [await first.send(askOf(hidden), 'leader'), await second.send(askOf(unknown), 'leader')]
}

const expectSame = ([first, second]: readonly [Answer, Answer], what: string): void => {
  const responses = [first, second].map((answer) =>
    JSON.parse(asUnknown(JSON.stringify(shown(answer)))),
  )
  expect(responses[0], what).toEqual(responses[1])
}

const readBack = async (twin: Twin, id: number): Promise<Json> => {
  const answer = await twin.send({ method: 'GET', url: `${paths.employees}/${id}` }, 'leader')
  expect(answer.statusCode).toBe(200)
  return answer.json().data
}

/** Every combination of one value each. */
const combinations = (choices: Readonly<Record<string, readonly unknown[]>>): readonly Json[] =>
  Object.entries(choices).reduce<readonly Json[]>(
    (all, [name, values]) =>
      all.flatMap((body) => values.map((value) => ({ ...body, [name]: value }))),
    [{}],
  )

const placeholder = '<the one>'
const filled = (body: Json, id: unknown): Json =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, value === placeholder ? id : value]),
  )

const bodies = combinations({
  managerId: [placeholder],
  departmentId: [department, 7, 777_703],
  skillIds: [[], [1, 2], [1, 777_704], [777_704, 777_703]],
  code: ['fresh', 'K-TAKEN', 'KANARIE-888803'],
  rating: [3, 9],
})

describe('references to a hidden row', () => {
  test(`a create refuses a reference to a hidden row like one to a missing row, in ${bodies.length} combinations`, async () => {
    await Promise.all(
      twins.pair.map((twin) => twin.send(create(newEmployee({ code: 'K-TAKEN' })), 'leader')),
    )
    for (const body of bodies) {
      const whole = newEmployee({ ...body, ...(body.code === 'fresh' ? { code: 'K-FRESH' } : {}) })
      const answers = await both((id) => create(filled(whole, id)))
      expectSame(answers, JSON.stringify(body))
      expect(answers[0].statusCode).toBeGreaterThanOrEqual(400)
    }
  })

  test(`an update refuses a reference to a hidden row like one to a missing row, in ${bodies.length} combinations`, async () => {
    const { id } = await mine(twins.pair[0], 'id % 2 = 0')
    for (const body of bodies) {
      const whole = newEmployee({ ...body, ...(body.code === 'fresh' ? { code: 'K-FRESH' } : {}) })
      const update = (reference: unknown): TestRequest => ({
        method: 'PUT',
        url: `${paths.employees}/${id}`,
        body: { ...filled(whole, reference), status: 'ACTIVE' },
      })
      const answers = await both(update)
      expectSame(answers, JSON.stringify(body))
      expect(answers[0].statusCode).toBeGreaterThanOrEqual(400)
    }
  })

  test('the error names the member and reveals nothing of the hidden row', async () => {
    const [answer] = await both((id) => create(newEmployee({ managerId: id })))
    expect(answer.statusCode).toBe(409)
    expect(answer.json().errors).toMatchObject([
      { code: 'DATA_INTEGRITY_VIOLATION', target: 'managerId' },
    ])
    expect(answer.body).not.toMatch(/anarie/i)
  })

  test('absence requests refuse references to hidden rows, on create and update', async () => {
    const absence = {
      kind: 'VACATION',
      startsOn: '2027-01-04',
      endsOn: '2027-01-08',
      days: 5,
      reason: null,
    }
    const post = (employeeId: unknown, more = {}): TestRequest => ({
      method: 'POST',
      url: paths.absences,
      body: { ...absence, employeeId, ...more },
    })
    expectSame(await both((id) => post(id)), 'create')
    expectSame(await both((id) => post(id, { endsOn: '2026-01-01' })), 'create that breaks a check')
    const { id: employeeId } = await mine(twins.pair[0])
    const made = await Promise.all(
      twins.pair.map((twin) => twin.send(post(Number(employeeId)), 'leader')),
    )
    const { id } = made[0]!.json().data
    const put = (reference: unknown): TestRequest => ({
      method: 'PUT',
      url: `${paths.absences}/${id}`,
      body: { ...absence, employeeId: reference },
    })
    const answers = await both(put)
    expectSame(answers, 'update')
    expect(answers[0].statusCode).toBe(409)
  })
})

const create = (body: Json): TestRequest => ({ method: 'POST', url: paths.employees, body })

describe('visible rows that refer to a hidden row', () => {
  test('a PUT of a record that was read keeps its reference', async () => {
    const [twin] = twins.pair
    const { id } = await mine(twin, `manager_id = ${referredHidden}`)
    const read = await readBack(twin, id)
    expect(read).toMatchObject({ managerId: referredHidden, managerName: null })
    const answer = await twin.send(
      { method: 'PUT', url: `${paths.employees}/${id}`, body: read },
      'leader',
    )
    expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status: 200 })
    expect(await mine(twin, `id = ${id}`)).toMatchObject({ manager_id: String(referredHidden) })
  })

  test('an intent keeps the reference', async () => {
    const [twin] = twins.pair
    const { id } = await mine(twin, `manager_id = ${referredHidden}`)
    const url = `${paths.employees}/${id}/profile`
    const answer = await twin.send({ method: 'PATCH', url, body: { nickname: 'Kept' } }, 'leader')
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().data).toMatchObject({ managerId: referredHidden, managerName: null })
  })

  test('the reference cannot be changed to another hidden row', async () => {
    const { id } = await mine(twins.pair[0], `manager_id = ${referredHidden}`)
    const read = await readBack(twins.pair[0], id)
    const put = (managerId: unknown): TestRequest => ({
      method: 'PUT',
      url: `${paths.employees}/${id}`,
      body: { ...read, managerId },
    })
    const [first, second] = twins.pair
    const answers = [
      await first.send(put(knownHidden[2]), 'leader'),
      await second.send(put(knownUnknown[2]), 'leader'),
    ]
    expect(answers[0]!.statusCode).toBe(409)
    expect(asUnknown(answers[0]!.body)).toBe(answers[1]!.body)
  })
})

describe("writes of rows in the caller's department", () => {
  test("a row cannot be moved out of the caller's row access, or created outside of it", async () => {
    const [twin] = twins.pair
    const { id } = await mine(twin, 'id % 2 = 0')
    const before = await mine(twin, `id = ${id}`)
    const digest = await hiddenDigest(twin)
    const read = await readBack(twin, id)
    const requests: readonly TestRequest[] = [
      {
        method: 'PUT',
        url: `${paths.employees}/${id}`,
        body: { ...read, departmentId: 7, rating: 1 },
      },
      create(newEmployee({ departmentId: 7 })),
    ]
    for (const request of requests) {
      const answer = await twin.send(request, 'leader')
      expect(answer.statusCode, answer.body).toBe(403)
      expect(answer.json().errors).toMatchObject([{ code: 'ACCESS_DENIED', target: null }])
    }
    expect(await mine(twin, `id = ${id}`)).toEqual(before)
    expect(await hiddenDigest(twin)).toEqual(digest)
  })

  test('a conflict with a hidden row reveals nothing about it', async () => {
    const [twin] = twins.pair
    const { id } = await mine(twin, 'id % 2 = 0')
    const read = await readBack(twin, id)
    const email = 'kanarie.888803@canary.example'
    const requests: readonly TestRequest[] = [
      create(newEmployee({ email })),
      create(newEmployee({ code: 'KANARIE-888803' })),
      { method: 'PUT', url: `${paths.employees}/${id}`, body: { ...read, email } },
      { method: 'PUT', url: `${paths.employees}/${id}`, body: { ...read, code: 'KANARIE-888803' } },
    ]
    for (const request of requests) {
      const answer = await twin.send(request, 'leader')
      expect(answer.statusCode, answer.body).toBe(409)
      expect(JSON.stringify([answer.body, answer.headers])).not.toMatch(/kanarie|canary|888803/i)
      expect(answer.json().errors).toMatchObject([{ code: 'DATA_INTEGRITY_VIOLATION' }])
    }
  })
})
