/** Tools that read, called by the official client of MCP over HTTP. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Headers } from '../http/use-people.js'
import { useMcp } from './use-mcp.js'

const mcp = useMcp()
const orders = 'sales.orders'

describe('a session', () => {
  test('begins with the name of the server and with instructions', async () => {
    const { client } = await mcp.agentOf('lead')
    expect(client.getServerVersion()).toMatchObject({ name: 'corollary', version: '1.0.0' })
    expect(client.getInstructions()).toMatch(/^Resources are the tables of an application\. /)
    await client.ping()
  })

  test('has a bounded set of tools whose schemas list the resources', async () => {
    const { client } = await mcp.agentOf('lead')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      ...['list_resources', 'describe_resource', 'search_records', 'read_record', 'find_options'],
      ...['compute_statistics', 'create_record', 'update_record', 'delete_record'],
      'perform_action',
    ])
    const search = tools.find(({ name }) => name === 'search_records')!
    expect(search.annotations).toMatchObject({ readOnlyHint: true })
    expect(search.inputSchema).toMatchObject({
      required: ['resource'],
      properties: { resource: { enum: expect.arrayContaining([orders, 'sales.customers']) } },
    })
  })

  test('describes each resource and its operations as MCP resources too', async () => {
    const { client, result } = await mcp.agentOf('lead')
    const { resources } = await client.listResources()
    expect(resources.map(({ name }) => name)).toContain(orders)
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents
      return JSON.parse(content && 'text' in content ? content.text : 'null')
    }
    expect(await read(`corollary://resources/${orders}`)).toEqual(
      await result('describe_resource', { resource: orders }),
    )
    expect(await read(`corollary://resources/${orders}/ship`)).toEqual(
      await result('describe_resource', { resource: orders, operation: 'ship' }),
    )
    await expect(
      client.readResource({ uri: 'corollary://resources/sales.secrets' }),
    ).rejects.toThrow('There is no such resource')
  })
})

describe('the transport', () => {
  const session = '00000000-0000-4000-8000-000000000000.test'
  const post = (body: unknown, headers: Headers = {}, caller = 'lead') =>
    mcp.send(caller, 'POST', '/mcp', body, { 'mcp-session-id': session, ...headers })
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

  test('a notification is accepted without a body', async () => {
    const accepted = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([accepted.statusCode, accepted.body]).toEqual([202, ''])
  })

  test('the version that the client requests is used, else the latest', async () => {
    const versionFor = async (protocolVersion: string) => {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } }
      const begun = await post({ ...ping, method: 'initialize', params })
      expect(begun.headers['mcp-session-id']).toMatch(/^[0-9a-f-]{36}\.x$/)
      return begun.json().result.protocolVersion
    }
    expect(await versionFor('2025-06-18')).toBe('2025-06-18')
    expect(await versionFor('2024-11-05')).toBe('2025-11-25')
  })

  test.each([
    ['a session that is not one', ping, { 'mcp-session-id': 'x' }, 400, 'INVALID_PARAMETER'],
    ['another version', ping, { 'mcp-protocol-version': '1' }, 400, 'INVALID_PARAMETER'],
    ['a body that is not JSON', '{', {}, 400, 'REQUEST_PAYLOAD_INVALID'],
    [
      'a type that is not JSON',
      ping,
      { 'content-type': 'text/plain' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['a client that takes no JSON', ping, { accept: 'text/html' }, 406, 'NOT_ACCEPTABLE'],
  ])('%s is refused', async (_title, body, headers, status, code) => {
    const refused = await post(body, headers)
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([status, code])
  })

  test.each(['GET', 'DELETE'] as const)('%s is not allowed', async (method) => {
    const refused = await mcp.send('lead', method, '/mcp')
    expect([refused.statusCode, refused.headers['allow']]).toEqual([405, 'POST, OPTIONS'])
  })

  test('a name of a tool that is not a text is an error of the protocol', async () => {
    const params = { name: { toString: 1, valueOf: 1 }, arguments: {} }
    const refused = await post({ ...ping, method: 'tools/call', params })
    expect(refused.json()).toMatchObject({ id: 1, error: { code: -32602 } })
  })

  test('errors of tools are in the language of the client, as those of the API', async () => {
    const messageOf = async (input: object): Promise<string> => {
      const params = { name: 'read_record', arguments: input }
      const call = { ...ping, method: 'tools/call', params }
      const { result } = (await post(call, { 'accept-language': 'de' })).json()
      return JSON.parse(result.content[0].text).error.message
    }
    expect(await messageOf({ resource: orders, id: 999_999 })).toBe(
      'Es gibt keinen Datensatz mit dieser ID.',
    )
    expect(await messageOf({ resource: 'sales.order', id: 1 })).toBe(
      "Diese Ressource gibt es nicht; meinten Sie 'sales.orders'? 'list_resources' führt die auf, die Sie verwenden dürfen.",
    )
  })

  test('the id of a call in progress is refused, and its cancellation ends its statement', async () => {
    const waiting = async (): Promise<number> => {
      await mcp.rows('select pg_stat_clear_snapshot()')
      const [row] = await mcp.rows(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return row.count
    }
    await mcp.rows('begin')
    await mcp.rows('lock table orders in access exclusive mode')
    try {
      const params = { name: 'search_records', arguments: { resource: orders } }
      const call = post({ jsonrpc: '2.0', id: 'long', method: 'tools/call', params })
      await expect.poll(waiting).toBe(1)
      const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled' }
      await post({ ...cancel, params: { requestId: 'other' } })
      const second = await post({ jsonrpc: '2.0', id: 'long', method: 'ping' })
      expect(second.json()).toEqual({
        ...{ jsonrpc: '2.0', id: 'long' },
        error: { code: -32600, message: 'Another request with this id is in progress.' },
      })
      // Who learned the id of the session cannot cancel the calls of its caller.
      await post({ ...cancel, params: { requestId: 'long' } }, {}, 'finance')
      expect(await waiting()).toBe(1)
      await post({ ...cancel, params: { requestId: 'long' } })
      const { statusCode, body } = await call
      expect([statusCode, body]).toEqual([202, ''])
      await expect.poll(waiting).toBe(0)
    } finally {
      await mcp.rows('rollback')
    }
  })
})

describe('results', () => {
  test('a search returns the page of /filter with the chosen fields', async () => {
    const { result } = await mcp.agentOf('lead')
    const filter = { status: ['SUBMITTED'] }
    const found = await result('search_records', {
      ...{ resource: orders, filter, sort: ['total,desc'], size: 2, page: 1 },
      fields: ['number', 'total'],
    })
    const page = await mcp.send(
      'lead',
      'POST',
      '/api/sales/orders/filter?size=2&page=1&sort=total,desc',
      filter,
    )
    const { content, totalElements } = page.json().data
    expect(found).toEqual({
      ...{ total: totalElements, page: 1, last: false },
      records: content.map(({ id, number, total }: Record<string, unknown>) => ({
        ...{ id, number, total },
      })),
    })
  })

  test('statistics, options and the history are those of the API', async () => {
    const { result } = await mcp.agentOf('lead')
    const request = { field: 'territory', metrics: [{ operation: 'SUM', field: 'total' }] }
    const stats = await mcp.send('lead', 'POST', '/api/sales/orders/stats/group-by', {
      ...request,
      filter: {},
    })
    expect(
      await result('compute_statistics', { resource: orders, kind: 'GROUP_BY', ...request }),
    ).toEqual(stats.json().data)
    const territories = { resource: orders, source: 'territories', search: 'germ' }
    expect((await result('find_options', territories)).options).toMatchObject([
      { id: 1, label: 'Germany North' },
      { id: 2, label: 'Germany South' },
    ])
    const customers = await result('find_options', { resource: 'sales.customers', size: 1 })
    expect(customers.options).toHaveLength(1)
  })

  test('a record comes with the operations that are allowed on it now', async () => {
    const { result } = await mcp.agentOf('lead')
    const submitted = await result('search_records', {
      ...{ resource: orders, filter: { status: ['SUBMITTED'], totalBetween: [null, 9_999] } },
      size: 1,
    })
    const { id } = submitted.records[0]
    const { record, operations } = await result('read_record', { resource: orders, id })
    expect(record).toMatchObject({ id, status: 'SUBMITTED' })
    expect(record).not.toHaveProperty('_links')
    const names = operations.map(({ operation }: { readonly operation: string }) => operation)
    expect(names).toEqual(expect.arrayContaining(['approve', 'cancel', 'terms']))
    expect(names).not.toContain('ship')
  })

  test('a result that is too long has the first records only, and says so', async () => {
    const { result } = await mcp.agentOf('lead')
    const found = await result('search_records', { resource: orders, size: 50 })
    expect(found.records.length).toBeLessThan(50)
    expect(found.truncated).toBe(
      `Only the first ${found.records.length} of 50 fit in a result; request fewer fields or smaller pages.`,
    )
    expect(JSON.stringify(found).length).toBeLessThanOrEqual(32_000)
  })
})

describe('errors are results that the model can act on', () => {
  const cases: readonly (readonly [tool: string, input: object, error: object])[] = [
    [
      'search_records',
      { resource: orders, filter: { stats: 1 } },
      { status: 400, message: "There is no filter field 'stats'; did you mean 'status'?" },
    ],
    [
      'search_records',
      { resource: 'sales.order' },
      {
        ...{ status: 404 },
        message:
          "There is no such resource; did you mean 'sales.orders'? 'list_resources' lists those that you may use.",
      },
    ],
    [
      'search_records',
      { resource: orders, size: 1_000 },
      { status: 400, errors: [{ code: 'REQUEST_PAYLOAD_INVALID', target: 'size' }] },
    ],
    [
      'search_records',
      { resource: orders, fields: ['nubmer'], size: 1 },
      { status: 400, message: "There is no member 'nubmer'; did you mean 'number'?" },
    ],
    ['read_record', { resource: orders }, { status: 400, message: "'id' is required." }],
    [
      'read_record',
      { resource: orders, id: 999_999 },
      { status: 404, errors: [{ code: 'RESOURCE_NOT_FOUND' }] },
    ],
    [
      'read_record',
      { resource: orders, id: 'all' },
      { status: 404, message: 'There is no record with this id.' },
    ],
    [
      'read_record',
      { resource: orders, id: '\ud800' },
      { status: 404, message: 'There is no record with this id.' },
    ],
    [
      'find_options',
      { resource: orders, source: '\ud800' },
      { status: 404, errors: [{ code: 'OPTION_SOURCE_NOT_FOUND' }] },
    ],
    [
      'compute_statistics',
      { resource: orders, kind: 'GROUP_BY', field: 'colour' },
      { status: 400, errors: [{ code: 'STATS_REQUEST_INVALID', target: 'field' }] },
    ],
    [
      'describe_resource',
      { resource: orders, operation: 'fly' },
      { status: 404, errors: [{ code: 'SCHEMA_NOT_FOUND', target: 'operation' }] },
    ],
  ]
  test.each(cases)('%s with %j', async (tool, input, error) => {
    const { call } = await mcp.agentOf('lead')
    expect(await call(tool, input)).toMatchObject({ isError: true, json: { error } })
  })

  test('a tool that does not exist is an error of the protocol', async () => {
    const { client } = await mcp.agentOf('lead')
    await expect(client.callTool({ name: 'drop_table', arguments: {} })).rejects.toThrow(
      'Unknown tool: drop_table',
    )
  })
})

test('the question of docs/guides/agents.md takes four calls, with the results of the guide', async () => {
  const guide = readFileSync('docs/guides/agents.md', 'utf8')
  const [, section = ''] = guide.split('## A question that takes four calls\n')
  const blocks = [...section.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) =>
    JSON.parse(text!),
  )
  expect(blocks).toHaveLength(8)
  const { result } = await mcp.agentOf('lead')
  for (let index = 0; index < blocks.length; index += 2) {
    const { tool, arguments: input } = blocks[index]
    expect(await result(tool, input)).toMatchObject(blocks[index + 1])
  }
})
