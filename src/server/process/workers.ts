/**
 * Several processes that serve one port. Each worker is a whole service with its own connections
 * and caches, as a node on another machine would be. The primary process accepts connections, hands
 * them to the workers in turn, replaces workers that ended, and serves nothing itself.
 */
import cluster, { type Worker } from 'node:cluster'
import { on } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import {
  addUpMetrics,
  type CountedMetric,
  printMetrics,
} from '../../foundation/metrics/exposition.js'
import { type ToPrimary, type ToWorker, workerVariable } from './worker.js'

/** Milliseconds until a worker is replaced; twice as long after each failure. */
const firstDelayMs = 500
const maxDelayMs = 30_000
/** Milliseconds after which a worker counts as sound. */
const soundMs = 60_000
/** Milliseconds in which a worker reports its metrics. */
const countMs = 2_000

export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface WorkersOptions {
  readonly count: number
  readonly logger: FastifyBaseLogger
  /** Prints a line for people. */
  readonly log: (line: string) => void
}

/** Starts the workers. Resolves when all of them have ended, with the exit code of the process. */
export const startWorkers = async (options: WorkersOptions): Promise<number> => {
  const workers = new Workers(options)
  return workers.run()
}

class Workers {
  readonly #options: WorkersOptions
  readonly #ready = new Set<Worker>()
  #countings = 0
  #isStopping = false

  constructor(options: WorkersOptions) {
    this.#options = options
  }

  async run(): Promise<number> {
    const { count, log } = this.#options
    this.#stopOnSignals()
    // Alone, because it prepares tables and applies migrations; the others find them done.
    const first = fork(1)
    const welcome = await this.#readyOf(first)
    // It has printed why.
    if (welcome === undefined) return this.#isStopping ? 0 : 1
    const lives = [this.#keep(1, first)]
    const others = Array.from({ length: count - 1 }, (_, index) => index + 2)
    const started = others.map((number) => {
      const worker = fork(number)
      const ready = this.#readyOf(worker)
      lives.push(this.#keep(number, worker))
      return ready
    })
    await Promise.all(started)
    if (!this.#isStopping) log(`${welcome}\n${count} workers share the port.\n`)
    await Promise.all(lives)
    return 0
  }

  /** The welcome of a worker that is ready; undefined if it ended instead. */
  #readyOf(worker: Worker): Promise<string | undefined> {
    return new Promise((resolve) => {
      worker.on('message', (message: ToPrimary) => {
        if (message.type === 'corollary:metrics') void this.#sendMetrics(worker)
        if (message.type !== 'corollary:ready') return
        this.#ready.add(worker)
        resolve(message.welcome)
      })
      worker.once('exit', () => {
        this.#ready.delete(worker)
        resolve(undefined)
      })
    })
  }

  /** Replaces a worker whenever it ends, until the service stops. */
  async #keep(number: number, first: Worker): Promise<void> {
    const { logger } = this.#options
    let delayMs = firstDelayMs
    for (let worker = first; ; ) {
      const startedAt = performance.now()
      const end = await endOf(worker)
      if (this.#isStopping) return
      if (performance.now() - startedAt > soundMs) delayMs = firstDelayMs
      logger.error({ worker: number, ...end, delayMs }, 'a worker ended and will be replaced')
      await sleep(delayMs)
      delayMs = Math.min(delayMs * 2, maxDelayMs)
      if (this.#isStopping) return
      worker = fork(number)
      void this.#readyOf(worker).then((welcome) => {
        if (welcome !== undefined) logger.info({ worker: number }, 'a worker was replaced')
      })
    }
  }

  async #sendMetrics(worker: Worker): Promise<void> {
    const id = ++this.#countings
    const counted = await Promise.all([...this.#ready].map((each) => countedBy(each, id)))
    const found = counted.filter((metrics) => metrics !== undefined)
    send(worker, { type: 'corollary:metrics', text: printMetrics(addUpMetrics(found)) })
  }

  /** Passes signals on; a worker takes a second one within a second as the same. */
  #stopOnSignals(): void {
    const stop = (signal: NodeJS.Signals): void => {
      if (!this.#isStopping) this.#options.log(`\n${signal}: stopping; repeat it to stop at once.`)
      this.#isStopping = true
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
    }
    for (const signal of stopSignals) process.on(signal, stop)
  }
}

const fork = (number: number): Worker => cluster.fork({ [workerVariable]: String(number) })

const send = (worker: Worker, message: ToWorker): void => {
  if (worker.isConnected()) worker.send(message)
}

/** The metrics of a worker; undefined if it ends, or does not report them in time. */
const countedBy = async (
  worker: Worker,
  id: number,
): Promise<readonly CountedMetric[] | undefined> => {
  const signal = AbortSignal.timeout(countMs)
  send(worker, { type: 'corollary:count', id })
  try {
    for await (const [message] of on(worker, 'message', { signal, close: ['exit'] })) {
      const sent = message as ToPrimary
      if (sent.type === 'corollary:counted' && sent.id === id) return sent.metrics
    }
  } catch {
    // Too late: the others are reported without it.
  }
  return undefined
}

interface End {
  readonly code: number | null
  readonly signal: string | null
}

/** Resolves when a worker has ended, also if it already has. */
const endOf = (worker: Worker): Promise<End> =>
  new Promise((resolve) => {
    const { exitCode, signalCode } = worker.process
    if (worker.isDead()) resolve({ code: exitCode, signal: signalCode })
    else
      worker.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal }))
  })
