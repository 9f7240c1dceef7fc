/**
 * A server of `node:http` and `pg` that does nothing but what every server does: it reads a body,
 * sends a statement, and sends a page of the usual size.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { serve } from '../messages.js'

const body = JSON.stringify({ text: 'x'.repeat(18_000) })
const head = { 'Content-Type': 'application/json', 'Content-Length': body.length }

serve(async ({ connection }) => {
  const pool = new pg.Pool({ ...connection, max: 10 })
  const server = createServer((request, response) => {
    request.on('data', () => {})
    request.on('end', async () => {
      await pool.query('select 1')
      response.writeHead(200, head).end(body)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: async () => void server.close() }
})
