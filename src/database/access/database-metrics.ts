/** The metrics of a database: connections, who waits for them, and what statements take. */
import {
  counter,
  gauge,
  histogram,
  labelled,
  type Metric,
} from '../../foundation/metrics/metrics.js'
import type { Database } from './database.js'

export const databaseMetrics = (database: Database): readonly Metric[] => {
  const { measurements } = database
  return [
    gauge('database_connections', 'Open connections.', () => database.connections.total),
    gauge(
      'database_connections_idle',
      'Connections that wait for work.',
      () => database.connections.idle,
    ),
    gauge(
      'database_connections_max',
      'Maximum number of connections.',
      () => database.connections.max,
    ),
    gauge(
      'database_requests_waiting',
      'Requests that wait for a connection.',
      () => database.connections.waiting,
    ),
    gauge(
      'database_streams',
      'Exports and lists of all records that are being sent.',
      () => database.streams.total - database.streams.idle,
    ),
    gauge(
      'database_streams_max',
      'Maximum number of exports and lists of all records that are being sent.',
      () => database.streams.max,
    ),
    gauge(
      'database_streams_waiting',
      'Exports and lists of all records that wait for a connection.',
      () => database.streams.waiting,
    ),
    ...replicaMetrics(database),
    histogram(
      'database_connection_wait_seconds',
      'Time that requests waited for a connection, also in vain.',
      () => labelled('pool', Object.entries(measurements.waits)),
    ),
    histogram(
      'database_query_duration_seconds',
      'Duration of queries: round trips, which writes use for several statements.',
      () => measurements.queries,
    ),
    counter('database_query_errors_total', 'Queries that failed, by SQLSTATE.', () =>
      labelled('sqlstate', measurements.errors),
    ),
    counter('database_rows_returned_total', 'Rows that queries returned.', () => measurements.rows),
  ]
}

/** None without replicas. */
const replicaMetrics = (database: Database): readonly Metric[] => {
  const usage = () => database.replicas
  if (!usage()) return []
  return [
    gauge('database_replicas_ready', 'Replicas that get reads.', () => usage()?.ready ?? 0),
    counter(
      'database_replica_reads_total',
      'Reads that a replica may run, by the server that ran them, or the reason why none did.',
      () => labelled('result', Object.entries(usage()?.reads ?? {})),
    ),
  ]
}
