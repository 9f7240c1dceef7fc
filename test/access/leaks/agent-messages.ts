/** Messages of agents, as requests: what each of them reveals is what the tools reveal. */
import type { TestRequest } from './twins.js'

/** Sessions have no state, so any id is one. */
const session = `${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}.test`

export const agentMessage = (method: string, params: object = {}): TestRequest => ({
  ...{ method: 'POST', url: '/mcp', headers: { 'mcp-session-id': session } },
  body: { jsonrpc: '2.0', id: 1, method, params },
})

export const toolCall = (name: string, input: object): TestRequest =>
  agentMessage('tools/call', { name, arguments: input })

/** Messages that read a resource, and these of its records. */
export const readingMessages = (
  resource: string,
  ids: readonly (string | number)[],
): readonly TestRequest[] => [
  agentMessage('resources/read', { uri: `corollary://resources/${resource}` }),
  toolCall('search_records', { resource, size: 20 }),
  toolCall('find_options', { resource, size: 20 }),
  ...ids.flatMap((id) => [
    toolCall('read_record', { resource, id }),
    toolCall('read_history', { resource, id }),
    toolCall('delete_record', { resource, id }),
  ]),
]
