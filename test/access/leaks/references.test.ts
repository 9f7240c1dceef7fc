/** Writes: what a body refers to, where it would move the record, what stands in the way of it. */
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
import { type Ask, hiddenDigest, shown, type Twin, useTwins } from './twins.js'

const rows = [commonRows, knownHiddenRows]
/** Equal: one is asked with references to hidden rows, the other with references to none. */
const twins = useTwins(rows, rows)

const [hidden] = knownHidden
const [unknown] = knownUnknown
const mine = async ({ rows: read }: Twin, condition = 'true'): Promise<Json> =>
  (
    await read(
      `select * from employees where department_id = ${department} and ${condition} order by id`,
    )
  )[0]

const both = async (askOf: (id: unknown) => Ask): Promise<readonly [Answer, Answer]> => {
  const [first, second] = twins.pair
  return [await first.send(askOf(hidden), 'leader'), await second.send(askOf(unknown), 'leader')]
}

const expectSame = ([first, second]: readonly [Answer, Answer], what: string): void => {
  const told = [first, second].map((one) => JSON.parse(asUnknown(JSON.stringify(shown(one)))))
  expect(told[0], what).toEqual(told[1])
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
      all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
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

describe('a reference to a hidden row', () => {
  test(`is refused in a create as one to no row, in ${bodies.length} combinations`, async () => {
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

  test(`is refused in an update as one to no row, in ${bodies.length} combinations`, async () => {
    const { id } = await mine(twins.pair[0], 'id % 2 = 0')
    for (const body of bodies) {
      const whole = newEmployee({ ...body, ...(body.code === 'fresh' ? { code: 'K-FRESH' } : {}) })
      const update = (reference: unknown): Ask => ({
        method: 'PUT',
        url: `${paths.employees}/${id}`,
        body: { ...filled(whole, reference), status: 'ACTIVE' },
      })
      const answers = await both(update)
      expectSame(answers, JSON.stringify(body))
      expect(answers[0].statusCode).toBeGreaterThanOrEqual(400)
    }
  })

  test('is named by its member, and nothing of the row is told', async () => {
    const [answer] = await both((id) => create(newEmployee({ managerId: id })))
    expect(answer.statusCode).toBe(409)
    expect(answer.json().errors).toMatchObject([
      { code: 'DATA_INTEGRITY_VIOLATION', target: 'managerId' },
    ])
    expect(answer.body).not.toMatch(/anarie/i)
  })

  test('is refused for absence requests, created and updated', async () => {
    const absence = {
      kind: 'VACATION',
      startsOn: '2027-01-04',
      endsOn: '2027-01-08',
      days: 5,
      reason: null,
    }
    const post = (employeeId: unknown, more = {}): Ask => ({
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
    const put = (reference: unknown): Ask => ({
      method: 'PUT',
      url: `${paths.absences}/${id}`,
      body: { ...absence, employeeId: reference },
    })
    const answers = await both(put)
    expectSame(answers, 'update')
    expect(answers[0].statusCode).toBe(409)
  })
})

const create = (body: Json): Ask => ({ method: 'POST', url: paths.employees, body })

describe('a visible row that refers to a hidden one', () => {
  test('keeps its reference when what was read is put back', async () => {
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

  test('keeps it through an intent', async () => {
    const [twin] = twins.pair
    const { id } = await mine(twin, `manager_id = ${referredHidden}`)
    const url = `${paths.employees}/${id}/profile`
    const answer = await twin.send({ method: 'PATCH', url, body: { nickname: 'Kept' } }, 'leader')
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().data).toMatchObject({ managerId: referredHidden, managerName: null })
  })

  test('cannot be given another hidden one', async () => {
    const { id } = await mine(twins.pair[0], `manager_id = ${referredHidden}`)
    const read = await readBack(twins.pair[0], id)
    const put = (managerId: unknown): Ask => ({
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

describe('a row of the department', () => {
  test('cannot be moved out of what its writer sees, nor made there', async () => {
    const [twin] = twins.pair
    const { id } = await mine(twin, 'id % 2 = 0')
    const before = await mine(twin, `id = ${id}`)
    const digest = await hiddenDigest(twin)
    const read = await readBack(twin, id)
    const asks: readonly Ask[] = [
      {
        method: 'PUT',
        url: `${paths.employees}/${id}`,
        body: { ...read, departmentId: 7, rating: 1 },
      },
      create(newEmployee({ departmentId: 7 })),
    ]
    for (const ask of asks) {
      const answer = await twin.send(ask, 'leader')
      expect(answer.statusCode, answer.body).toBe(403)
      expect(answer.json().errors).toMatchObject([{ code: 'ACCESS_DENIED', target: null }])
    }
    expect(await mine(twin, `id = ${id}`)).toEqual(before)
    expect(await hiddenDigest(twin)).toEqual(digest)
  })

  test('conflicts with a hidden row without a word about it', async () => {
    const [twin] = twins.pair
    const { id } = await mine(twin, 'id % 2 = 0')
    const read = await readBack(twin, id)
    const email = 'kanarie.888803@canary.example'
    const asks: readonly Ask[] = [
      create(newEmployee({ email })),
      create(newEmployee({ code: 'KANARIE-888803' })),
      { method: 'PUT', url: `${paths.employees}/${id}`, body: { ...read, email } },
      { method: 'PUT', url: `${paths.employees}/${id}`, body: { ...read, code: 'KANARIE-888803' } },
    ]
    for (const ask of asks) {
      const answer = await twin.send(ask, 'leader')
      expect(answer.statusCode, answer.body).toBe(409)
      expect(JSON.stringify([answer.body, answer.headers])).not.toMatch(/kanarie|canary|888803/i)
      expect(answer.json().errors).toMatchObject([{ code: 'DATA_INTEGRITY_VIOLATION' }])
    }
  })
})
