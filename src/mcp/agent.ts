/**
 * The name of an agent: what its program calls itself. It is the beginning of the trace id of each
 * request, so the history of records and the log have it.
 */
import { isJsonObject } from '../foundation/json/json-object.js'

const maxLength = 40
/** Longer trace ids are not accepted by services. */
const maxTraceIdLength = 128

/** The name in the letters that headers may have. */
const cleaned = (name: unknown): string => {
  const text = typeof name === 'string' ? name.replaceAll(/[^\w.-]+/g, '-') : ''
  return text.slice(0, maxLength) || 'agent'
}

/** The agent that sends this message, if it is the one that begins a session. */
export const newAgentOf = (message: unknown): string | undefined => {
  if (!isJsonObject(message) || message['method'] !== 'initialize') return undefined
  const { params } = message
  const client = isJsonObject(params) ? params['clientInfo'] : undefined
  return cleaned(isJsonObject(client) ? client['name'] : undefined)
}

export const traceIdOf = (agent: string, id: string): string =>
  `mcp:${agent}:${id}`.slice(0, maxTraceIdLength)
