/**
 * Measures, in the process of a server, what each request takes it besides the writes of sockets.
 * With one request at a time, everything that happens between the ends of two responses belongs to
 * the second one.
 *
 * It includes garbage collection, and the reading of sockets by libuv, which no method of Node
 * measures.
 */
import { subscribe } from 'node:diagnostics_channel'
import { createServer } from 'node:net'

/** Milliseconds of each request, in the order of the requests. */
export interface OwnTimes {
  /** Time outside of the writes of sockets while the event loop did not wait. */
  readonly wall: number[]
  /** CPU time of all threads outside of the writes of sockets. */
  readonly cpu: number[]
  /** Time in writes of sockets. */
  readonly writing: number[]
}

type Write = (this: unknown, ...values: unknown[]) => unknown

/** Prototype of the handles of all sockets, `LibuvStreamWrap`. */
const streamOf = (handle: object): Record<string, Write> =>
  Object.getPrototypeOf(Object.getPrototypeOf(handle))

/** What a process has taken since it started, in milliseconds. */
interface Usage {
  /** Time while the event loop did not wait. */
  wall: number
  /** CPU time of all threads. */
  cpu: number
}

const usageNow = (): Usage => {
  const { user, system } = process.cpuUsage()
  return { wall: performance.eventLoopUtilization().active, cpu: (user + system) / 1_000 }
}

const writing: Usage = { wall: 0, cpu: 0 }

const writes = [
  ...['writev', 'writeBuffer', 'writeAsciiString', 'writeLatin1String', 'writeUtf8String'],
]

const watchWrites = (stream: Record<string, Write>): void => {
  for (const name of writes) {
    const write = stream[name]
    if (!write) throw new Error(`The handles of sockets have no '${name}'.`)
    stream[name] = function (...values) {
      const start = usageNow()
      try {
        return write.apply(this, values)
      } finally {
        const end = usageNow()
        writing.wall += end.wall - start.wall
        writing.cpu += end.cpu - start.cpu
      }
    }
  }
}

/** Returns a function that returns the times since its last call. */
export const watchOwnTimes = (): (() => OwnTimes) => {
  const listener = createServer().listen(0, '127.0.0.1', () => {
    watchWrites(streamOf((listener as unknown as { _handle: object })._handle))
    listener.close()
  })
  let times: OwnTimes = { wall: [], cpu: [], writing: [] }
  let before = { usage: usageNow(), writing: writing.wall }
  subscribe('http.server.response.finish', () => {
    const { wall, cpu } = usageNow()
    const usage = { wall: wall - writing.wall, cpu: cpu - writing.cpu }
    times.wall.push(usage.wall - before.usage.wall)
    times.cpu.push(usage.cpu - before.usage.cpu)
    times.writing.push(writing.wall - before.writing)
    before = { usage, writing: writing.wall }
  })
  return () => {
    const taken = times
    times = { wall: [], cpu: [], writing: [] }
    return taken
  }
}
