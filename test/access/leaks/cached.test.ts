/** What is kept between requests is never shown to one who sees other rows: totals, tags, cursors, answers. */
import { describe, expect, test } from 'vitest'
import { type Answer, newEmployee, paths } from '../../http/use-people.js'
import { commonRows, department, otherHiddenRows } from './twin-rows.js'
import { type Ask, asJson, type CallerName, useTwins } from './twins.js'

const twins = useTwins([commonRows], [commonRows, otherHiddenRows])
const ask = (one: Ask, caller: CallerName): Promise<Answer> => twins.pair[0].send(one, caller)
const guarded = [paths.employees, paths.absences, paths.payslips, paths.costs]
const callers = ['everything', 'leader', 'nobody'] as const

const totalOf = async (url: string, body: unknown, caller: CallerName): Promise<number> =>
  (await ask({ method: 'POST', url, body }, caller)).json().data.totalElements

describe('totals', () => {
  for (const resource of guarded) {
    test(`${resource} counts for each caller anew, whoever asked before`, async () => {
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
    test(`${path}: the tag of one caller is not that of another`, async () => {
      const [resource] = path.split(/\/all|\/by-ids|\/options/)
      const found = await ask(
        { method: 'POST', url: `${resource}/filter?size=3`, body: {} },
        'leader',
      )
      const known = found.json().data.content.map(({ id }: { id: unknown }) => id)
      const url = path.endsWith('=') ? `${path}${known.join(',')}` : path
      for (const one of callers) {
        const { headers } = await ask({ method: 'GET', url }, one)
        const conditional = { 'if-none-match': String(headers['etag']) }
        for (const other of callers) {
          const answer = await ask({ method: 'GET', url, headers: conditional }, other)
          expect(answer.statusCode, `${one}, ${other}`).toBe(one === other ? 304 : 200)
        }
      }
    })
  }

  test('a record: the tag of one who sees more is not that of one who sees less', async () => {
    const [{ id }] = (await twins.pair[0].rows(
      `select e.id from employees e join employees m on m.id = e.manager_id
       where e.department_id = ${department} and m.department_id <> ${department} limit 1`,
    )) as [{ id: string }]
    const url = `${paths.employees}/${id}`
    const first = await ask({ method: 'GET', url }, 'everything')
    expect(first.json().data.managerName).not.toBeNull()
    const headers = { 'if-none-match': String(first.headers['etag']) }
    const second = await ask({ method: 'GET', url, headers }, 'leader')
    expect(second.statusCode).toBe(200)
    expect(second.json().data.managerName).toBeNull()
  })

  test('of a hidden record is answered as of none', async () => {
    const [{ id }] = (await twins.pair[0].rows(
      `select id from employees where department_id <> ${department} limit 1`,
    )) as [{ id: string }]
    const url = `${paths.employees}/${id}`
    const { headers } = await ask({ method: 'GET', url }, 'everything')
    const tag = String(headers['etag'])
    for (const header of ['if-none-match', 'if-match']) {
      const answer = await ask({ method: 'GET', url, headers: { [header]: tag } }, 'leader')
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['etag']).toBeUndefined()
    }
    for (const value of [tag, '*', '"0.x"']) {
      const answer = await ask({ method: 'DELETE', url, headers: { 'if-match': value } }, 'leader')
      expect(answer.statusCode).toBe(404)
    }
  })
})

describe('cursors', () => {
  for (const resource of guarded) {
    test(`${resource}: a cursor of one caller is none for another`, async () => {
      const url = `${resource}/filter/cursor?size=2`
      for (const one of ['everything', 'leader'] as const) {
        const { next } = (await ask({ method: 'POST', url, body: {} }, one)).json().data
        for (const other of callers) {
          for (const way of ['after', 'before']) {
            const asked = `${url}&${way}=${encodeURIComponent(next)}`
            const answer = await ask({ method: 'POST', url: asked, body: {} }, other)
            if (one === other) expect(answer.statusCode).toBe(200)
            else expect(answer.json().errors).toMatchObject([{ code: 'CURSOR_INVALID' }])
          }
        }
      }
    })
  }
})

describe('repeated requests', () => {
  const post = (key: string, body: unknown): Ask => ({
    method: 'POST',
    url: paths.employees,
    body,
    headers: { 'idempotency-key': key },
  })

  test('the key of one caller is not that of another', async () => {
    const body = newEmployee({ departmentId: 7 })
    expect((await ask(post('shared', body), 'everything')).statusCode).toBe(201)
    const answer = await ask(post('shared', body), 'leader')
    expect(answer.headers['idempotency-replayed']).toBeUndefined()
    expect([403, 409]).toContain(answer.statusCode)
    expect(answer.body).not.toContain(body.fullName)
  })

  test('an answer is not repeated once its record has left the access', async () => {
    const body = newEmployee()
    const made = await ask(post('gone', body), 'leader')
    expect(made.statusCode, made.body).toBe(201)
    expect((await ask(post('gone', body), 'leader')).headers['idempotency-replayed']).toBe('true')
    const { id } = made.json().data
    await twins.pair[0].rows('update employees set department_id = 7 where id = $1', [id])
    const answer = await ask(post('gone', body), 'leader')
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain(body.fullName)
    await twins.pair[0].rows('delete from employees where id = $1', [id])
    expect((await ask(post('gone', body), 'leader')).body).toBe(answer.body)
  })

  test('nor once its caller has another department', async () => {
    const body = newEmployee()
    expect((await ask(post('moved', body), 'leader')).statusCode).toBe(201)
    const answer = await ask(post('moved', body), 'moved')
    expect(answer.statusCode, answer.body).toBe(404)
    expect(answer.body).not.toContain(body.fullName)
  })

  test('nor is one of an action, on one record or on many', async () => {
    const [{ id, employee_id }] = (await twins.pair[0].rows(
      `select r.id, r.employee_id from absence_requests r join employees e on e.id = r.employee_id
       where e.department_id = ${department} limit 1`,
    )) as [{ id: string; employee_id: string }]
    await twins.pair[0].rows("update absence_requests set state = 'SUBMITTED' where id = $1", [id])
    const headers = { 'idempotency-key': 'act' }
    const one: Ask = {
      method: 'POST',
      url: `${paths.absences}/${id}/actions/approve`,
      body: {},
      headers,
    }
    const list = asJson({ ids: [Number(id)], comment: 'all' })
    const many: Ask = {
      method: 'POST',
      url: `${paths.absences}/actions/bulk-reject`,
      body: list.body,
      headers: { ...list.headers, 'idempotency-key': 'acts' },
    }
    expect((await ask(one, 'leader')).statusCode).toBe(200)
    await twins.pair[0].rows("update absence_requests set state = 'SUBMITTED' where id = $1", [id])
    expect((await ask(many, 'leader')).json().data).toMatchObject({ succeeded: 1 })
    await twins.pair[0].rows('update employees set department_id = 7 where id = $1', [employee_id])
    expect((await ask(one, 'leader')).statusCode).toBe(404)
    // Of many there is nothing of the records but what was asked; and it does not tell what became of them.
    const again = await ask(many, 'leader')
    await twins.pair[0].rows('delete from absence_requests where id = $1', [id])
    expect((await ask(many, 'leader')).body).toBe(again.body)
  })
})
