import { describe, expect, test } from 'vitest'
import { createClient } from '../../src/client/create-client.js'
import { ResourceClient } from '../../src/client/resource-client.js'
import { createTransport } from '../../src/client/transport.js'
import { printClientCode, resourceOfPath } from './client-code.js'
import { printLiteral } from './literal.js'

const origin = 'http://127.0.0.1:8080'
const resources = [
  { resourceKey: 'hr.employees', resourcePath: '/ctx/api/hr/employees' },
  { resourceKey: 'hr.plans', resourcePath: '/ctx/plans' },
]
const context = { origin, contextPath: '/ctx', needsToken: false }

const print = (
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): string | undefined =>
  printClientCode(
    {
      ...{ method, headers, url: `/ctx/api/hr/employees${path}` },
      body: body === undefined ? undefined : JSON.stringify(body),
    },
    resources,
    context,
  )

type Case = readonly [
  expected: string,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
]

const call = (...args: Parameters<typeof print>): string | undefined =>
  print(...args)?.replace(/^[\s\S]*await employees/, 'employees')

describe('typed client code', () => {
  test('a program creates the client and calls the method of the operation', () => {
    const code = print('POST', '/filter?page=2&sort=salary%2Cdesc', { fullName: "O'Neil" })
    expect(code).toBe(
      `import { createClient } from 'corollary/client'
import type { resources } from './resources.js'

const client = createClient<typeof resources>({ baseUrl: '${origin}/ctx' })
const employees = client.resource('hr.employees')

const result = await employees.filter({ fullName: 'O\\'Neil' }, { page: 2, sort: 'salary,desc' })`,
    )
  })

  test('paths that are not derived from the key, and the token, are named', () => {
    const request = { method: 'GET', url: '/ctx/plans/7', headers: {}, body: undefined }
    const code = printClientCode(request, resources, { ...context, needsToken: true })
    expect(code).toContain("paths: { 'hr.plans': '/plans' }")
    expect(code).toContain('headers: { Authorization: `Bearer $' + '{token}` }')
    expect(code).toContain('await plans.get(7)')
  })

  const record = { fullName: 'A' }
  const match = { 'if-match': '"3"' }
  /** Each line is sent by the client itself, and must give the request back. */
  const cases: readonly Case[] = [
    [
      "employees.create({ fullName: 'A' }, { idempotencyKey: 'k' })",
      'POST',
      '',
      record,
      { 'idempotency-key': 'k' },
    ],
    ['employees.all()', 'GET', '/all'],
    ['employees.byIds([1, 2])', 'GET', '/by-ids?ids=1%2C2'],
    ["employees.get('a/b c')", 'GET', '/a%2Fb%20c'],
    ["employees.get('9007199254740993')", 'GET', '/9007199254740993'],
    [`employees.update(7, { fullName: 'A' }, { ifMatch: '"3"' })`, 'PUT', '/7', record, match],
    ["employees.intent(7, 'profile', { fullName: 'A' })", 'PATCH', '/7/profile', record],
    [`employees.delete(7, { ifMatch: '"3"' })`, 'DELETE', '/7', undefined, match],
    ['employees.deleteBatch([1, 2])', 'DELETE', '/batch', [1, 2]],
    [
      "employees.cursor({}, { size: 5, after: 'x=' })",
      'POST',
      '/filter/cursor?size=5&after=x%3D',
      {},
    ],
    [
      "employees.locate(7, {}, { sort: ['a', 'b,desc'] })",
      'POST',
      '/locate?id=7&sort=a&sort=b%2Cdesc',
      {},
    ],
    ["employees.options({}, { search: 'x' })", 'POST', '/options/filter?search=x', {}],
    ['employees.optionsByIds([7])', 'GET', '/options/by-ids?ids=7'],
    [
      "employees.optionSource('units').byIds([1])",
      'GET',
      '/option-sources/units/options/by-ids?ids=1',
    ],
    [
      "employees.stats.groupBy({ filter: {}, field: 'state' })",
      'POST',
      '/stats/group-by',
      { filter: {}, field: 'state' },
    ],
    ["employees.export({ format: 'csv' })", 'POST', '/export', { format: 'csv' }],
    ['employees.capabilities()', 'GET', '/capabilities'],
    ['employees.capabilities(7)', 'GET', '/7/capabilities'],
    ['employees.surfaces(7)', 'GET', '/7/surfaces'],
    ["employees.act(7, 'approve', {})", 'POST', '/7/actions/approve', {}],
    [
      "employees.perform('bulk-approve', { ids: [1] })",
      'POST',
      '/actions/bulk-approve',
      { ids: [1] },
    ],
  ]

  test.for(cases)('%s', async ([expected, method, path, body, headers = {}]) => {
    expect(call(method, path, body, headers)).toBe(expected)
    const sent: { method: string; url: string; body: unknown; headers: Headers }[] = []
    const transport = createTransport({
      baseUrl: '',
      fetch: async (url, init) => {
        sent.push({ body: undefined, ...init, url })
        return new Response('{}')
      },
    })
    const employees = new ResourceClient(transport, '/ctx/api/hr/employees')
    await new Function('employees', `return ${expected}`)(employees)
    expect(sent[0]).toMatchObject({
      ...{ method, url: `/ctx/api/hr/employees${path}` },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    for (const [name, value] of Object.entries(headers)) {
      expect(sent[0]!.headers.get(name)).toBe(value)
    }
  })

  test('queries are sent by one call, each as a function of the same client', async () => {
    const queries = [
      { name: 'active', path: '/api/hr/employees/filter', query: { size: 1 }, body: { is: true } },
      { name: 'by plan', path: '/plans/stats/group-by', body: { field: 'state', filter: {} } },
    ]
    const url = '/ctx/queries'
    const request = { method: 'POST', url, headers: {}, body: JSON.stringify({ queries }) }
    const code = printClientCode(request, resources, context)!
    expect(code).toContain("paths: { 'hr.plans': '/plans' }")
    const sent: unknown[] = []
    const client = createClient({
      ...{ baseUrl: '/ctx', paths: { 'hr.plans': '/plans' } },
      fetch: async (to, { body }) => {
        sent.push([to, JSON.parse(String(body))])
        return new Response('{}', { status: 400 })
      },
    })
    await new Function('client', `return ${code.slice(code.indexOf('client.queries'))}`)(client)
    expect(sent).toEqual([[url, { queries }]])
    for (const other of [[{ name: 'a', path: '/elsewhere', body: {} }], [null], 'a', undefined]) {
      const body = JSON.stringify({ queries: other })
      expect(printClientCode({ ...request, body }, resources, context)).toBeUndefined()
    }
  })

  test('requests without a method have no program', () => {
    expect(print('GET', '/7/unknown/thing')).toBeUndefined()
    const request = { method: 'GET', url: '/schemas/service', headers: {}, body: undefined }
    expect(printClientCode(request, resources, context)).toBeUndefined()
    expect(resourceOfPath('/ctx/plansmore', resources)).toBeUndefined()
  })

  test('literals are read back by JavaScript, whatever they hold', () => {
    const value = {
      ...{
        "it's": ['"', "'", '\\', '\n', '\u2028', '$' + '{x}', '`'],
        nested: { deep: [[], {}, null] },
      },
      ...{ 'a-b': 1.5, long: 'x'.repeat(100), ['__proto' + '__x']: true },
    }
    const parsed = JSON.parse(`{"__proto__": 1, "delete": 2}`)
    for (const each of [value, parsed]) {
      expect(new Function(`return ${printLiteral(each)}`)()).toEqual(each)
    }
  })
})
