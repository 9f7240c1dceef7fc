/**
 * Counts the requests in progress on each connection, and marks those over a limit. Connections
 * that the server accepted itself are its own; those of a host that embeds the service are not
 * limited, paused or closed here.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Server as TlsServer } from 'node:tls'

export interface TrafficLimits {
  /** On an own connection. */
  readonly perConnection: number
  /** Requests on all connections together. */
  readonly total: number
}

/** The limit that a request exceeds. */
export type Excess = keyof TrafficLimits

interface Connection {
  readonly isOwn: boolean
  /** Of requests in progress: several if they are pipelined. */
  readonly responses: Set<ServerResponse>
  /** Stops counting its requests. */
  readonly forget: () => void
}

export class Traffic {
  readonly #limits: TrafficLimits
  /** Own connections while they are open, others while they have requests. */
  readonly #connections = new Map<Socket, Connection>()
  /** Connections whose TLS handshake is not done. */
  readonly #handshakes = new Map<string, Socket>()
  readonly #excess = new WeakMap<IncomingMessage, Excess>()
  /** Responses that do not count towards the total. */
  readonly #exempt = new WeakSet<ServerResponse>()
  readonly #whenIdle: (() => void)[] = []
  #total = 0
  #isClosing = false

  constructor(server: Server, limits: TrafficLimits) {
    this.#limits = limits
    if (server instanceof TlsServer) this.#acceptSecure(server)
    else server.on('connection', (socket: Socket) => this.#accept(socket))
    // Runs before the framework sees the request.
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
      this.begin(request, response),
    )
  }

  /** The limit that the request exceeded when it arrived, if any. */
  excessOf(request: IncomingMessage): Excess | undefined {
    return this.#excess.get(request)
  }

  /** The number of requests in progress. */
  get total(): number {
    return this.#total
  }

  isOwn(socket: Socket): boolean {
    return this.#connections.get(socket)?.isOwn ?? false
  }

  /** Counts a request until its response closes. The requests of the server begin by themselves. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    const connection = this.#connections.get(socket) ?? this.#open(socket, false)
    connection.responses.add(response)
    this.#total++
    // Not `once`, which wraps each listener and removes it.
    response.on('close', () => this.#end(socket, connection, response))
    const { perConnection, total } = this.#limits
    if (connection.isOwn && connection.responses.size > perConnection) {
      this.#excess.set(request, 'perConnection')
      // Further requests in the same packet are refused too; nothing more is read.
      socket.pause()
    } else if (this.#total > total) this.#excess.set(request, 'total')
  }

  /** A response that does not end by itself counts towards its connection only. */
  exempt(response: ServerResponse): void {
    const { socket } = response
    const isCounted = socket && this.#connections.get(socket)?.responses.has(response)
    if (!isCounted || this.#exempt.has(response)) return
    this.#exempt.add(response)
    this.#subtract(1)
  }

  /** Closes own connections without a request in progress, now and as requests end. */
  close(): void {
    this.#isClosing = true
    for (const socket of this.#handshakes.values()) socket.destroy()
    for (const [socket, { isOwn, responses }] of this.#connections) {
      if (isOwn && responses.size === 0) socket.destroy()
    }
  }

  /** Resolves when no request is in progress. */
  async idle(): Promise<void> {
    if (this.#total === 0) return
    await new Promise<void>((resolve) => this.#whenIdle.push(resolve))
  }

  /** A connection belongs to a request when its handshake is done. */
  #acceptSecure(server: TlsServer): void {
    const placeOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`
    server.on('connection', (socket: Socket) => {
      const place = placeOf(socket)
      if (this.#isClosing) return void socket.destroy()
      this.#handshakes.set(place, socket)
      socket.once('close', () => {
        if (this.#handshakes.get(place) === socket) this.#handshakes.delete(place)
      })
    })
    server.on('secureConnection', (socket) => {
      this.#handshakes.delete(placeOf(socket))
      this.#accept(socket)
    })
  }

  #accept(socket: Socket): void {
    if (this.#isClosing) socket.destroy()
    else this.#open(socket, true)
  }

  #open(socket: Socket, isOwn: boolean): Connection {
    const forget = (): void => {
      socket.off('close', forget)
      this.#connections.delete(socket)
      const counted = [...connection.responses].filter((response) => !this.#exempt.has(response))
      this.#subtract(counted.length)
      for (const response of connection.responses) closeWaiting(response)
    }
    const connection: Connection = { isOwn, responses: new Set(), forget }
    this.#connections.set(socket, connection)
    socket.once('close', forget)
    return connection
  }

  #end(socket: Socket, connection: Connection, response: ServerResponse): void {
    if (this.#connections.get(socket) !== connection) return
    const { isOwn, responses, forget } = connection
    if (!responses.delete(response)) return
    if (!this.#exempt.has(response)) this.#subtract(1)
    const requests = responses.size
    if (!isOwn) {
      if (requests === 0) forget()
      return
    }
    if (requests === this.#limits.perConnection) socket.resume()
    if (requests === 0 && this.#isClosing) socket.destroy()
  }

  #subtract(requests: number): void {
    this.#total -= requests
    if (this.#total === 0) for (const resolve of this.#whenIdle.splice(0)) resolve()
  }
}

/**
 * Node closes the response that a lost connection was sending, but none that waits for its turn
 * behind it; their statements would go on.
 */
const closeWaiting = (response: ServerResponse): void => {
  if (response.socket !== null) return
  response.destroy()
  response.emit('close')
}
