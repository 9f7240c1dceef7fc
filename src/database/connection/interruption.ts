/** Stops a running statement: by a cancel request, or by closing the connection if that fails. */
import pg from 'pg'
import { type WireClient, wireClientOf } from './pg-members.js'

/** Milliseconds to wait after a cancel request before the connection is closed. */
const graceMs = 1_000

export class Interruption {
  readonly #cut: NodeJS.Timeout

  constructor(
    client: pg.ClientBase,
    settings: pg.ClientConfig,
    /** Why the statement is stopped. */
    readonly reason: Error,
    /** Called when the connection had to be closed: no response will arrive. */
    giveUp: (reason: Error) => void,
  ) {
    sendCancel(wireClientOf(client), settings)
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

/** Closes a connection without a protocol message. */
export const cut = (client: pg.ClientBase): void => {
  wireClientOf(client).connection.stream.destroy()
}

/** Sends a cancel request, which takes a connection of its own, encrypted like the other one. */
const sendCancel = ({ processID, secretKey }: WireClient, settings: pg.ClientConfig): void => {
  const { connection, host, port, ssl, sslNegotiation } = wireClientOf(
    new pg.Client(withPassword(settings)),
  )
  const cancel = (): void => connection.cancel(processID!, secretKey!)
  connection.on('error', () => undefined)
  connection.on('sslconnect', cancel)
  connection.on('connect', () => {
    if (!ssl) cancel()
    else if (sslNegotiation !== 'direct') connection.requestSsl()
  })
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
