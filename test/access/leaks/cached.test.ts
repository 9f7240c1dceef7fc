/**
 * Nothing cached is shown to a caller who sees other rows: totals, tags, cursors, stored responses.
 */
import { describe, expect, test } from 'vitest'
import { type Answer, newEmployee, paths } from '../../http/use-people.js'
import { commonRows, department, otherHiddenRows } from './twin-rows.js'
import { asJson, type CallerName, type TestRequest, useTwins } from './twins.js'

const twins = useTwins([commonRows], [commonRows, otherHiddenRows])
const request = (sent: TestRequest, caller: CallerName): Promise<Answer> =>
  twins.pair[0].send(sent, caller)
const guarded = [paths.employees, paths.absences, paths.payslips, paths.costs]
const callers = ['everything', 'leader', 'nobody'] as const

const totalOf = async (url: string, body: unknown, caller: CallerName): Promise<number> =>
  (await request({ method: 'POST', url, body }, caller)).json().data.totalElements

describe('cached totals', () => {
  for (const resource of guarded) {
    test(`${resource} counts the total for each caller`, async () => {
      const url = `${resource}/filter?size=1`
      const rounds = [callers, callers.toReversed(), callers]
      const totals = new Map<CallerName, number[]>()
      for (const caller of rounds.flat()) {
        totals.set(caller, [...(totals.get(caller) ?? []), await totalOf(url, {}, caller)])
      }
      const [all, some, none] = callers.map((caller) => totals.get(caller)!)
      for (const counts of [all!, some!, none!]) expect(new Set(counts).size).toBe(1)
      expect(none![0]).toBe(0)
      expect(some![0]).toBeGreaterThan(0)
      expect(all![0]).toBeGreaterThan(some![0]!)
    })
  }
})

describe('entity tags', () => {
  const tagged: readonly string[] = guarded.flatMap((resource) => [
    `${resource}/all`,
    `${resource}/by-ids?ids=`,
    `${resource}/options/by-ids?ids=`,
  ])
  for (const path of tagged) {
    test(`${path}: callers with different rows get different tags`, async () => {
      const [resource] = path.split(/\/all|\/by-ids|\/options/)
      const found = await request(
        { method: 'POST', url: `${resource}/filter?size=3`, body: {} },
        'leader',
      )
      const ids = found.json().data.content.map(({ id }: { id: unknown }) => id)
      const url = path.endsWith('=') ? `${path}${ids.join(',')}` : path
      for (const callerName of callers) {
        const { headers } = await request({ method: 'GET', url }, callerName)
        const conditional = { 'if-none-match': String(headers['etag']) }
        for (const other of callers) {
          const answer = await request({ method: 'GET', url, headers: conditional }, other)
          expect(answer.statusCode, `${callerName}, ${other}`).toBe(
            callerName === other ? 304 : 200,
          )
        }
      }
    })
  }

  test('the tags of a record differ between callers with different fields', async () => {
    const [{ id }] = (await twins.pair[0].rows(
      `select e.id from employees e join employees m on m.id = e.manager_id
       where e.department_id = ${department} and m.department_id <> ${department} limit 1`,
    )) as [{ id: string }]
    const url = `${paths.employees}/${id}`
    const first = await request({ method: 'GET', url }, 'everything')
    expect(first.json().data.managerName).not.toBeNull()
    const headers = { 'if-none-match': String(first.headers['etag']) }
    const second = await request({ method: 'GET', url, headers }, 'leader')
    expect(second.statusCode).toBe(200)
    expect(second.json().data.managerName).toBeNull()
  })

  test('a tag of a hidden record is treated like a tag of a missing record', async () => {
    const [{ id }] = (await twins.pair[0].rows(
      `select id from employees where department_id <> ${department} limit 1`,
    )) as [{ id: string }]
    const url = `${paths.employees}/${id}`
    const { headers } = await request({ method: 'GET', url }, 'everything')
    const tag = String(headers['etag'])
    for (const header of ['if-none-match', 'if-match']) {
      const answer = await request({ method: 'GET', url, headers: { [header]: tag } }, 'leader')
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['etag']).toBeUndefined()
    }
    for (const value of [tag, '*', '"0.x"']) {
      const answer = await request(
        { method: 'DELETE', url, headers: { 'if-match': value } },
        'leader',
      )
      expect(answer.statusCode).toBe(404)
    }
  })
})

describe('cursors', () => {
  for (const resource of guarded) {
    test(`${resource}: a cursor of one caller is invalid for another`, async () => {
      const url = `${resource}/filter/cursor?size=2`
      for (const callerName of ['everything', 'leader'] as const) {
        const { next } = (await request({ method: 'POST', url, body: {} }, callerName)).json().data
        for (const other of callers) {
          for (const way of ['after', 'before']) {
            const context = `${url}&${way}=${encodeURIComponent(next)}`
            const answer = await request({ method: 'POST', url: context, body: {} }, other)
            if (callerName === other) expect(answer.statusCode).toBe(200)
            else expect(answer.json().errors).toMatchObject([{ code: 'CURSOR_INVALID' }])
          }
        }
      }
    })
  }
})

describe('stored responses', () => {
  const post = (key: string, body: unknown): TestRequest => ({
    method: 'POST',
    url: paths.employees,
    body,
    headers: { 'idempotency-key': key },
  })

  test('an idempotency key belongs to one caller', async () => {
    const body = newEmployee({ departmentId: 7 })
    expect((await request(post('shared', body), 'everything')).statusCode).toBe(201)
    const answer = await request(post('shared', body), 'leader')
    expect(answer.headers['idempotency-replayed']).toBeUndefined()
    expect([403, 409]).toContain(answer.statusCode)
    expect(answer.body).not.toContain(body.fullName)
  })

  test('a stored response is not replayed when its record is no longer visible', async () => {
    const body = newEmployee()
    const made = await request(post('gone', body), 'leader')
    expect(made.statusCode, made.body).toBe(201)
    expect((await request(post('gone', body), 'leader')).headers['idempotency-replayed']).toBe(
      'true',
    )
    const { id } = made.json().data
    await twins.pair[0].rows('update employees set department_id = 7 where id = $1', [id])
    const answer = await request(post('gone', body), 'leader')
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain(body.fullName)
    await twins.pair[0].rows('delete from employees where id = $1', [id])
    expect((await request(post('gone', body), 'leader')).body).toBe(answer.body)
  })

  test('a stored response is not replayed when its caller has another department', async () => {
    const body = newEmployee()
    expect((await request(post('moved', body), 'leader')).statusCode).toBe(201)
    const answer = await request(post('moved', body), 'moved')
    expect(answer.statusCode, answer.body).toBe(404)
    expect(answer.body).not.toContain(body.fullName)
  })

  test('a stored response of an action is not replayed when a record is no longer visible', async () => {
    const [{ id, employee_id }] = (await twins.pair[0].rows(
      `select r.id, r.employee_id from absence_requests r join employees e on e.id = r.employee_id
       where e.department_id = ${department} limit 1`,
    )) as [{ id: string; employee_id: string }]
    await twins.pair[0].rows("update absence_requests set state = 'SUBMITTED' where id = $1", [id])
    const headers = { 'idempotency-key': 'act' }
    const testRequest: TestRequest = {
      method: 'POST',
      url: `${paths.absences}/${id}/actions/approve`,
      body: {},
      headers,
    }
    const list = asJson({ ids: [Number(id)], comment: 'all' })
    const many: TestRequest = {
      method: 'POST',
      url: `${paths.absences}/actions/bulk-reject`,
      body: list.body,
      headers: { ...list.headers, 'idempotency-key': 'acts' },
    }
    expect((await request(testRequest, 'leader')).statusCode).toBe(200)
    await twins.pair[0].rows("update absence_requests set state = 'SUBMITTED' where id = $1", [id])
    expect((await request(many, 'leader')).json().data).toMatchObject({ succeeded: 1 })
    await twins.pair[0].rows('update employees set department_id = 7 where id = $1', [employee_id])
    expect((await request(testRequest, 'leader')).statusCode).toBe(404)
    // The response of a bulk action contains only the requested ids, not their current state.
    const again = await request(many, 'leader')
    await twins.pair[0].rows('delete from absence_requests where id = $1', [id])
    expect((await request(many, 'leader')).body).toBe(again.body)
  })
})
