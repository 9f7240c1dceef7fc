/**
 * Starts the SDK of OpenTelemetry, which the application installs, if the environment asks for
 * traces.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../foundation/errors/start-error.js'
import type { Tracing } from '../../telemetry/tracing.js'
import type { Environment } from './environment.js'
import { packageVersion } from './package-files.js'

const asking = [
  'OTEL_TRACES_EXPORTER',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
]
/** Milliseconds that a shutdown waits for the last spans to be sent. */
const flushMs = 5_000

const nothing = async (): Promise<void> => {}

/**
 * The variable that asks for traces; undefined: none does. An empty one counts as not set, as the
 * specification requires.
 */
const askedBy = (environment: Environment): string | undefined => {
  if (environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return undefined
  if (environment['OTEL_TRACES_EXPORTER'] === 'none') return undefined
  return asking.find((name) => environment[name])
}

const isNamed = ({ OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES }: Environment): boolean =>
  Boolean(OTEL_SERVICE_NAME) || /(^|,)\s*service\.name=/.test(OTEL_RESOURCE_ATTRIBUTES ?? '')

/** Where each copy of the API, of any version 1, finds what is registered. */
const registered = Symbol.for('opentelemetry.js.api.1')

/** Undefined if no SDK is registered: then nothing is done for traces, nor is the API loaded. */
export const openTracing = async (): Promise<Tracing | undefined> => {
  if (!(registered in globalThis)) return undefined
  const { createTracing } = await import('../../telemetry/tracing.js')
  return createTracing(packageVersion())
}

/**
 * Does nothing if the application has registered an SDK itself. The SDK reads the variables of the
 * process.
 *
 * @param title the name of the service, unless the environment has one
 * @returns a function that sends what is left and stops
 * @throws StartError if the SDK is not installed
 */
export const startTracing = async (
  title: string,
  environment: Environment,
  load = () => import('@opentelemetry/sdk-node'),
): Promise<() => Promise<void>> => {
  const variable = askedBy(environment)
  if (variable === undefined || (await openTracing())) return nothing
  const { NodeSDK } = await load().catch((error: unknown) => {
    throw new StartError(
      `${variable} is set, but the package that exports traces is not installed. Run 'npm install @opentelemetry/sdk-node', or unset the variable.`,
      { cause: error },
    )
  })
  const sdk = new NodeSDK({
    ...(isNamed(environment) ? {} : { serviceName: title }),
    // Metrics are at /metrics, and logs on standard output.
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [],
  })
  sdk.start()
  const { context, propagation, trace } = await import('@opentelemetry/api')
  return async () => {
    const flushed = sdk.shutdown().catch(() => undefined)
    await Promise.race([flushed, sleep(flushMs, undefined, { ref: false })])
    for (const api of [trace, context, propagation]) api.disable()
  }
}
