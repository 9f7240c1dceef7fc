/** Requests to any of the nodes, counted by kind and by error code. */
import { setTimeout as sleep } from 'node:timers/promises'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  /** The parsed body; undefined if there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes, compared and not trusted
  readonly body: any
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Longer than every time limit of the service: a later response hangs. */
const hangMs = 60_000

export class Traffic {
  /** Responses by kind of request. */
  readonly requests = new Map<string, number>()
  /** Responses with 503 and 504 by code, while the database was down and while it was up. */
  readonly unavailable = new Map<string, number>()
  /** What must never happen. */
  readonly wrong: string[] = []
  /** Whether the database is down, or was until a moment ago. */
  isDown = false
  readonly #urls: readonly string[]

  constructor(urls: readonly string[]) {
    this.#urls = urls
  }

  /** Reports a response that contradicts what the client knows. */
  refute(what: string): void {
    this.wrong.push(`${new Date().toISOString()} ${what}`)
    console.log(`WRONG ${what}`)
  }

  /**
   * Sends a request to a node. Undefined: the service was unavailable, so that a write may or may
   * not be done.
   */
  async send(kind: string, call: Call): Promise<Reply | undefined> {
    const url = this.#urls[Math.floor(Math.random() * this.#urls.length)]!
    const { method, path, body, headers = {} } = call
    try {
      const response = await fetch(url + path, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : json) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(hangMs),
      })
      const text = await response.text()
      const reply = {
        status: response.status,
        headers: response.headers,
        body: text === '' ? undefined : JSON.parse(text),
      }
      increment(this.requests, kind)
      if (reply.status < 500) return reply
      const code = reply.body?.errors?.[0]?.code ?? 'no code'
      if (reply.status !== 503 && reply.status !== 504) {
        this.refute(`${kind}: ${reply.status} ${code}`)
      }
      increment(this.unavailable, `${code}${this.isDown ? '' : ' (database up)'}`)
    } catch (error) {
      // A stream that has begun can only be cut; all other responses are complete.
      const isCut = kind.startsWith('export') && this.isDown
      if (isCut) increment(this.unavailable, 'cut stream')
      else this.refute(`${kind}: ${describe(error)}`)
    }
    return undefined
  }

  /** Repeats a request until the service is available. */
  async settle(kind: string, call: Call): Promise<Reply> {
    for (;;) {
      const reply = await this.send(kind, call)
      if (reply && reply.body?.errors?.[0]?.code !== 'IDEMPOTENCY_IN_PROGRESS') return reply
      await sleep(100)
    }
  }
}

const json = { 'content-type': 'application/json' } as const

export const increment = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const describe = (error: unknown): string => {
  const { cause } = error as { cause?: unknown }
  return cause ? `${error}: ${cause}` : String(error)
}
