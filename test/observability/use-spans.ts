/** Collects the spans of this process. Call it before the service starts, so that it is traced. */
import { context, propagation, trace } from '@opentelemetry/api'
import { NodeSDK, type NodeSDKConfiguration } from '@opentelemetry/sdk-node'
import { afterAll, beforeAll, beforeEach } from 'vitest'

type Processor = NonNullable<NodeSDKConfiguration['spanProcessors']>[number]
export type ReadableSpan = Parameters<Processor['onEnd']>[0]

export const useSpans = (): (() => readonly ReadableSpan[]) => {
  let ended: ReadableSpan[] = []
  const collector: Processor = {
    onStart: () => {},
    onEnd: (span) => ended.push(span),
    forceFlush: async () => {},
    shutdown: async () => {},
  }
  let sdk: NodeSDK | undefined
  beforeAll(() => {
    sdk = new NodeSDK({
      spanProcessors: [collector],
      metricReaders: [],
      logRecordProcessors: [],
      autoDetectResources: false,
    })
    sdk.start()
  })
  beforeEach(() => {
    ended = []
  })
  afterAll(async () => {
    await sdk?.shutdown()
    for (const api of [trace, context, propagation]) api.disable()
  })
  return () => ended
}
