/**
 * The stdio transport of the Model Context Protocol: a message is a line. Requests of tools go to a
 * running service over HTTP.
 */
import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import { createCursorCodec } from '../../foundation/encoding/cursor-token.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { ClientGone } from '../../foundation/execution/client-gone.js'
import { abortSignalOf, LightSignal } from '../../foundation/execution/signal.js'
import { parseLossless } from '../../foundation/json/lossless.js'
import { createTexts, englishOnly } from '../../foundation/text/messages.js'
import { newAgentOf } from '../../mcp/agent.js'
import { createMcpServer, defectResponse, type Message } from '../../mcp/mcp-server.js'
import { Questions } from '../../mcp/questions.js'
import type { RiskLimit } from '../../mcp/risk.js'

export interface BridgeOptions {
  /** The service, with its context path. */
  readonly url: URL
  /** Identify the caller to the service. */
  readonly headers: Readonly<Record<string, string>>
  readonly riskLimit: RiskLimit
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  /** Reports a defect. */
  readonly report: (error: unknown) => void
}

const texts = createTexts({}, englishOnly)(undefined)

/** Serves until the input ends, and then until the last call has its response. */
export const runBridge = async (options: BridgeOptions): Promise<void> => {
  const { url, riskLimit, input, output, report } = options
  const server = createMcpServer({
    ...{ contextPath: url.pathname.replace(/\/+$/, ''), riskLimit },
    // Confirmations are of this process, as its caller is.
    codec: createCursorCodec(randomUUID()),
    now: () => new Date(),
  })
  const send = createSend(options)
  const signal = new LightSignal()
  const questions = new Questions((message) => output.write(`${JSON.stringify(message)}\n`))
  let agent = 'agent'
  const respond = async (line: string): Promise<void> => {
    const content = parsed(line)
    questions.receive(content)
    agent = newAgentOf(content) ?? agent
    const message = { content, agent, signal, send, texts, session: '', caller: '' }
    const { confirm } = questions
    const handled = server.handle({ ...message, confirm, id: randomUUID() })
    const response = await handled.catch((error) => {
      report(error)
      return defectResponse(content)
    })
    if (response !== undefined) output.write(`${response}\n`)
  }
  const calls = new Set<Promise<void>>()
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
    const call = respond(line).catch(report)
    calls.add(call)
    call.finally(() => calls.delete(call))
  }
  questions.close()
  await Promise.all(calls)
}

/** Undefined for a line that is not JSON, which gets the error of a wrong message. */
const parsed = (line: string): unknown => {
  try {
    return parseLossless(line)
  } catch {
    return undefined
  }
}

const createSend =
  ({ url: { origin }, headers: ofCaller }: BridgeOptions): Message['send'] =>
  async ({ method, url, headers, body }, signal) => {
    try {
      const response = await fetch(`${origin}${url}`, {
        ...{ method, headers: { ...headers, ...ofCaller }, signal: abortSignalOf(signal) },
        // A redirect could turn a write into a read.
        redirect: 'error',
        ...(body === undefined ? {} : { body }),
      })
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      }
    } catch (error) {
      if (signal.aborted) throw new ClientGone()
      throw new AppError(problem('mcpServiceUnreachable', { origin }), { cause: error })
    }
  }
