/** The sales sample on a port, with agents of its callers that use the official client. */
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll } from 'vitest'
import sales from '../../examples/sales/app.js'
import type { Json } from '../http/use-people.js'
import { fewSalesDatabase } from '../support/database.js'
import { useService, type Workflow } from '../support/use-service.js'

const callers = Object.fromEntries(
  (sales.callers ?? []).map(({ id, authorities }) => [id, { authorities }]),
)

export interface Outcome {
  readonly isError: boolean
  /** The JSON of the result. */
  readonly json: Json
}

export interface Agent {
  readonly client: Client
  readonly call: (tool: string, input: object) => Promise<Outcome>
  /** The JSON of a result that is not an error. */
  readonly result: (tool: string, input: object) => Promise<Json>
}

export interface Mcp extends Pick<Workflow, 'get' | 'send' | 'rows' | 'service'> {
  readonly url: string
  /** Connects an agent of a caller. */
  readonly agentOf: (caller: string, name?: string) => Promise<Agent>
}

/** Calls a tool and reads its result. */
export const agentOver = (client: Client): Agent => {
  const call: Agent['call'] = async (name, input) => {
    const result = await client.callTool({ name, arguments: { ...input } })
    const [content] = result.content
    const text = content?.type === 'text' ? content.text : 'null'
    return { isError: result.isError === true, json: JSON.parse(text) }
  }
  const result: Agent['result'] = async (name, input) => {
    const outcome = await call(name, input)
    if (outcome.isError) throw new Error(JSON.stringify(outcome.json))
    return outcome.json
  }
  return { client, call, result }
}

export const useMcp = (settings: Readonly<Record<string, unknown>> = {}, now?: () => Date): Mcp => {
  const workflow = useService({
    resources: sales.resources,
    callers,
    database: fewSalesDatabase,
    settings: { 'platform.mcp.enabled': true, ...settings },
    ...(now ? { now } : {}),
  })
  let url = ''
  const clients: Client[] = []
  beforeAll(async () => {
    const { app } = workflow.service
    await app.listen({ host: '127.0.0.1', port: 0 })
    url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    for (const client of clients) await client.close()
  })
  return {
    get service() {
      return workflow.service
    },
    get url() {
      return url
    },
    get: workflow.get,
    send: workflow.send,
    rows: workflow.rows,
    agentOf: async (caller, name = 'test-agent') => {
      const client = new Client({ name, version: '1.0.0' })
      clients.push(client)
      const headers = { Authorization: `Bearer ${caller}` }
      const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
        requestInit: { headers },
      })
      await client.connect(transport)
      return agentOver(client)
    },
  }
}
