/** `corollary mcp`: the same tools over lines, at a service without `/mcp`. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { Client, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, test } from 'vitest'
import type { RiskLimit } from '../../src/mcp/risk.js'
import { runBridge } from '../../src/server/commands/mcp-bridge.js'
import type { Json } from '../http/use-people.js'
import { type Agent, agentOver, useMcp } from './use-mcp.js'

const mcp = useMcp({ 'platform.mcp.enabled': false })
const orders = 'sales.orders'

/** The client's end of the lines. */
class LineTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void
  readonly input = new PassThrough({ encoding: 'utf8' })
  readonly output = new PassThrough({ encoding: 'utf8' })

  async start(): Promise<void> {
    let rest = ''
    this.output.on('data', (text: string) => {
      const lines = `${rest}${text}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) this.onmessage?.(JSON.parse(line))
    })
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.input.write(`${JSON.stringify(message)}\n`)
  }

  async close(): Promise<void> {
    this.input.end()
  }
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Starts a server for one test and returns its address. */
const listen = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A server before the service, which changes its responses. */
const proxy = (change: (request: string, text: string) => string): Promise<string> =>
  listen(async ({ method = 'GET', url = '', headers }, response) => {
    const { authorization = '', 'content-type': type = '' } = headers
    const received = await fetch(`${mcp.url}${url}`, {
      ...{ method, headers: { authorization, ...(type ? { 'content-type': type } : {}) } },
    })
    response.writeHead(received.status, { 'content-type': 'application/json' })
    response.end(change(`${method} ${url}`, await received.text()))
  })

interface BridgeSetup {
  readonly caller?: string
  readonly riskLimit?: RiskLimit
  readonly url?: string
  readonly report?: (error: unknown) => void
}

const fail = (error: unknown): never => {
  throw error
}

const start = (setup: BridgeSetup) => {
  const { caller = 'lead', riskLimit = 'MEDIUM', url = mcp.url, report = fail } = setup
  const transport = new LineTransport()
  const { input, output } = transport
  const ended = runBridge({
    ...{ url: new URL(url), riskLimit, input, output },
    ...{ headers: { Authorization: `Bearer ${caller}` }, report },
  })
  closing.push(async () => {
    await transport.close()
    await ended
  })
  return transport
}

const connect = async (setup: BridgeSetup = {}): Promise<Agent> => {
  const client = new Client({ name: 'line-agent', version: '1.0.0' })
  await client.connect(start(setup))
  return agentOver(client)
}

const toolsOf = async ({ client }: Agent): Promise<readonly string[]> =>
  (await client.listTools()).tools.map(({ name }) => name)

test('the service has no /mcp unless a setting turns it on', async () => {
  expect((await mcp.send('lead', 'POST', '/mcp', {})).statusCode).toBe(404)
})

test('an agent reads and writes, and the history has its name', async () => {
  const agent = await connect()
  const [{ id }] = (
    await agent.result('search_records', { resource: orders, filter: { status: ['DRAFT'] } })
  ).records
  const input = { resource: orders, id, operation: 'terms', data: { discountPercent: 3 } }
  const { confirmation } = await agent.result('update_record', input)
  await agent.result('update_record', { ...input, confirmation })
  const history = await mcp.get('auditor', `/api/sales/orders/${id}/history`)
  expect(history.json().data.content[0]).toMatchObject({
    ...{ principal: 'lead', action: 'terms' },
    traceId: expect.stringMatching(/^mcp:line-agent:/),
  })
})

test('a confirmation of one bridge is refused by another one', async () => {
  const [first, second] = [await connect(), await connect()]
  const input = { resource: orders, id: 1, operation: 'terms', data: { discountPercent: 3 } }
  const { confirmation } = await first.result('update_record', input)
  expect((await second.call('update_record', { ...input, confirmation })).isError).toBe(true)
})

test('a write is not sent to a service that does not publish dry runs', async () => {
  const writes: string[] = []
  const url = await proxy((request, text) => {
    if (/^(PUT|PATCH|DELETE)/.test(request)) writes.push(request)
    return text.replaceAll('"name":"dryRun"', '"name":"unknown"')
  })
  const { call } = await connect({ url })
  const input = { resource: orders, id: 1, operation: 'terms', data: { discountPercent: 3 } }
  expect(await call('update_record', input)).toMatchObject({
    isError: true,
    json: { error: { status: 501, errors: [{ code: 'NOT_SUPPORTED' }] } },
  })
  expect(writes).toEqual([])
})

describe('a program that shows questions', () => {
  /** An agent whose user responds with this action. */
  const connectUser = async (action: 'accept' | 'decline' | 'cancel') => {
    const questions: string[] = []
    const client = new Client(
      { name: 'line-agent', version: '1.0.0' },
      { capabilities: { elicitation: {} } },
    )
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      questions.push(params.message)
      return { action, ...(action === 'accept' ? { content: {} } : {}) }
    })
    await client.connect(start({}))
    return { agent: agentOver(client), questions }
  }
  const input = (discountPercent: number) => ({
    ...{ resource: orders, id: 2, operation: 'terms', data: { discountPercent } },
  })
  const discount = async () =>
    (await mcp.get('lead', '/api/sales/orders/2')).json().data.discountPercent

  test('writes with one call if its user accepts, and returns no confirmation', async () => {
    const { agent, questions } = await connectUser('accept')
    const before = await discount()
    expect(await agent.result('update_record', input(before + 1))).toMatchObject({
      ...{ dryRun: false, result: { discountPercent: before + 1 } },
    })
    expect(await discount()).toBe(before + 1)
    expect(questions[0]).toContain(`\n- discountPercent: ${before} → ${before + 1}\n`)
    expect(questions).toEqual([
      expect.stringContaining(
        `Change terms (terms): Order 2\nSent:\n- discountPercent: ${before + 1}\nChanges:\n`,
      ),
    ])
  })

  test('shows all that is sent, also what the record does not have, and beside long values', async () => {
    const { agent, questions } = await connectUser('decline')
    const read = async (id: number) =>
      (await mcp.get('lead', `/api/sales/orders/${id}`)).json().data
    const approved = { resource: orders, filter: { status: ['APPROVED'] } }
    const [{ id }] = (await agent.result('search_records', approved)).records
    const [line] = (await read(id)).lines
    const parcels = [{ lineId: line.id, quantity: 1 }]
    await agent.result('perform_action', {
      ...{ resource: orders, id, action: 'ship' },
      data: { shippedOn: '2026-07-01', parcels },
    })
    expect(questions[0]).toContain(`\n- parcels: ${JSON.stringify(parcels)}\n`)
    const { number, customerId, orderedOn, dueOn, online, purchaseOrder, lines } = await read(2)
    const lineOf = ({ productId, quantity }: Json) => ({ productId, quantity, unitPrice: 0.01 })
    await agent.result('update_record', {
      ...{ resource: orders, id: 2, operation: 'update' },
      data: {
        ...{ number, customerId, orderedOn, dueOn, online, purchaseOrder, discountPercent: 1 },
        ...{ note: `x\u202e\n${'x'.repeat(1_900)}`, lines: lines.map(lineOf) },
      },
    })
    expect(questions[1]).toMatch(/\n- note: "x\\u202e\\nx{400,500}…\n- lines: .*"unitPrice":0\.01/)
    expect(questions[1]).toMatch(/\n- total: \d.* → \d/)
    await agent.result('delete_record', { resource: orders, id: 2 })
    expect(questions[2]).toMatch(/^delete \(delete\): Order 2\nRecord:\n- id: 2\n- number: "/)
  })

  test.each(['decline', 'cancel'] as const)(
    'writes nothing if its user says %s',
    async (action) => {
      const { agent } = await connectUser(action)
      const before = await discount()
      const refused = await agent.result('update_record', input(before + 1))
      expect(refused).toMatchObject({ dryRun: true, next: expect.stringMatching(/did not accept/) })
      expect(refused).not.toHaveProperty('confirmation')
      expect(await discount()).toBe(before)
    },
  )

  test('ends a call whose question gets no response, when the input ends', async () => {
    const transport = start({})
    const lines: string[] = []
    transport.output.on('data', (text: string) => lines.push(...text.split('\n').filter(Boolean)))
    const send = (method: string, params: object) =>
      transport.input.write(`${JSON.stringify({ jsonrpc: '2.0', id: method, method, params })}\n`)
    send('initialize', { capabilities: { elicitation: { form: {} } }, clientInfo: { name: 'x' } })
    await expect.poll(() => lines.length).toBe(1)
    const before = await discount()
    send('tools/call', { name: 'update_record', arguments: input(before + 1) })
    await expect.poll(() => lines.length).toBe(2)
    expect(JSON.parse(lines[1]!)).toMatchObject({ method: 'elicitation/create' })
    await transport.close()
    await expect.poll(() => lines.length).toBe(3)
    expect(await discount()).toBe(before)
  })
})

describe('the limit of risks decides what is offered', () => {
  const writing = ['create_record', 'update_record', 'delete_record', 'perform_action']
  const cases: readonly (readonly [RiskLimit, tools: readonly string[], operations: object])[] = [
    ['NONE', [], []],
    ['LOW', writing.filter((name) => name !== 'delete_record'), ['create', 'terms', 'ship']],
    ['MEDIUM', writing, ['create', 'update', 'delete', 'terms', 'ship', 'cancel']],
  ]
  test.each(cases)('%s', async (riskLimit, tools, operations) => {
    const agent = await connect({ riskLimit })
    const named = await toolsOf(agent)
    expect(named.filter((name) => writing.includes(name))).toEqual(tools)
    const { writing: commands } = await agent.result('describe_resource', { resource: orders })
    const offered: string[] = commands.map((command: { operation: string }) => command.operation)
    const shown = ['create', 'update', 'delete', 'terms', 'ship', 'cancel']
    expect(shown.filter((name) => offered.includes(name))).toEqual(operations)
  })

  test('an operation of a higher risk is refused like one that does not exist', async () => {
    const { call } = await connect({ riskLimit: 'LOW' })
    const cancel = { resource: orders, id: 1, action: 'cancel' }
    expect((await call('perform_action', cancel)).json.error.errors[0].code).toBe(
      'SCHEMA_NOT_FOUND',
    )
  })
})

describe('what is wrong', () => {
  const responseTo = async (transport: LineTransport, line: string) => {
    transport.input.write(`${line}\n`)
    const [text] = await once(transport.output, 'data')
    return JSON.parse(text)
  }

  test.each([
    ['a line that is not JSON', '{', { id: null, error: { code: -32600 } }],
    ['a batch', '[]', { id: null, error: { code: -32600 } }],
    [
      'an id that is null',
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      { id: null, error: { code: -32600 } },
    ],
    [
      'an unknown method',
      '{"jsonrpc":"2.0","id":7,"method":"constructor"}',
      { id: 7, error: { code: -32601 } },
    ],
  ])('%s', async (_title, line, response) => {
    expect(await responseTo(start({}), line)).toMatchObject(response)
  })

  test('a service of another protocol is an error, which ends no call without a response', async () => {
    const url = await listen((_request, response) => void response.end('{}'))
    const reported: unknown[] = []
    const transport = start({ url, report: (error) => reported.push(error) })
    const line = '{"jsonrpc":"2.0","id":7,"method":"tools/list"}'
    expect(await responseTo(transport, line)).toMatchObject({ id: 7, error: { code: -32603 } })
    expect(reported).toHaveLength(1)
  })

  test('a service that does not exist and a token that is refused end the connection', async () => {
    await expect(connect({ url: 'http://127.0.0.1:9' })).rejects.toThrow('cannot be reached')
    await expect(connect({ caller: 'nobody' })).rejects.toThrow()
  })
})
