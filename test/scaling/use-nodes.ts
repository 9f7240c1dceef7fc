/** Nodes of the sample company on one database, each in this process and on a port of its own. */
import { createServer, type RunningServer } from 'corollary'
import type { TestConnection } from 'corollary/testing'
import people from '../../examples/people/app.js'
import type { Headers, Json } from '../http/use-people.js'
import { databaseUrl } from '../support/database.js'

export interface Node {
  readonly url: string
  send(method: string, path: string, body?: unknown, headers?: Headers): Promise<Response>
  /** `data` of a response that must succeed. */
  data(method: string, path: string, body?: unknown, headers?: Headers): Promise<Json>
  close(): Promise<void>
}

const nodeOf = ({ url, close }: RunningServer): Node => {
  const send: Node['send'] = (method, path, body, headers = {}) =>
    fetch(`${url}${path}`, {
      method,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    ...{ url, send, close },
    data: async (...request) => {
      const response = await send(...request)
      const text = await response.text()
      if (!response.ok) throw new Error(`${response.status} ${text}`)
      return JSON.parse(text).data
    },
  }
}

const { prepare: _, resources, ...rest } = people
const application = {
  ...rest,
  resources: resources.map(({ schema, data }) => ({ schema, data: { ...data, changes: true } })),
}

/** Settings are variables of the environment. The database has the tables already. */
export const startNode = async (
  connection: TestConnection,
  settings: Readonly<Record<string, string>> = {},
): Promise<Node> => {
  const environment = {
    DATABASE_URL: databaseUrl(connection),
    ...{ PLATFORM_LOG_LEVEL: 'silent', PLATFORM_HTTP_PORT: '0' },
    PLATFORM_HTTP_SHUTDOWN_DRAIN_MS: '0',
    ...settings,
  }
  return nodeOf(await createServer(application, { environment }))
}
