/** Traces that a started service sends, as the standard variables of OpenTelemetry ask for them. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startTracing } from '../../src/server/process/start-tracing.js'
import { until } from '../faults/fault-service.js'
import type { Json } from '../http/use-people.js'
import { databaseUrl, type FreshDatabase, freshDatabase } from '../support/database.js'
import { addressOf, appFile, endEverything, startNode } from './nodes.js'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await endEverything()
  for (const close of closing.splice(0)) await close()
})

/** Receives what exporters send as JSON. */
const startCollector = async () => {
  const received: { readonly headers: object; readonly body: Json }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => server.close())
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const start = async (variables: Readonly<Record<string, string>>) => {
  const database: FreshDatabase = await freshDatabase()
  closing.push(() => database.close())
  const node = startNode(['start', '--app', appFile('notes')], {
    DATABASE_URL: databaseUrl(database.connection),
    PLATFORM_HTTP_PORT: '0',
    PLATFORM_HTTP_SHUTDOWN_DRAIN_MS: '0',
    ...variables,
  })
  return { node, url: await addressOf(node) }
}

test('spans are sent to the endpoint of the environment, at the latest when the service stops', async () => {
  const { received, url: endpoint } = await startCollector()
  const { node, url } = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=blue',
    OTEL_SERVICE_NAME: 'notes-api',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  })
  expect((await fetch(`${url}/api/desk/notes/all`)).status).toBe(200)
  node.process.kill('SIGTERM')
  expect(await node.ended()).toMatchObject({ code: 0, stderr: '' })
  await until(async () => received.length > 0)
  expect(received[0]!.headers).toMatchObject({ 'x-tenant': 'blue' })
  const { resource, scopeSpans } = received[0]!.body.resourceSpans[0]
  expect(JSON.stringify(resource)).toMatch(/notes-api[\s\S]*test|test[\s\S]*notes-api/)
  const spans: Json[] = scopeSpans.flatMap((scope: Json) => scope.spans)
  expect(scopeSpans[0].scope.name).toBe('corollary')
  expect(spans.map(({ name }) => name)).toContain('GET /api/desk/notes/all')
})

test('nothing is sent if the SDK is disabled', async () => {
  const { received, url: endpoint } = await startCollector()
  const { node, url } = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SDK_DISABLED: 'true',
  })
  expect((await fetch(`${url}/api/desk/notes/all`)).status).toBe(200)
  node.process.kill('SIGTERM')
  expect((await node.ended()).code).toBe(0)
  expect(received).toEqual([])
})

const missing = () => Promise.reject(new Error('not found'))

test('a start with variables for traces names the package that is missing', async () => {
  const environment = { OTEL_TRACES_EXPORTER: 'otlp' }
  await expect(startTracing('notes', environment, missing)).rejects.toThrow(
    "OTEL_TRACES_EXPORTER is set, but the package that exports traces is not installed. Run 'npm install @opentelemetry/sdk-node'",
  )
})

test.each([
  [{}],
  [{ OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }],
  [{ OTEL_SDK_DISABLED: 'true', OTEL_TRACES_EXPORTER: 'otlp' }],
  [{ OTEL_TRACES_EXPORTER: '', OTEL_SERVICE_NAME: 'notes' }],
])('nothing is loaded with %j', async (environment) => {
  await expect(startTracing('notes', environment, missing)).resolves.toBeTypeOf('function')
})
