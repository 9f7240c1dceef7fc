/**
 * `GET /metrics` for Prometheus. Labels name routes, not paths: ids are data of records, without
 * end.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../../database/database.js'
import { routeOf } from '../paths.js'

/** Seconds: from a response out of memory to the default limit of a statement. */
const buckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

export interface MetricsOptions {
  readonly onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Default: the metrics of this process. */
  readonly printerOf?: ((registry: Registry) => () => Promise<string>) | undefined
}

export const addMetrics = (
  app: FastifyInstance,
  database: Database,
  { onRequest, printerOf = (registry) => () => registry.metrics() }: MetricsOptions,
): void => {
  const registry = new Registry()
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  const gauges: readonly (readonly [name: string, help: string, read: () => number])[] = [
    ['database_connections', 'Open connections.', () => database.connections.total],
    [
      'database_connections_idle',
      'Connections that wait for work.',
      () => database.connections.idle,
    ],
    [
      'database_requests_waiting',
      'Requests that wait for a connection.',
      () => database.connections.waiting,
    ],
    [
      'database_streams',
      'Exports and lists of all records that are being sent.',
      () => database.streams.total - database.streams.idle,
    ],
    [
      'database_streams_waiting',
      'Exports and lists of all records that wait for a connection.',
      () => database.streams.waiting,
    ],
    ['process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss()],
    ['process_uptime_seconds', 'Time since the process started.', () => process.uptime()],
  ]
  for (const [name, help, read] of gauges) {
    new Gauge({
      name,
      help,
      // Of several processes; all other values are added up.
      aggregator: name === 'process_uptime_seconds' ? 'max' : 'sum',
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  }
  // Finding the series of labels takes longer than counting in it.
  const series = new Map<string, ReturnType<typeof durations.labels>>()
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = routeOf(request) ?? 'unknown'
    const status = reply.statusCode
    const key = `${method} ${status} ${route}`
    const duration = series.get(key) ?? durations.labels({ method, route, status })
    series.set(key, duration)
    duration.observe(reply.elapsedTime / 1_000)
    done()
  })
  const print = printerOf(registry)
  app.get('/metrics', { onRequest }, async (_request, reply) =>
    reply.type(registry.contentType).send(await print()),
  )
}
