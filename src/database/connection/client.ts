/** A client of `pg` for the pools of the service. */
import { EventEmitter } from 'node:events'
import pg from 'pg'
import { wireClientOf } from './pg-members.js'

export class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    // The running statement reports the error itself; without a listener, it would end the process.
    this.on('error', () => undefined)
    const { connection, connectionParameters } = wireClientOf(this)
    // Its timer would end a round trip that has ended already, and the one that runs with it. The
    // service has limits of its own.
    connectionParameters.query_timeout = false
    const attach = connection.attachListeners
    connection.attachListeners = (stream) => {
      const guarded = new EventEmitter()
      stream.on('data', (chunk: Buffer) => {
        try {
          guarded.emit('data', chunk)
        } catch (error) {
          // A text that is too long for a string, for example: the connection ends, and its
          // statement fails with the error. Otherwise the process would end.
          connection.stream.destroy(error as Error)
        }
      })
      stream.on('end', () => guarded.emit('end'))
      return attach.call(connection, guarded)
    }
  }
}
