/**
 * Decides when changes are summed up. Each read of a dataset version adds up those that are left,
 * so the runs follow the writes: without writes nothing is summed up.
 */
import { counter, gauge, labelled, type Metric } from '../foundation/metrics/metrics.js'

/**
 * Number of own writes after which a run does not wait. With one run a second and a thousand
 * creates, reading versions took a third of the database's time for a create.
 */
const maxWrites = 30

/**
 * Milliseconds between two counts of the changes that wait. A count finds what other programs
 * wrote, and what a long transaction hid from earlier runs.
 */
const countMs = 10_000

/** What a run does; see `fold-changes.ts`. */
interface FoldingWork {
  readonly fold: () => Promise<number>
  readonly count: () => Promise<number>
}

export class Folding {
  readonly #work: FoldingWork
  readonly #foldMs: number
  readonly #runs = { done: 0, failed: 0 }
  #folded = 0
  #waiting = 0
  #lastRunMs = 0
  /** Own writes since the last run began. */
  #writes = 0
  #isRunning = false
  #isStopped = false
  #nextRun: NodeJS.Timeout | undefined

  /** @param foldMs the longest time that an own write waits for a run */
  constructor(work: FoldingWork, foldMs: number) {
    this.#work = work
    this.#foldMs = foldMs
  }

  /** @returns a function that stops the runs */
  start(): () => void {
    const counting = setInterval(() => void this.#count(), countMs).unref()
    return () => {
      this.#isStopped = true
      clearInterval(counting)
      clearTimeout(this.#nextRun)
    }
  }

  /** This process has committed a write. */
  noteWrite(): void {
    this.#writes++
    if (this.#writes < maxWrites) this.#runSoon()
    else void this.#run()
  }

  get metrics(): readonly Metric[] {
    return [
      counter(
        'dataset_folds_total',
        'Runs that summed up the changes behind dataset versions.',
        () => labelled('result', Object.entries(this.#runs)),
      ),
      counter('dataset_changes_folded_total', 'Changes that were summed up.', () => this.#folded),
      gauge(
        'dataset_changes_waiting',
        'Changes that were not summed up yet, counted every ten seconds.',
        () => this.#waiting,
        'max',
      ),
      gauge(
        'dataset_last_fold_timestamp_seconds',
        'When a run last succeeded; 0: never.',
        () => this.#lastRunMs / 1_000,
        'max',
      ),
    ]
  }

  #runSoon(): void {
    if (!this.#isStopped) {
      this.#nextRun ??= setTimeout(() => void this.#run(), this.#foldMs).unref()
    }
  }

  async #run(): Promise<void> {
    if (this.#isRunning || this.#isStopped) return
    clearTimeout(this.#nextRun)
    this.#nextRun = undefined
    this.#isRunning = true
    this.#writes = 0
    const foundNone = await this.#fold()
    this.#isRunning = false
    if (this.#writes >= maxWrites) void this.#run()
    else if (!foundNone) this.#runSoon()
  }

  /** @returns true if there was no change to sum up */
  async #fold(): Promise<boolean> {
    try {
      const changes = await this.#work.fold()
      this.#runs.done++
      this.#folded += changes
      this.#lastRunMs = Date.now()
      return changes === 0
    } catch {
      this.#runs.failed++
      return false
    }
  }

  async #count(): Promise<void> {
    const waiting = await this.#work.count().catch(() => undefined)
    if (waiting === undefined) return
    this.#waiting = waiting
    if (waiting > 0) await this.#run()
  }
}
