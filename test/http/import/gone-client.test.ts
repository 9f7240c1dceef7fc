/** Clients that disconnect while their file is read. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { path, useCatalogue } from './catalogue.js'

const { shop, articles } = useCatalogue()

let port = 0
beforeAll(async () => {
  port = Number(new URL(await shop.service.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => shop.service.app.server.closeAllConnections())

test.each(['application/json', 'text/event-stream'])(
  'a client of %s that leaves while its file is read imports nothing',
  async (accept) => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `G${at},Gone,1`)
    const body = ['code,name,price', ...lines].join('\n')
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const head = [
      `POST ${path}/import HTTP/1.1`,
      'Host: 127.0.0.1',
      'Authorization: Bearer editor',
      'Content-Type: text/csv',
      `Accept: ${accept}`,
      `Content-Length: ${body.length}`,
    ]
    await new Promise<void>((resolve) => {
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => resolve())
    })
    socket.destroy()
    await sleep(1_000)
    expect(await articles()).toEqual([])
  },
)
