/** HTTP as bytes on a real socket, for requests that an HTTP client would never send. */
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Listens on a free port of the loopback address. */
export const listen = async (app: FastifyInstance): Promise<number> => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const parseAnswer = (text: string): RawAnswer => {
  const end = text.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: text.slice(end + 4),
  }
}

/**
 * Sends bytes and reads until the server closes; send `Connection: close`. Bytes that cannot be
 * written because the server has closed are not an error.
 */
export const exchange = (port: number, pieces: Iterable<string | Buffer>): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1')
    const received: Buffer[] = []
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer in 10 s')))
    socket.on('data', (chunk) => received.push(chunk))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error)
    })
    socket.on('close', () => {
      const text = Buffer.concat(received).toString('utf8')
      if (text === '') reject(new Error('the server closed without an answer'))
      else resolve(parseAnswer(text))
    })
    for (const piece of pieces) socket.write(piece)
  })

/** A request as text; the connection is closed after the response. */
export const request = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): string => {
  const all = { Host: 'localhost', Connection: 'close', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

export interface RawConnection {
  write(text: string): void
  /** Everything that was received so far. */
  received(): string
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>
  /** Resolves with everything received once it matches; fails when the connection ends before. */
  receives(pattern: RegExp): Promise<string>
  /** Closes the connection on the client's side. */
  close(): void
}

/** A connection that stays open, for requests in parts and for the server's reaction to them. */
export const open = async (port: number): Promise<RawConnection> => {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  let isClosed = false
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      isClosed = true
      resolve()
    })
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  const receives = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (pattern.test(text)) resolve(text)
        else if (isClosed) reject(new Error(`closed without ${pattern}: ${text}`))
        else setTimeout(look, 5)
      }
      look()
    })
  return {
    write: (piece) => void socket.write(piece),
    received: () => text,
    closed,
    receives,
    close: () => socket.destroy(),
  }
}

/** The responses on one connection, in order; bodies must have a Content-Length. */
export const parseAnswers = (text: string): readonly RawAnswer[] => {
  const answers: RawAnswer[] = []
  for (let rest = text; rest !== ''; ) {
    const { headers, ...first } = parseAnswer(rest)
    const start = rest.indexOf('\r\n\r\n') + 4
    const end = start + Number(headers['content-length'] ?? 0)
    answers.push({ ...first, headers, body: rest.slice(start, end) })
    rest = rest.slice(end)
  }
  return answers
}
