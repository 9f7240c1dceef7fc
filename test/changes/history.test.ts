/** The history of a record: what is recorded of each write, and who may read it. */
import { describe, expect, test } from 'vitest'
import people from '../../examples/people/app.js'
import type { Json } from '../http/use-people.js'
import { fewPeopleDatabase } from '../support/database.js'
import {
  dataOf,
  departments,
  peopleCallers,
  putAbsence,
  useService,
} from '../support/use-service.js'

const workflow = useService({
  resources: people.resources,
  callers: {
    ...peopleCallers,
    auditor: { authorities: ['hr:all', 'employee:history'], tenant: 'acme' },
    insider: { authorities: [`hr:department:${departments.seen}`, 'employee:history'] },
  },
  database: fewPeopleDatabase,
})
const path = '/api/human-resources/employees'
let made = 0
const newEmployee = (changes: object = {}) => ({
  code: `H-${++made}`,
  fullName: 'Ada Lovelace',
  email: `h${made}@example.com`,
  status: 'ACTIVE',
  salary: 1000,
  hiredOn: '2026-03-01',
  remote: false,
  departmentId: departments.seen,
  ...changes,
})
const put = async (changes: object = {}): Promise<Json> =>
  dataOf(await workflow.send('chief', 'POST', path, newEmployee(changes)), 201)
const historyOf = async (id: number, caller = 'auditor', query = ''): Promise<Json> =>
  dataOf(await workflow.get(caller, `${path}/${id}/history${query}`))
const entriesOf = async (id: number): Promise<readonly Json[]> =>
  (await historyOf(id, 'auditor')).content
const recorded = (record: number, source = 'employees') =>
  workflow.rows(
    `select operation, action, fields, principal from corollary.change
     where source = $1 and record = $2 order by seq`,
    [source, String(record)],
  )

describe('what is recorded', () => {
  test('a create, an update, an intent and a delete, newest first', async () => {
    const employee = await put()
    const { id } = employee
    const body = { ...newEmployee(), code: employee.code, email: employee.email, salary: 1500.5 }
    dataOf(await workflow.send('chief', 'PUT', `${path}/${id}`, body))
    const headers = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }
    const intent = `${path}/${id}/compensation`
    dataOf(
      await workflow.send('auditor', 'PATCH', `${path}/${id}/profile`, { phone: '1' }, headers),
    )
    dataOf(await workflow.send('chief', 'PATCH', intent, { salary: '1500.50' }))
    expect((await workflow.send('chief', 'DELETE', `${path}/${id}`)).statusCode).toBe(204)
    const common = { resource: 'human-resources.employees', tenant: null, principal: 'chief' }
    expect(await entriesOf(id)).toEqual([
      {
        ...common,
        ...{ at: expect.any(String), traceId: expect.any(String) },
        ...{ operation: 'delete', action: null, fields: [], oldVersion: 4, newVersion: null },
        values: {
          salary: { old: 1500.5, new: null },
          status: { old: 'ACTIVE', new: null },
          departmentId: { old: departments.seen, new: null },
        },
      },
      {
        ...common,
        ...{ at: expect.any(String), traceId: expect.any(String) },
        ...{ operation: 'update', action: 'compensation', fields: [] },
        ...{ oldVersion: 3, newVersion: 4, values: {} },
      },
      {
        ...common,
        ...{
          at: expect.any(String),
          traceId: 'a'.repeat(32),
          principal: 'auditor',
          tenant: 'acme',
        },
        ...{ operation: 'update', action: 'profile', fields: ['phone'] },
        ...{ oldVersion: 2, newVersion: 3, values: {} },
      },
      {
        ...common,
        ...{ at: expect.any(String), traceId: expect.any(String) },
        ...{ operation: 'update', action: null, fields: ['salary'], oldVersion: 1, newVersion: 2 },
        values: { salary: { old: 1000, new: 1500.5 } },
      },
      {
        ...common,
        ...{ at: expect.any(String), traceId: expect.any(String) },
        ...{ operation: 'create', action: null, oldVersion: null, newVersion: 1 },
        fields: expect.arrayContaining(['code', 'fullName', 'salary', 'departmentId']),
        values: {
          salary: { old: null, new: 1000 },
          status: { old: null, new: 'ACTIVE' },
          departmentId: { old: null, new: departments.seen },
        },
      },
    ])
  })

  test('a list of links counts as changed if it differs, under the names of responses', async () => {
    const { id, code, email } = await put()
    const body = { ...newEmployee(), code, email, skillIds: [1, 2] }
    dataOf(await workflow.send('chief', 'PUT', `${path}/${id}`, body))
    const [entry] = await entriesOf(id)
    expect(entry!.fields).toEqual(['skillCount', 'skillIds'])
    dataOf(await workflow.send('chief', 'PUT', `${path}/${id}`, { ...body, skillIds: [2, 1] }))
    expect((await entriesOf(id))[0]!.fields).toEqual([])
  })

  test('a relation is recorded with its old and new id', async () => {
    const { id, code, email } = await put()
    const body = { ...newEmployee({ departmentId: departments.foreign }), code, email }
    dataOf(await workflow.send('chief', 'PUT', `${path}/${id}`, body))
    const [entry] = await entriesOf(id)
    expect(entry!.fields).toEqual(['departmentId', 'departmentName'])
    expect(entry!.values).toEqual({
      departmentId: { old: departments.seen, new: departments.foreign },
    })
  })

  test('a batch records each item by one statement for each set of columns', async () => {
    const { id, code, email } = await put()
    const items = [
      { operation: 'CREATE', data: newEmployee() },
      { operation: 'UPDATE', id, data: { ...newEmployee({ salary: 7 }), code, email } },
      { operation: 'CREATE', data: newEmployee() },
    ]
    const outcome = dataOf(await workflow.send('chief', 'POST', `${path}/batch`, { items }))
    const [first, , third] = outcome.items
    for (const each of [first, third]) {
      expect(await entriesOf(each.id)).toMatchObject([
        { operation: 'create', newVersion: 1, values: { salary: { old: null, new: 1000 } } },
      ])
    }
    expect((await entriesOf(id))[0]).toMatchObject({
      ...{ operation: 'update', fields: ['salary', 'skillCount', 'skillIds'] },
      values: { salary: { old: 1000, new: 7 } },
    })
  })

  test('a failed item of a batch, and a refused write, record nothing', async () => {
    const { id, code } = await put()
    const items = [
      { operation: 'CREATE', data: newEmployee({ code }) },
      { operation: 'CREATE', data: newEmployee() },
    ]
    const before = await workflow.rows('select count(*)::int as n from corollary.change')
    const body = { atomicity: 'PER_ITEM', items }
    dataOf(await workflow.send('chief', 'POST', `${path}/batch`, body))
    const headers = { 'if-match': '"7-x"' }
    const update = await workflow.send('chief', 'PUT', `${path}/${id}`, newEmployee(), headers)
    expect(update.statusCode, update.body).toBe(412)
    const after = await workflow.rows('select count(*)::int as n from corollary.change')
    expect(after[0].n - before[0].n).toBe(1)
    expect(await recorded(id)).toHaveLength(1)
  })

  test('an action is recorded as the update that it makes, under its name', async () => {
    const id = await putAbsence(workflow)
    const url = `/api/human-resources/absence-requests/${id}/actions/approve`
    dataOf(await workflow.send('chief', 'POST', url, {}))
    expect(await recorded(id, 'absence_requests')).toMatchObject([
      { operation: 'update', action: 'approve', principal: 'chief' },
    ])
  })

  test('a batch delete records each record', async () => {
    const [first, second] = [await put(), await put()]
    const deleted = await workflow.send('chief', 'DELETE', `${path}/batch`, [first.id, second.id])
    expect(deleted.statusCode).toBe(204)
    for (const { id } of [first, second]) {
      expect((await recorded(id)).map(({ operation }) => operation)).toEqual(['create', 'delete'])
    }
  })
})

describe('who may read it', () => {
  test('callers without the authority are refused, and get no link', async () => {
    const { id } = await put()
    const refused = await workflow.get('viewer', `${path}/${id}/history`)
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([403, 'ACCESS_DENIED'])
    const linksOf = async (caller: string) =>
      (await workflow.get(caller, `${path}/${id}`)).json()._links
    expect(await linksOf('viewer')).not.toHaveProperty('history')
    expect((await linksOf('auditor')).history).toEqual({ href: `${path}/${id}/history` })
  })

  test('a record outside the row access has no history for the caller, nor has a deleted one', async () => {
    const seen = await put()
    const foreign = await put({ departmentId: departments.foreign })
    expect((await historyOf(seen.id, 'insider')).content).toHaveLength(1)
    expect((await workflow.get('insider', `${path}/${foreign.id}/history`)).statusCode).toBe(404)
    await workflow.send('chief', 'DELETE', `${path}/${seen.id}`)
    expect((await workflow.get('insider', `${path}/${seen.id}/history`)).statusCode).toBe(404)
    expect((await historyOf(seen.id)).content).toHaveLength(2)
    expect((await workflow.get('auditor', `${path}/99999999/history`)).statusCode).toBe(404)
  })

  test('a resource that names no authorities has no history', async () => {
    const response = await workflow.get('auditor', '/api/human-resources/departments/1/history')
    expect(response.statusCode).toBe(405)
  })
})

test('a long history is read in pages', async () => {
  const { id } = await put()
  for (const nickname of ['a', 'b', 'c', 'd']) {
    dataOf(await workflow.send('chief', 'PATCH', `${path}/${id}/profile`, { nickname }))
  }
  const first = await historyOf(id, 'auditor', '?size=3')
  expect(first).toMatchObject({ size: 3, prev: null, next: expect.any(String) })
  const rest = await historyOf(id, 'auditor', `?size=3&after=${first.next}`)
  expect(rest.next).toBeNull()
  const versions = [...first.content, ...rest.content].map(({ newVersion }) => newVersion)
  expect(versions).toEqual([5, 4, 3, 2, 1])
  const other = await put()
  const misused = await workflow.get('auditor', `${path}/${other.id}/history?after=${first.next}`)
  expect(misused.json().errors[0].code).toBe('CURSOR_INVALID')
})
