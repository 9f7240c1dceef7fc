/** Sends a message to the address of a webhook. Redirects are not followed. */
import http from 'node:http'
import https from 'node:https'
import { readTokenHeader } from '../../wire/headers.js'
import { createLookup, isAllowedAddress, isLoopbackHost, literalAddress } from './addresses.js'
import { signatureHeaders } from './signature.js'
import type { Attempt, Message, Send, Webhook } from './webhook.js'

export interface SenderOptions {
  /** Milliseconds until the headers of the response. */
  readonly timeoutMs: number
  /** Whether private addresses are allowed. */
  readonly allowsPrivate: boolean
  /** Value of the header `User-Agent`. */
  readonly agent: string
  readonly now: () => Date
}

export interface Sender {
  readonly send: Send
  close(): void
}

/** Bytes of a response that are read, so that its connection can be used again. */
const maxResponseBytes = 16_384
const idleMs = 30_000

/** Only webhooks with the same rules share a connection. */
export const createSender = ({ timeoutMs, allowsPrivate, agent, now }: SenderOptions): Sender => {
  const agents = {
    'http:': new http.Agent({ keepAlive: true, timeout: idleMs }),
    'https:': new https.Agent({ keepAlive: true, timeout: idleMs }),
  }
  const lookups = [false, true].map((allowsLoopback) =>
    createLookup({ allowsLoopback, allowsPrivate }),
  )
  const send: Send = (webhook, message) => {
    const rules = { allowsLoopback: isLoopbackHost(webhook.url), allowsPrivate }
    const literal = literalAddress(webhook.url)
    if (literal !== undefined && !isAllowedAddress(literal, rules)) {
      return Promise.resolve({ failure: 'ADDRESS_REFUSED' })
    }
    const secure = webhook.url.protocol === 'https:'
    const body = Buffer.from(message.body)
    return request(
      secure ? https : http,
      { url: webhook.url, body, now },
      {
        method: 'POST',
        agent: agents[secure ? 'https:' : 'http:'],
        lookup: lookups[Number(rules.allowsLoopback)],
        signal: AbortSignal.timeout(timeoutMs),
        headers: headersOf(webhook, message, body, agent, now()),
      },
    )
  }
  return {
    send,
    close: () => {
      for (const each of Object.values(agents)) each.destroy()
    },
  }
}

const headersOf = (
  { keys }: Webhook,
  message: Message,
  body: Buffer,
  agent: string,
  now: Date,
): http.OutgoingHttpHeaders => ({
  'content-type': 'application/json',
  'content-length': body.byteLength,
  'user-agent': agent,
  ...(message.readToken === undefined ? {} : { [readTokenHeader]: message.readToken }),
  ...signatureHeaders(message, keys, now),
})

const request = (
  { request: open }: Pick<typeof https, 'request'> | Pick<typeof http, 'request'>,
  { url, body, now }: Pick<SenderOptions, 'now'> & { readonly url: URL; readonly body: Buffer },
  options: https.RequestOptions,
): Promise<Attempt> =>
  new Promise((resolve) => {
    const sent = open(url, options, (response) => {
      resolve({
        status: response.statusCode!,
        retryAfterMs: retryAfterMs(response.headers['retry-after'], now()),
      })
      readSome(response)
    })
    sent.on('error', (error) => resolve({ failure: reasonOf(error) }))
    sent.end(body)
  })

/** The signal of the request ends a body that does not end. */
const readSome = (response: http.IncomingMessage): void => {
  let bytes = 0
  response.on('error', () => undefined)
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength
    if (bytes > maxResponseBytes) response.destroy()
  })
}

/** The result is a code, because messages of errors contain addresses. */
const reasonOf = (error: Error & { readonly code?: unknown }): string => {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'TIMEOUT'
  return typeof error.code === 'string' ? error.code : 'REQUEST_FAILED'
}

/** `Retry-After` is a number of seconds or a date. */
const retryAfterMs = (value: string | undefined, now: Date): number | undefined => {
  if (value === undefined) return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000
  const time = Date.parse(value)
  return Number.isNaN(time) ? undefined : Math.max(0, time - now.getTime())
}
