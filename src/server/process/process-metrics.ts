/** The metrics of a process. Workers are added up, so that their number is a metric, too. */
import { performance } from 'node:perf_hooks'
import { counter, gauge, type Metric } from '../../foundation/metrics/metrics.js'
import { packageVersion } from './package-files.js'

export const processMetrics = (): readonly Metric[] => [
  gauge('corollary_processes', 'Processes that serve.', () => [
    [{ version: packageVersion(), node: process.versions.node }, 1],
  ]),
  counter('process_cpu_seconds_total', 'Processor time of the process.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }),
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss()),
  gauge('process_uptime_seconds', 'Time since the process started.', () => process.uptime(), 'max'),
  gauge(
    'nodejs_heap_used_bytes',
    'Memory of JavaScript objects.',
    () => process.memoryUsage().heapUsed,
  ),
  counter(
    'nodejs_eventloop_active_seconds_total',
    'Time in which the event loop did not wait. At one second a second, the process is saturated.',
    () => performance.eventLoopUtilization().active / 1_000,
  ),
]
