/** Stops a statement from outside: by a cancel request, and if nothing comes back, by force. */
import type { Socket } from 'node:net'
import pg from 'pg'

/** Milliseconds that the server has to answer a cancel request before the connection is cut. */
const graceMs = 1_000

/** What `pg` knows of a connection and its types do not tell. */
interface Wire {
  readonly host: string
  readonly port: number
  readonly processID: number
  readonly secretKey: number
  readonly connection: {
    readonly stream: Socket
    connect(port: number | string, host?: string): void
    cancel(processID: number, secretKey: number): void
    on(event: string, listener: () => void): void
    end(): void
  }
}

const wireOf = (client: pg.ClientBase): Wire => client as unknown as Wire

export class Interruption {
  readonly #cut: NodeJS.Timeout

  constructor(
    client: pg.ClientBase,
    settings: pg.ClientConfig,
    /** Why the statement is stopped. */
    readonly reason: Error,
    /** Called when the connection had to be cut: nothing else will come. */
    giveUp: (reason: Error) => void,
  ) {
    sendCancel(wireOf(client), settings)
    this.#cut = setTimeout(() => {
      cut(client)
      giveUp(reason)
    }, graceMs)
  }

  /** The statement has ended. */
  end(): void {
    clearTimeout(this.#cut)
  }
}

/** Ends a connection without a word. */
export const cut = (client: pg.ClientBase): void => {
  wireOf(client).connection.stream.destroy()
}

/** The cancel protocol: a connection of its own that says nothing but whom to cancel. */
const sendCancel = ({ processID, secretKey }: Wire, settings: pg.ClientConfig): void => {
  const { connection, host, port } = wireOf(new pg.Client(withPassword(settings)))
  connection.on('error', () => undefined)
  connection.on('connect', () => connection.cancel(processID, secretKey))
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
  else connection.connect(port, host)
  const deadline = setTimeout(() => connection.stream.destroy(), graceMs)
  connection.on('end', () => clearTimeout(deadline))
}

/** `password` may be a property that spreading leaves out, so that it is not logged by accident. */
export const withPassword = <T extends object>(
  connection: pg.ClientConfig,
  more?: T,
): pg.ClientConfig & T =>
  Object.assign(
    { ...connection, ...more } as pg.ClientConfig & T,
    connection.password === undefined ? {} : { password: connection.password },
  )
