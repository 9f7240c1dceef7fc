/**
 * Reads the table of changes for all streams of this process: one statement for each interval, or
 * after a notification, however many streams there are.
 */
import type { Database } from '../../database/access/database.js'
import type { Relay } from '../../database/engines/engine.js'
import type { Signal } from '../../foundation/execution/signal.js'
import { Distribution } from '../../foundation/metrics/distribution.js'
import { gauge, histogram, type Metric } from '../../foundation/metrics/metrics.js'
import type { ChangeNotifications } from './change-notifications.js'
import {
  type ChangePage,
  type ChangePosition,
  changesStatement,
  positionAfter,
  snapshotStatement,
} from './change-statements.js'

export interface ChangeFeedOptions {
  readonly database: Pick<Database, 'run' | 'readToken'>
  readonly notifications: ChangeNotifications
  /** Undefined if changes are recorded in the table that is read. */
  readonly relay: Relay | undefined
  /** Database schema of the platform tables. */
  readonly schema: string
  /** Milliseconds between two reads without a notification. */
  readonly pollMs: number
  /** Logs failed reads. They are repeated. */
  readonly report: (error: unknown) => void
}

/** A page, and when this process had read it by its own clock, as of `performance`. */
export interface FeedPage extends ChangePage {
  readonly receivedAt: number
  /** Token for reads that must see these changes. Undefined if every read sees them. */
  readonly readToken: string | undefined
}

/** Changes that were read for a stream, and not taken yet. */
export interface LiveChanges {
  /** The snapshot that they begin after. */
  readonly from: string
  /**
   * The next page; `idle` after some milliseconds without one, `behind` if pages were dropped, and
   * `closed` when the service stops.
   */
  next(idleMs: number): Promise<FeedPage | 'idle' | 'behind' | 'closed'>
  close(): void
}

const pageSize = 1_000
/** Changes that are kept for one stream; a slower reader reads them from the table later. */
const maxWaiting = 2_000

export class ChangeFeed {
  readonly #options: ChangeFeedOptions
  readonly #streams = new Set<Stream>()
  /** All changes before this position were passed on. Undefined while there are no streams. */
  #position: ChangePosition | undefined
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #stopFollowing: (() => void) | undefined
  #isClosed = false
  #readAt = 0
  readonly #delays = new Distribution()

  constructor(options: ChangeFeedOptions) {
    this.#options = options
  }

  get metrics(): readonly Metric[] {
    return [
      gauge('change_streams', 'Streams that follow changes.', () => this.#streams.size),
      gauge(
        'change_feed_age_seconds',
        'Time since changes were last read for streams; 0: there is none.',
        () => (this.#position ? (performance.now() - this.#readAt) / 1_000 : 0),
        'max',
      ),
      histogram(
        'change_delivery_delay_seconds',
        'Time from the start of the transaction of a change, or of a later stream, until it was sent.',
        () => this.#delays,
      ),
    ]
  }

  /** Counts a change that a stream has sent. */
  countDelivery(delayMs: number): void {
    this.#delays.add(delayMs)
  }

  get schema(): string {
    return this.#options.schema
  }

  get database(): ChangeFeedOptions['database'] {
    return this.#options.database
  }

  /**
   * The changes of a table from now on. They begin after a snapshot that is taken now, so that none
   * is missed between it and what was read before.
   */
  async join(source: string, signal: Signal): Promise<LiveChanges> {
    const end = () => stream.end()
    const stream = new Stream(source, () => {
      signal.removeEventListener('abort', end)
      this.#streams.delete(stream)
      this.#stopIfUnused()
    })
    // The stream is added before the read, because the next read must include its table.
    this.#streams.add(stream)
    this.#start()
    try {
      await this.refresh()
    } catch (error) {
      stream.close()
      throw error
    }
    stream.begin(this.#position!.after)
    signal.addEventListener('abort', end)
    if (this.#isClosed || signal.aborted) stream.end()
    return stream
  }

  /** A snapshot that sees the changes that are committed now. */
  async snapshot(): Promise<string> {
    const { database, relay } = this.#options
    await relay?.run()
    return database.run(snapshotStatement)
  }

  /** Reads the changes of tables after a position, up to a snapshot. */
  async read(
    position: ChangePosition,
    sources: readonly string[],
    until?: string,
  ): Promise<FeedPage> {
    const { database, schema } = this.#options
    const page = await database.run(changesStatement(schema, position, sources, pageSize, until))
    const receivedAt = performance.now()
    const readToken = page.changes.length > 0 ? await database.readToken() : undefined
    return { ...page, receivedAt, readToken }
  }

  /** Reads now: what was committed before this call is read when it ends. */
  refresh(): Promise<void> {
    // A read that is running may have begun before.
    this.#next ??= (this.#running ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined
        this.#running = this.#read().finally(() => {
          this.#running = undefined
        })
        return this.#running
      })
    return this.#next
  }

  /** Ends all streams. */
  close(): void {
    this.#isClosed = true
    for (const stream of this.#streams) stream.end()
    this.#stopIfUnused()
  }

  #start(): void {
    const { notifications, pollMs } = this.#options
    this.#timer ??= setInterval(() => this.#wake(), pollMs).unref()
    this.#stopFollowing ??= notifications.follow(() => this.#wake())
  }

  #stopIfUnused(): void {
    if (this.#streams.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#stopFollowing?.()
    this.#stopFollowing = undefined
    this.#position = undefined
  }

  #wake(): void {
    if (this.#streams.size > 0) this.refresh().catch(this.#options.report)
  }

  async #read(): Promise<void> {
    const { database, relay, report } = this.#options
    // Changes that could not be moved come later; they do not hold back other changes.
    await relay?.run().catch(report)
    if (this.#position === undefined) {
      this.#position = { after: await database.run(snapshotStatement) }
      this.#readAt = performance.now()
      return
    }
    const sources = [...new Set([...this.#streams].map(({ source }) => source))]
    let position = this.#position
    do {
      const page = await this.read(position, sources)
      this.#readAt = page.receivedAt
      // The last stream may have ended during the read.
      if (this.#streams.size === 0) return
      position = positionAfter(page)
      this.#position = position
      this.#passOn(page)
    } while (position.within)
  }

  /** Streams of one table share a page. */
  #passOn(page: FeedPage): void {
    const pages = new Map<string, FeedPage>()
    for (const stream of this.#streams) {
      const { source } = stream
      const sourcePage = pages.get(source) ?? {
        ...page,
        changes: page.changes.filter((change) => change.source === source),
      }
      pages.set(source, sourcePage)
      stream.add(sourcePage)
    }
  }
}

class Stream implements LiveChanges {
  #from = ''
  #pages: FeedPage[] = []
  #waiting = 0
  #state: 'open' | 'behind' | 'closed' = 'open'
  #wake: (() => void) | undefined

  constructor(
    readonly source: string,
    readonly close: () => void,
  ) {}

  get from(): string {
    return this.#from
  }

  /** Drops the changes that were passed on before the stream began. */
  begin(from: string): void {
    this.#from = from
    this.#state = 'open'
    this.#pages = []
    this.#waiting = 0
  }

  add(page: FeedPage): void {
    if (this.#state !== 'open') return
    // A page without changes only moves the position on, and so does the next one.
    if (this.#pages.at(-1)?.changes.length === 0) this.#pages.pop()
    this.#pages.push(page)
    this.#waiting += page.changes.length
    if (this.#waiting > maxWaiting) {
      this.#state = 'behind'
      this.#pages = []
    }
    this.#wake?.()
  }

  end(): void {
    this.#state = 'closed'
    this.#wake?.()
  }

  async next(idleMs: number): Promise<FeedPage | 'idle' | 'behind' | 'closed'> {
    const ready = this.#take()
    if (ready) return ready
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      this.#wake = resolve
      timer = setTimeout(resolve, idleMs)
    })
    clearTimeout(timer)
    this.#wake = undefined
    return this.#take() ?? 'idle'
  }

  #take(): FeedPage | 'behind' | 'closed' | undefined {
    if (this.#state !== 'open') return this.#state
    const page = this.#pages.shift()
    if (page) this.#waiting -= page.changes.length
    return page
  }
}
