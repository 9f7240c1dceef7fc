/**
 * A small load generator with a number of connections, each of which sends its next request when
 * the response to the previous one is complete. It checks only status and length, so that it uses
 * little CPU time itself.
 */
import { connect } from 'node:net'

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  /** Path and query. */
  readonly path: string
  readonly body?: string
}

export interface LoadOptions {
  readonly url: string
  readonly connections: number
  readonly durationMs: number
  /** Called for each request. */
  readonly next: () => HttpRequest
}

export interface LoadResult {
  readonly requestsPerSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p95: number
  readonly count: number
}

/** @throws Error for a response other than 200 */
export const runLoad = async (options: LoadOptions): Promise<LoadResult> => {
  const { hostname, port } = new URL(options.url)
  const begun = performance.now()
  const end = begun + options.durationMs
  const latencies: number[] = []
  const connections = Array.from({ length: options.connections }, () =>
    keepAsking({ host: hostname, port: Number(port) }, options.next, end, latencies),
  )
  await Promise.all(connections)
  const seconds = (performance.now() - begun) / 1_000
  latencies.sort((a, b) => a - b)
  const quantile = (part: number) => latencies[Math.floor((latencies.length - 1) * part)] ?? 0
  return {
    requestsPerSecond: latencies.length / seconds,
    p50: quantile(0.5),
    p95: quantile(0.95),
    count: latencies.length,
  }
}

interface Address {
  readonly host: string
  readonly port: number
}

const keepAsking = (
  address: Address,
  next: () => HttpRequest,
  end: number,
  latencies: number[],
): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(address).setNoDelay(true)
    let sent = 0
    /** Bytes of the response that are still missing; undefined before its head is complete. */
    let missing: number | undefined
    let head = ''

    const ask = () => {
      sent = performance.now()
      if (sent >= end) {
        socket.destroy()
        resolve()
        return
      }
      missing = undefined
      head = ''
      socket.write(print(next(), address))
    }
    const read = (bytes: Buffer) => {
      if (missing === undefined) {
        head += bytes.toString('latin1')
        const length = head.indexOf('\r\n\r\n')
        if (length < 0) return
        missing = contentLength(head.slice(0, length)) - (head.length - length - 4)
      } else missing -= bytes.length
      if (missing > 0) return
      latencies.push(performance.now() - sent)
      ask()
    }
    socket.on('connect', ask)
    socket.on('data', (bytes) => {
      try {
        read(bytes)
      } catch (error) {
        socket.destroy()
        reject(error)
      }
    })
    socket.on('error', reject)
    socket.on('end', () => reject(new Error('The server closed a connection.')))
  })

const contentLength = (head: string): number => {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (head.startsWith('HTTP/1.1 200 ') && length !== undefined) return Number(length)
  throw new Error(`Unexpected answer: ${head.slice(0, 200)}`)
}

const print = ({ method, path, body }: HttpRequest, { host, port }: Address): string => {
  const start = `${method} ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nAccept: application/json\r\n`
  if (body === undefined) return `${start}\r\n`
  const length = Buffer.byteLength(body)
  return `${start}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`
}
