/** A client of `pg` whose round trips get their messages without events. */
import { EventEmitter } from 'node:events'
import pg from 'pg'
import { MessageReader, type MessageReceiver } from './message-reader.js'
import { type Wire, wireClientOf } from './pg-members.js'

const readers = new WeakMap<Wire, MessageReader>()

export class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const { connection, connectionParameters } = wireClientOf(this)
    // Its timer would end a round trip that has ended already, and the one that runs with it. The
    // service has limits of its own.
    connectionParameters.query_timeout = false
    const attach = connection.attachListeners
    connection.attachListeners = (stream) => {
      const others = new EventEmitter()
      const reader = new MessageReader({
        row: (fields) => connection.emit('dataRow', { name: 'dataRow', fields }),
        ready: (status) => connection.emit('readyForQuery', { name: 'readyForQuery', status }),
        bytes: (bytes) => others.emit('data', bytes),
      })
      readers.set(connection, reader)
      stream.on('data', (chunk: Buffer) => {
        try {
          reader.read(chunk)
        } catch (error) {
          // A text that is too long for a string, or bytes of something else: the
          // connection ends, and its statement fails with the error.
          connection.stream.destroy(error as Error)
        }
      })
      stream.on('end', () => others.emit('end'))
      return attach.call(connection, others)
    }
  }
}

/**
 * Sends messages to a receiver from now on, until the server waits again. Undefined: the rest of
 * the round trip is left to `pg`.
 */
export const receiveOn = (wire: Wire, receiver: MessageReceiver | undefined): void => {
  const reader = readers.get(wire)
  if (!reader) throw new Error('The connection is not one of the pools of the service.')
  reader.receiver = receiver
}
