/** The process of a service in the soak: the people sample, which reports its memory. */
import { createServer } from 'corollary'
import people from '../../../examples/people/app.js'

/** Bytes. The heap is measured after a garbage collection, so that growth means a leak. */
export interface MemoryUse {
  readonly rss: number
  readonly heap: number
}

const server = await createServer(people, { args: ['--edge-cases', '--employees', '300'] })
process.send?.({ url: server.url })
process.on('message', () => {
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  process.send?.({ rss, heap: heapUsed } satisfies MemoryUse)
})
// The parent's end is the end of this process.
process.on('disconnect', () => void server.close().then(() => process.exit()))
