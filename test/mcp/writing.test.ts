/** Tools that write: the dry run, the confirmation and what it is bound to. */
import { describe, expect, test } from 'vitest'
import type { Json } from '../http/use-people.js'
import { type Agent, useMcp } from './use-mcp.js'

let time = new Date('2026-06-30T10:00:00Z')
// The ids of a bulk action may be longer than an address.
const mcp = useMcp({ 'platform.http.max-url-bytes': 2_500 }, () => time)
const orders = 'sales.orders'

let orderCount = 0
const orderData = (): Json => ({
  ...{ number: `MCP-${++orderCount}`, customerId: 2, orderedOn: '2026-06-30', online: true },
  ...{ dueOn: '2026-07-31', lines: [{ productId: 7, quantity: 4 }] },
})

/** An order in the state DRAFT, created without an agent. */
const createOrder = async (): Promise<Json> =>
  (await mcp.send('lead', 'POST', '/api/sales/orders', orderData())).json().data

const recordOf = async (id: number, path = 'orders'): Promise<Json> =>
  (await mcp.get('head-of-sales', `/api/sales/${path}/${id}`)).json().data

const countOrders = async (number: string): Promise<number> =>
  (await mcp.rows('select count(*)::int as count from orders where number = $1', [number]))[0].count

/** Calls a tool without and then with the confirmation, and returns both results. */
const tryAndDo = async ({ result }: Agent, tool: string, input: object) => {
  const tried = await result(tool, input)
  const { confirmation } = tried
  return { tried, done: await result(tool, { ...input, confirmation }) }
}

describe('a write is tried first', () => {
  test('a create writes nothing until it is confirmed, and is done once', async () => {
    const agent = await mcp.agentOf('lead')
    const input = { resource: 'sales.orders', data: orderData() }
    const { number } = input.data
    const tried = await agent.result('create_record', input)
    expect(tried).toMatchObject({ dryRun: true, result: { number, status: 'DRAFT' } })
    expect(await countOrders(number)).toBe(0)
    const confirmed = { ...input, confirmation: tried.confirmation }
    const done = await agent.result('create_record', confirmed)
    expect(done).toMatchObject({ dryRun: false, result: { number } })
    expect(await agent.result('create_record', confirmed)).toEqual(done)
    expect(await countOrders(number)).toBe(1)
  })

  test('an intent shows the fields that it would change', async () => {
    const agent = await mcp.agentOf('lead')
    const { id } = await createOrder()
    const { tried, done } = await tryAndDo(agent, 'update_record', {
      ...{ resource: orders, id, operation: 'terms', data: { discountPercent: 12 } },
    })
    expect(tried.changes).toMatchObject({ discountPercent: { before: 0, after: 12 } })
    expect(done.result).toMatchObject({ id, discountPercent: 12 })
    expect(await recordOf(id)).toMatchObject({ discountPercent: 12 })
  })

  test('an update, an action, a delete and a restore are done after their dry run', async () => {
    const agent = await mcp.agentOf('head-of-sales')
    const { id, number, ...order } = await createOrder()
    const data = { ...order, number, note: 'Call first.' }
    await tryAndDo(agent, 'update_record', { resource: orders, id, operation: 'update', data })
    expect(await recordOf(id)).toMatchObject({ note: 'Call first.' })
    const action = { resource: orders, id, action: 'submit' }
    const { tried } = await tryAndDo(agent, 'perform_action', action)
    expect(tried.changes.status).toEqual({ before: 'DRAFT', after: 'SUBMITTED' })
    expect(await recordOf(id)).toMatchObject({ status: 'SUBMITTED' })
    const { tried: triedDelete } = await tryAndDo(agent, 'delete_record', { resource: orders, id })
    expect(triedDelete.record).toMatchObject({ id, number })
    expect(await recordOf(id)).toBeUndefined()
    const restore = { resource: orders, id, operation: 'restore', data: {} }
    await tryAndDo(agent, 'update_record', restore)
    expect(await recordOf(id)).toMatchObject({ id, status: 'SUBMITTED' })
  })

  test('a bulk action is bound to the records that it names', async () => {
    const agent = await mcp.agentOf('head-of-sales')
    const created = [await createOrder(), await createOrder()]
    const ids = created.map(({ id }) => id)
    for (const id of ids)
      await mcp.send('lead', 'POST', `/api/sales/orders/${id}/actions/submit`, {})
    const input = { resource: orders, action: 'bulk-approve', data: { ids } }
    const { confirmation, result } = await agent.result('perform_action', input)
    expect(result).toMatchObject({ total: 2, succeeded: 2 })
    await mcp.send('lead', 'PATCH', `/api/sales/orders/${ids[1]}/terms`, { discountPercent: 5 })
    expect(await agent.call('perform_action', { ...input, confirmation })).toMatchObject({
      isError: true,
      json: { error: { status: 412, errors: [{ code: 'STALE_RESOURCE_VERSION' }] } },
    })
    await tryAndDo(agent, 'perform_action', input)
    expect(await recordOf(ids[1])).toMatchObject({ status: 'APPROVED' })
  })

  test('a bulk action may name more records than fit into an address', async () => {
    const agent = await mcp.agentOf('head-of-sales')
    const { id } = await createOrder()
    await mcp.send('lead', 'POST', `/api/sales/orders/${id}/actions/submit`, {})
    const absent = Array.from({ length: 199 }, (_, index) => 1_000_000_000 + index)
    const input = { resource: orders, action: 'bulk-approve', data: { ids: [...absent, id] } }
    const { confirmation } = await agent.result('perform_action', input)
    await mcp.send('lead', 'PATCH', `/api/sales/orders/${id}/terms`, { discountPercent: 5 })
    expect(await agent.call('perform_action', { ...input, confirmation })).toMatchObject({
      isError: true,
      json: { error: { status: 412, errors: [{ target: 'confirmation' }] } },
    })
    await tryAndDo(agent, 'perform_action', input)
    expect(await recordOf(id)).toMatchObject({ status: 'APPROVED' })
    const tooMany = { ...input, data: { ids: [...absent, id, id + 1] } }
    expect(await agent.call('perform_action', tooMany)).toMatchObject({
      isError: true,
      json: { error: { errors: [{ code: 'LIMIT_EXCEEDED' }] } },
    })
  })

  test('a dry run that the API refuses has no confirmation', async () => {
    const { call } = await mcp.agentOf('finance')
    const { id } = await createOrder()
    const refused = [
      ['update_record', { operation: 'terms', data: { discountPercent: 30 } }, 'VALIDATION_FAILED'],
      ['update_record', { operation: 'terms', data: { colour: 'red' } }, 'REQUEST_PAYLOAD_INVALID'],
      ['perform_action', { action: 'ship', data: {} }, 'VALIDATION_FAILED'],
      ['perform_action', { action: 'approve' }, 'RESOURCE_STATE_BLOCKED'],
      ['perform_action', { action: 'bulk-approve' }, 'REQUEST_PAYLOAD_INVALID'],
      ['perform_action', { action: 'fly' }, 'SCHEMA_NOT_FOUND'],
      [
        'perform_action',
        { id: undefined, action: 'bulk-approve', data: { ids: [{ toString: 1 }] } },
        'INVALID_PARAMETER',
      ],
    ] as const
    for (const [tool, input, code] of refused) {
      const { isError, json } = await call(tool, { resource: orders, id, ...input })
      expect([isError, json.error.errors[0].code], JSON.stringify(json)).toEqual([true, code])
      expect(json).not.toHaveProperty('confirmation')
    }
  })
})

test('a write succeeds if its record is too long for a result', async () => {
  const agent = await mcp.agentOf('lead')
  const { id } = await createOrder()
  const lines = Array.from({ length: 300 }, () => ({ productId: 7, quantity: 1 }))
  const input = { resource: orders, id, operation: 'lines', data: { lines: { add: lines } } }
  const { tried, done } = await tryAndDo(agent, 'update_record', input)
  expect(tried.changed).toEqual(expect.arrayContaining(['lines', 'lineCount', 'total']))
  expect(done).toEqual({
    dryRun: false,
    truncated: 'The record is too long for a result; read it with some of its fields.',
  })
  expect(await recordOf(id)).toMatchObject({ lineCount: 301 })
})

describe('a confirmation is refused', () => {
  const terms = (id: number, discountPercent = 12) => ({
    ...{ resource: orders, id, operation: 'terms', data: { discountPercent } },
  })
  const invalid = { isError: true, json: { error: { errors: [{ target: 'confirmation' }] } } }

  test('with other arguments, by another caller, and if it is forged', async () => {
    const [lead, finance] = [await mcp.agentOf('lead'), await mcp.agentOf('finance')]
    const [{ id }, other] = [await createOrder(), await createOrder()]
    const { confirmation } = await lead.result('update_record', terms(id))
    const attempts = [
      [lead, terms(id, 13)],
      [lead, terms(other.id)],
      [lead, { ...terms(id), operation: 'lines', data: { lines: [] } }],
      [finance, terms(id)],
    ] as const
    for (const [agent, input] of attempts) {
      expect(await agent.call('update_record', { ...input, confirmation })).toMatchObject(invalid)
    }
    const forged = { ...terms(id), confirmation: `${confirmation.slice(0, -2)}AA` }
    expect(await lead.call('update_record', forged)).toMatchObject(invalid)
    expect(await recordOf(id)).toMatchObject({ discountPercent: 0 })
  })

  test('if the record has changed since the dry run', async () => {
    const { call, result } = await mcp.agentOf('lead')
    const { id } = await createOrder()
    const { confirmation } = await result('update_record', terms(id))
    await mcp.send('lead', 'PATCH', `/api/sales/orders/${id}/terms`, { dueOn: '2026-08-31' })
    expect(await call('update_record', { ...terms(id), confirmation })).toMatchObject({
      isError: true,
      json: { error: { status: 412, errors: [{ code: 'STALE_RESOURCE_VERSION' }] } },
    })
    expect(await recordOf(id)).toMatchObject({ discountPercent: 0 })
  })

  test('if a record without a version has changed since the dry run', async () => {
    const { call, result } = await mcp.agentOf('lead')
    const { code } = await recordOf(12, 'territories')
    const territory = { resource: 'sales.territories', id: 12 }
    const input = { ...territory, operation: 'update', data: { code, name: 'Centre' } }
    const { confirmation } = await result('update_record', input)
    await mcp.send('lead', 'PUT', '/api/sales/territories/12', { code, name: 'Middle' })
    expect(await call('update_record', { ...input, confirmation })).toMatchObject({
      isError: true,
      json: { error: { status: 412, errors: [{ target: 'confirmation' }] } },
    })
    expect(await recordOf(12, 'territories')).toMatchObject({ name: 'Middle' })
  })

  test('after ten minutes', async () => {
    const { call, result } = await mcp.agentOf('lead')
    const { id } = await createOrder()
    const { confirmation } = await result('update_record', terms(id))
    time = new Date(time.getTime() + 10 * 60_000 + 1)
    expect(await call('update_record', { ...terms(id), confirmation })).toMatchObject(invalid)
  })

  test('of a cursor of the same service', async () => {
    const { call } = await mcp.agentOf('lead')
    const { id } = await createOrder()
    const page = await mcp.send('lead', 'POST', '/api/sales/orders/filter/cursor?size=1', {})
    const confirmation = page.json().data.next
    expect(await call('update_record', { ...terms(id), confirmation })).toMatchObject(invalid)
  })
})

test('the history names the agent in the trace id of its change', async () => {
  const { id } = await createOrder()
  const agent = await mcp.agentOf('lead', 'Claude Code (beta)')
  const input = { resource: orders, id, operation: 'terms', data: { discountPercent: 7 } }
  await tryAndDo(agent, 'update_record', input)
  const { result } = await mcp.agentOf('auditor', 'reader')
  const { changes } = await result('read_history', { resource: orders, id })
  expect(changes[0]).toMatchObject({ principal: 'lead', action: 'terms' })
  expect(changes[0].traceId).toMatch(/^mcp:Claude-Code-beta-:[0-9a-f-]{36}$/)
  expect(changes[1].traceId).not.toMatch(/^mcp:/)
})
