/**
 * Counts the requests in progress on each connection of a server, and marks those over a limit.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface TrafficLimits {
  readonly perConnection: number
  /** Requests on all connections together. */
  readonly total: number
}

/** The limit that a request exceeds. */
export type Excess = keyof TrafficLimits

export class Traffic {
  readonly #limits: TrafficLimits
  /** Requests in progress by connection: several if they are pipelined. */
  readonly #connections = new Map<Socket, number>()
  readonly #excess = new WeakMap<IncomingMessage, Excess>()
  #total = 0
  #isClosing = false

  constructor(server: Server, limits: TrafficLimits) {
    this.#limits = limits
    server.on('connection', (socket: Socket) => this.#open(socket))
    // Runs before the framework sees the request.
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
      this.#begin(request, response),
    )
  }

  /** The limit that the request exceeded when it arrived, if any. */
  excessOf(request: IncomingMessage): Excess | undefined {
    return this.#excess.get(request)
  }

  /** Closes connections without a request in progress, now and as requests end. */
  close(): void {
    this.#isClosing = true
    for (const [socket, count] of this.#connections) if (count === 0) socket.destroy()
  }

  #open(socket: Socket): void {
    if (this.#isClosing) return void socket.destroy()
    this.#connections.set(socket, 0)
    // Responses that still wait for their turn are not closed one by one.
    socket.once('close', () => {
      this.#total -= this.#connections.get(socket) ?? 0
      this.#connections.delete(socket)
    })
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    const count = (this.#connections.get(socket) ?? 0) + 1
    this.#connections.set(socket, count)
    this.#total++
    response.once('close', () => this.#end(socket))
    const { perConnection, total } = this.#limits
    if (count > perConnection) {
      this.#excess.set(request, 'perConnection')
      // Further requests in the same packet are refused too; nothing more is read.
      socket.pause()
    } else if (this.#total > total) this.#excess.set(request, 'total')
  }

  #end(socket: Socket): void {
    const count = this.#connections.get(socket)
    if (count === undefined) return
    this.#connections.set(socket, count - 1)
    this.#total--
    if (count - 1 === this.#limits.perConnection) socket.resume()
    if (count === 1 && this.#isClosing) socket.destroy()
  }
}
