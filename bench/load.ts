/**
 * A small load generator with a number of connections, each of which sends its next request when
 * the response to the previous one is complete. It checks only status and length, so that it uses
 * little CPU time itself.
 */
import { request as startRequest } from 'node:http'
import { connect, type Socket } from 'node:net'

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path and query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** The next request of a connection. `response` is the previous body, if bodies are read. */
export type NextRequest = (connection: number, response?: string) => HttpRequest

export interface LoadOptions {
  readonly url: string
  readonly connections: number
  readonly durationMs: number
  /** Called for each request. */
  readonly next: NextRequest
  /** The status that a response must have. */
  readonly status: number
  /** True if `next` receives bodies. */
  readonly readsBodies?: boolean
  /** Number of requests of each connection, instead of a duration. */
  readonly limit?: number | undefined
  /** True if each request is sent on a connection of its own. */
  readonly isNew?: boolean
}

export interface LoadResult {
  readonly requestsPerSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly count: number
  /** Number of lines in the body of a single request. */
  readonly lines?: number
}

/** @throws Error for a response with another status */
export const runLoad = async (options: LoadOptions): Promise<LoadResult> => {
  const begun = performance.now()
  const end = begun + options.durationMs
  const latencies: number[] = []
  await Promise.all(
    Array.from({ length: options.connections }, (_, index) =>
      (options.isNew ? reconnecting : keepSending)(index, options, end, latencies),
    ),
  )
  const seconds = (performance.now() - begun) / 1_000
  latencies.sort((a, b) => a - b)
  const quantile = (part: number) => latencies[Math.floor((latencies.length - 1) * part)] ?? 0
  return {
    requestsPerSecond: latencies.length / seconds,
    p50: quantile(0.5),
    p99: quantile(0.99),
    count: latencies.length,
  }
}

const reconnecting = async (
  index: number,
  options: LoadOptions,
  end: number,
  latencies: number[],
): Promise<void> => {
  while (performance.now() < end) {
    await keepSending(index, { ...options, limit: 1 }, end, latencies)
  }
}

const keepSending = (
  index: number,
  { url, next, status, readsBodies = false, limit }: LoadOptions,
  end: number,
  latencies: number[],
): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname: host, port } = new URL(url)
    const socket = connect({ host, port: Number(port) }).setNoDelay(true)
    let sent = 0
    let count = 0
    let body: string | undefined
    const fail = (error: unknown): void => {
      socket.destroy()
      reject(error)
    }
    const send = (): void => {
      sent = performance.now()
      if (limit === undefined ? sent >= end : count >= limit) {
        socket.destroy()
        resolve()
        return
      }
      socket.write(print(next(index, body), host, port))
    }
    readResponses(
      socket,
      status,
      readsBodies,
      (read) => {
        count += 1
        latencies.push(performance.now() - sent)
        body = read
        send()
      },
      fail,
    )
    socket.on('connect', () => {
      try {
        send()
      } catch (error) {
        fail(error)
      }
    })
  })

/** Calls `done` for each response that is complete. */
const readResponses = (
  socket: Socket,
  status: number,
  readsBodies: boolean,
  done: (body: string | undefined) => void,
  fail: (error: unknown) => void,
): void => {
  let chunks: Buffer[] = []
  let head: Head | undefined
  let received = 0
  /** The end of what was received, which shows whether a chunked body is complete. */
  let tail: Buffer = Buffer.alloc(0)
  const read = (bytes: Buffer): void => {
    received += bytes.length
    if (!head || readsBodies) chunks.push(bytes)
    head ??= readHead(chunks.length === 1 ? bytes : Buffer.concat(chunks), status)
    if (!head) return
    if (head.length === undefined) {
      tail = bytes.length >= lastChunk.length ? bytes : Buffer.concat([tail, bytes])
      if (!tail.subarray(-lastChunk.length).equals(lastChunk)) return
    } else if (received < head.bodyStart + head.length) return
    const body = readsBodies ? Buffer.concat(chunks).toString('utf8', head.bodyStart) : undefined
    chunks = []
    head = undefined
    received = 0
    done(body)
  }
  socket.on('data', (bytes) => {
    try {
      read(bytes)
    } catch (error) {
      fail(error)
    }
  })
  socket.on('error', fail)
  socket.on('end', () => fail(new Error('The server closed a connection.')))
}

interface Head {
  readonly bodyStart: number
  /** Undefined if the body is chunked. */
  readonly length: number | undefined
}

const readHead = (bytes: Buffer, status: number): Head | undefined => {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const text = bytes.toString('latin1', 0, end)
  if (!text.startsWith(`HTTP/1.1 ${status} `)) {
    throw new Error(`Unexpected response: ${bytes.toString().slice(0, 600)}`)
  }
  const bodyStart = end + 4
  if (status === 204 || status === 304) return { bodyStart, length: 0 }
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1]
  if (length !== undefined) return { bodyStart, length: Number(length) }
  if (/\r\ntransfer-encoding: *chunked/i.test(text)) return { bodyStart, length: undefined }
  throw new Error(`A response without a length: ${text.slice(0, 300)}`)
}

const lastChunk = Buffer.from('0\r\n\r\n')

const print = (
  { method, path, headers = {}, body }: HttpRequest,
  host: string,
  port: string,
): string => {
  let text = `${method} ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nAccept: application/json\r\n`
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`
  if (body === undefined) return `${text}\r\n`
  const length = Buffer.byteLength(body)
  return `${text}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`
}

/**
 * One request with a large response, whose lines are counted.
 *
 * @throws Error for a response with another status
 */
export const runSingle = ({
  url,
  next,
  status,
}: Pick<LoadOptions, 'url' | 'next' | 'status'>): Promise<LoadResult> => {
  const { method, path, headers = {}, body } = next(0)
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const sent = startRequest(`${url}${path}`, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      if (response.statusCode !== status) reject(new Error(`Unexpected ${response.statusCode}.`))
      let lines = 0
      response.on('data', (bytes: Buffer) => {
        for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1
      })
      response.on('error', reject)
      response.on('end', () => {
        const ms = performance.now() - begun
        resolve({ requestsPerSecond: 1_000 / ms, p50: ms, p99: ms, count: 1, lines })
      })
    })
    sent.end(body)
  })
}

/** One request, with its whole response. */
export const fetchOnce = async (
  url: string,
  { method, path, headers = {}, body }: HttpRequest,
): Promise<{ status: number; headers: Headers; text: string }> => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
