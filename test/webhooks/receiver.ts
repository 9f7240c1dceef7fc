/** A real receiver of webhooks: it keeps what it gets, and responds as a test says. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '../http/use-people.js'

export interface Received {
  readonly id: string
  readonly headers: IncomingMessage['headers']
  readonly text: string
  readonly body: Json
}

type Respond = (received: Received, response: ServerResponse) => void

export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** How further requests are responded to. */
  respond: Respond
  close(): Promise<void>
}

export const accept: Respond = (_received, response) => void response.writeHead(204).end()
export const status =
  (code: number, headers: Record<string, string> = {}): Respond =>
  (_received, response) =>
    void response.writeHead(code, headers).end()

export const startReceiver = async (): Promise<Receiver> => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const received = {
      id: String(request.headers['webhook-id']),
      headers: request.headers,
      ...{ text, body: JSON.parse(text) },
    }
    receiver.received.push(received)
    receiver.respond(received, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received: [],
    respond: accept,
    close: async () => {
      if (!server.listening) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

/** Keys of tests, with their declared form. */
const keyOf = (name: string) => Buffer.from(name.padEnd(32, '.'))
export const secretOf = (name: string): string => `whsec_${keyOf(name).toString('base64')}`

/** Verifies as the specification says, independently of the code that signs. */
export const isSigned = ({ headers, text }: Received, name: string): boolean => {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': sent } = headers
  const hash = createHmac('sha256', keyOf(name)).update(`${id}.${at}.${text}`).digest('base64')
  return String(sent).split(' ').includes(`v1,${hash}`)
}

/** Waits until the condition holds. */
export const until = async (
  holds: () => boolean | Promise<boolean>,
  patienceMs = 30_000,
): Promise<void> => {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(10)) {
    if (await holds()) return
  }
  throw new Error('the condition did not hold in time')
}
