/** Sends requests in turn to its nodes, as a load balancer. It asks before whether one is ready. */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Balancer {
  readonly url: string
  add(origin: string): void
  close(): Promise<void>
}

export const startBalancer = async (): Promise<Balancer> => {
  const nodes = new Set<string>()
  const agent = new http.Agent({ keepAlive: true })
  let turn = 0
  const choose = async (): Promise<URL> => {
    for (;;) {
      const origin = [...nodes][turn++ % nodes.size]!
      const { ok } = await fetch(`${origin}/health/ready`)
      if (ok) return new URL(origin)
      nodes.delete(origin)
    }
  }
  const server = http.createServer(async (request, response) => {
    const { hostname, port } = await choose()
    const { method, url, headers } = request
    const forwarded = http.request({ agent, hostname, port, method, path: url, headers })
    forwarded.on('response', (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', ({ message }) => response.writeHead(502).end(JSON.stringify({ message })))
    request.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (origin) => nodes.add(origin),
    close: async () => {
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
