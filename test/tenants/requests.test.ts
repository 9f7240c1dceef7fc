/** What callers of tenants may name, and in whose rows it ends. All tenants have the same ids. */
import { describe, expect, test } from 'vitest'
import type { Method } from '../http/use-people.js'
import { type TenantCaller, tenantTables, useBureau } from './bureau.js'

const bureau = useBureau({ settings: { 'platform.cache.max-bytes': 1_000_000 } })
const api = '/api/bureau'

const send = (
  method: Method,
  path: string,
  caller: TenantCaller,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
) => bureau.send({ method, url: `${api}${path}`, headers, ...(body ? { body } : {}) }, caller)

const employee = {
  code: 'E-NEW',
  fullName: 'Newly Hired',
  email: 'new@example.com',
  salary: '3000.00',
  hiredOn: '2026-01-01',
  departmentId: 1,
  currencyCode: 'EUR',
}

describe('reading', () => {
  test('an id names another record for each tenant', async () => {
    const [first, second] = await Promise.all(
      (['aurora', 'borealis'] as const).map((caller) => send('GET', '/employees/1', caller)),
    )
    expect(first!.json().data.email).toBe('e1@aurora.example')
    expect(second!.json().data.email).toBe('e1@borealis.example')
    expect(first!.headers.etag).not.toBe(second!.headers.etag)
  })

  test('cached results and totals are those of the tenant', async () => {
    await bureau.rows("delete from payslips where tenant_id = 'cielo' and id % 2 = 0")
    const totals = async (caller: TenantCaller, tenant?: string) => {
      const headers = tenant === undefined ? {} : { 'x-tenant': tenant }
      const page = await send('POST', '/payslips/filter?size=1', caller, {}, headers)
      return page.json().data.totalElements
    }
    for (let round = 0; round < 2; round++) {
      expect(await totals('aurora')).toBe(240)
      expect(await totals('newcomer')).toBe(0)
      expect(await totals('operator', 'cielo')).toBe(120)
    }
  })

  test('a cursor of one tenant is refused in another', async () => {
    const page = await send('POST', '/employees/filter/cursor?size=2', 'aurora', {})
    const { next } = page.json().data
    const path = `/employees/filter/cursor?size=2&after=${encodeURIComponent(next)}`
    expect((await send('POST', path, 'aurora', {})).statusCode).toBe(200)
    expect((await send('POST', path, 'twin', {})).json().errors[0].code).toBe('CURSOR_INVALID')
  })

  test('the description of the API does not contain the tenant', async () => {
    const { body } = await bureau.send({ method: 'GET', url: '/v3/api-docs' }, 'aurora')
    expect(body).toContain('departmentId')
    expect(body.toLowerCase()).not.toMatch(/tenant_?id/)
  })

  test('operations on rows of tenants publish the header that names one', async () => {
    const { paths } = (
      await bureau.send({ method: 'GET', url: '/v3/api-docs' }, 'aurora')
    ).json() as { paths: Record<string, Record<string, { parameters: { name: string }[] }>> }
    const hasHeader = (path: string, method: string) =>
      paths[path]![method]!.parameters.some(({ name }) => name === 'X-Tenant')
    const publishes = (path: string, method: string) => hasHeader(`${api}${path}`, method)
    expect(publishes('/employees', 'post')).toBe(true)
    expect(publishes('/payslips/stats/group-by', 'post')).toBe(true)
    expect(publishes('/currencies/{id}', 'get')).toBe(false)
    expect(hasHeader('/queries', 'post')).toBe(true)
  })
})

describe('callers', () => {
  test('a caller without a tenant reads shared records only', async () => {
    for (const path of ['/employees/1', '/payslips/all', '/departments/1/capabilities']) {
      const answer = await send('GET', path, 'homeless')
      expect(answer.statusCode, path).toBe(403)
      expect(answer.json().errors[0].properties).toMatchObject({ reason: 'tenant-required' })
    }
    expect((await send('GET', '/currencies/EUR', 'homeless')).statusCode).toBe(200)
    const { operations } = (await send('GET', '/employees/capabilities', 'homeless')).json()
    expect(operations.filter.availability).toMatchObject({
      allowed: false,
      reason: 'tenant-required',
    })
  })

  test.each([
    ['aurora', 'aurora', 200],
    ['aurora', 'borealis', 403],
    ['homeless', 'aurora', 403],
    ['operator', 'borealis', 200],
  ] as const)('%s in the tenant %s gets %i', async (caller, tenant, status) => {
    const answer = await send('GET', '/employees/1', caller, undefined, { 'x-tenant': tenant })
    expect(answer.statusCode).toBe(status)
    if (status !== 200) return
    expect(answer.json().data.email).toBe(`e1@${tenant}.example`)
    expect(answer.headers.vary).toContain('X-Tenant')
  })

  test('an operator who names no tenant has none', async () => {
    expect((await send('GET', '/employees/1', 'operator')).statusCode).toBe(403)
  })
})

describe('writing', () => {
  test('a body cannot name the tenant', async () => {
    for (const name of ['tenantId', 'tenant_id', 'tenant']) {
      const body = { ...employee, [name]: 'borealis' }
      const answer = await send('POST', '/employees', 'aurora', body)
      expect(answer.json().errors[0]).toMatchObject({
        code: 'REQUEST_PAYLOAD_INVALID',
        target: name,
      })
    }
  })

  test('values are unique within a tenant', async () => {
    expect((await send('POST', '/employees', 'aurora', employee)).statusCode).toBe(201)
    const again = await send('POST', '/employees', 'aurora', employee)
    expect(again.statusCode).toBe(409)
    expect(again.json().errors[0].target).toMatch(/^(code|email)$/)
    const headers = { 'x-tenant': 'borealis' }
    const other = await send('POST', '/employees', 'operator', employee, headers)
    expect(other.statusCode).toBe(201)
    const rows = await bureau.rows(
      "select tenant_id from employees where code = 'E-NEW' order by 1",
    )
    expect(rows).toEqual([{ tenant_id: 'aurora' }, { tenant_id: 'borealis' }])
  })

  test('a reference to a record of another tenant is one to a missing record', async () => {
    await bureau.rows(`insert into departments values ('borealis', 4711, 'X', 'Hidden');
      insert into skills values ('borealis', 4711, 'X', 'Hidden')`)
    const bodies = [{ departmentId: 4711 }, { skillIds: [1, 4711] }]
    for (const change of bodies) {
      const body = { ...employee, code: 'E-REF', email: 'ref@example.com', ...change }
      const answer = await send('POST', '/employees', 'aurora', body)
      const [error] = answer.json().errors
      expect(error).toMatchObject({
        code: 'DATA_INTEGRITY_VIOLATION',
        target: Object.keys(change)[0],
      })
    }
  })

  test('a key of a repeated request is one of its tenant', async () => {
    const headers = { 'idempotency-key': 'equal' }
    const body = { ...employee, code: 'E-KEY', email: 'key@example.com' }
    const made = async (caller: TenantCaller) => {
      const answer = await send('POST', '/employees', caller, body, headers)
      expect(answer.statusCode, answer.body).toBe(201)
      return answer.json().data.id
    }
    const first = await made('aurora')
    expect(await made('aurora')).toBe(first)
    expect(await made('twin')).not.toBe(first)
  })

  test('a record is not locked for a request in another tenant', async () => {
    await bureau.rows('begin')
    try {
      await bureau.rows("select from employees where tenant_id = 'borealis' and id = 2 for update")
      const body = { salary: '4000.00' }
      const answer = await send('PATCH', '/employees/2/raise', 'aurora', body)
      expect(answer.statusCode, answer.body).toBe(200)
    } finally {
      await bureau.rows('rollback')
    }
  })

  test('a batch changes records and links of its tenant, and records what they were', async () => {
    const links = (tenant: string) =>
      bureau.rows(
        'select skill_id::int from employee_skills where tenant_id = $1 and employee_id in (6, 7) order by 1',
        [tenant],
      )
    const others = await links('borealis')
    const current = await send('GET', '/employees/6', 'aurora')
    const { code, fullName, email, salary, hiredOn, departmentId, currencyCode } =
      current.json().data
    const data = { code, fullName, email, hiredOn, departmentId, currencyCode, skillIds: [1, 5] }
    const answer = await send('POST', '/employees/batch', 'aurora', {
      atomicity: 'ATOMIC',
      items: [{ operation: 'UPDATE', id: 6, data: { ...data, salary: '9999.00' } }],
    })
    expect(answer.statusCode, answer.body).toBe(200)
    const written = await send('GET', '/employees/6', 'aurora')
    expect(written.json().data.skillIds).toEqual([1, 5])
    expect(await links('borealis')).toEqual(others)
    const { content } = (await send('GET', '/employees/6/history', 'aurora')).json().data
    expect(content[0].values.salary).toEqual({ old: salary, new: 9999 })
    expect(content).toHaveLength(1)
  })

  test('a stream of changes is that of the tenant', async () => {
    const read = async (from?: string) => {
      const headers: Record<string, string> = from === undefined ? {} : { 'last-event-id': from }
      const path = '/employees/changes?follow=false'
      const { body } = await send('GET', path, 'borealis', undefined, headers)
      const events = [...body.matchAll(/event: change\ndata: (.*)/g)]
      return {
        position: /^id: (\S+)/m.exec(body)![1]!,
        versions: events.map(([, data]) => JSON.parse(data!).version),
      }
    }
    const before = (await read()).position
    for (const salary of ['4100.00', '4200.00']) {
      await send('PATCH', '/employees/5/raise', 'aurora', { salary })
    }
    await send('PATCH', '/employees/5/raise', 'borealis', { salary: '4300.00' })
    expect((await read(before)).versions).toEqual([2])
  })

  test('the history of a record is that of its tenant', async () => {
    await send('PATCH', '/employees/3/raise', 'aurora', { salary: '4001.00' })
    await send('PATCH', '/employees/3/raise', 'borealis', { salary: '4002.00' })
    const answer = await send('GET', '/employees/3/history', 'borealis')
    const { content } = answer.json().data
    expect(content).toHaveLength(1)
    expect(content[0].values.salary.new).toBe(4002)
  })
})

test('each table of tenants is pinned to one in every statement', async () => {
  const tables = new RegExp(`"(${tenantTables.join('|')})"`, 'g')
  const { statements } = bureau
  expect(statements.length).toBeGreaterThan(50)
  for (const { text, values } of statements) {
    const named = text.match(tables)?.length ?? 0
    expect(text.match(/"tenant_id"/g)?.length ?? 0, text).toBeGreaterThanOrEqual(named)
    const tenants = values.filter((value) =>
      ['aurora', 'borealis', 'cielo', 'newcomer'].includes(String(value)),
    )
    expect(new Set(tenants).size, text).toBe(named > 0 ? 1 : new Set(tenants).size)
  }
})
