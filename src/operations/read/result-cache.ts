/**
 * Caches the rows of statistics and options, exactly. The rows of a statement depend on its SQL,
 * its parameters and the data: row access, field access, language and time are part of SQL or
 * parameters. Rows are used only while the dataset version is the one that they were read at, and
 * the version is read for every request. So a response is never older than its request.
 */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Session } from '../../database/connection/session.js'
import type { Signal } from '../../foundation/execution/signal.js'
import type { Row, Statement } from '../../foundation/execution/statement.js'
import type { Criterion } from '../../query/filter/criteria.js'
import type { PreparedResource } from '../../query/statements/prepared-resource.js'
import type { CacheUsage } from './cache-metrics.js'
import { isMomentary } from './momentary.js'

/** A result that says which version of the data it was read from. */
interface Versioned {
  readonly datasetVersion: string | null
}

/** A resource as the caller sees it, and where to read it. */
interface Source {
  readonly resource: PreparedResource
  readonly database: Session
  readonly signal: Signal
}

export interface ResultCache {
  readonly usage: () => CacheUsage
  /**
   * Runs a statement of the resource, or returns what it returned for the same data.
   *
   * @param criteria those of the statement
   */
  run<Result extends Versioned>(
    source: Source,
    statement: Statement<Result>,
    criteria: readonly Criterion[],
  ): Promise<Result>
}

interface VersionedRows extends Versioned {
  readonly rows: readonly Row[]
}

/** Larger results are not cached: one of them must not displace all others. */
const maxShare = 1 / 8

/** @param isCurrent a statement sees whatever was committed before it began */
export const createResultCache = (maxBytes: number, isCurrent = true): ResultCache =>
  maxBytes === 0
    ? { usage: () => ({ hits: 0, misses: 0, bytes: 0 }), run: runUncached }
    : new CachedResults(maxBytes, isCurrent)

class CachedResults implements ResultCache {
  readonly #isCurrent: boolean
  readonly #cached: LRUCache<string, VersionedRows>
  /**
   * Statements that run now, for equal requests to wait for; undefined if one fails. The key is a
   * place: the key of the rows, or that with the version that a request has found.
   */
  readonly #running = new Map<string, Promise<VersionedRows | undefined>>()
  #hits = 0
  #misses = 0

  constructor(maxBytes: number, isCurrent: boolean) {
    this.#isCurrent = isCurrent
    this.#cached = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: maxBytes * maxShare,
      sizeCalculation: ({ rows }) => estimateBytes(rows),
    })
  }

  readonly usage = (): CacheUsage => ({
    hits: this.#hits,
    misses: this.#misses,
    bytes: this.#cached.calculatedSize,
  })

  async run<Result extends Versioned>(
    source: Source,
    statement: Statement<Result>,
    criteria: readonly Criterion[],
  ): Promise<Result> {
    const { resource, database, signal } = source
    // No request repeats the parameters of another moment.
    if (!resource.dataset?.isComplete || isMomentary(criteria)) {
      return runUncached(source, statement)
    }
    const key = keyOf(resource.key, statement)
    // One that waits for a connection must not make a snapshot wait, which holds one.
    const waited = database.isSnapshot ? undefined : this.#running.get(key)
    const candidate = waited ?? this.#cached.get(key)
    if (!candidate) return this.#read(source, statement, key, key)
    const options = { signal, isSmall: true }
    const version = await database.run(resource.prepared.datasetVersion(), options)
    const found = await candidate
    // Another request may have read newer rows in the meantime.
    const result = this.#cached.get(key) ?? found
    if (result?.datasetVersion === version) return this.#reuse(statement, result)
    // A run at this place began after another request had found this version. So it reads
    // nothing older, unless a replica runs it. For a snapshot its rows could be too new.
    const place = `${key} ${version}`
    const mayShare = this.#isCurrent && !database.isSnapshot
    const later = mayShare ? this.#running.get(place) : undefined
    const laterRows = later && (await later)
    return laterRows ? this.#reuse(statement, laterRows) : this.#read(source, statement, key, place)
  }

  #reuse<Result>(statement: Statement<Result>, { rows }: VersionedRows): Result {
    this.#hits++
    return statement.decode(rows)
  }

  /** Runs the statement; requests that come to the same place until its end share its rows. */
  async #read<Result extends Versioned>(
    { database, signal }: Source,
    statement: Statement<Result>,
    key: string,
    place: string,
  ): Promise<Result> {
    this.#misses++
    const read = async () => {
      const rows = await database.query(statement, { signal })
      const result = statement.decode(rows)
      const { datasetVersion } = result
      if (datasetVersion !== null) this.#cached.set(key, { datasetVersion, rows })
      return { datasetVersion, rows, result }
    }
    const reading = read()
    const shared = reading.catch(() => undefined)
    this.#running.set(place, shared)
    try {
      return (await reading).result
    } finally {
      if (this.#running.get(place) === shared) this.#running.delete(place)
    }
  }
}

const runUncached = <Result>(
  { database, signal }: Source,
  statement: Statement<Result>,
): Promise<Result> => database.run(statement, { signal })

/** Resources over one table may depend on different tables, so the version belongs to the key. */
const keyOf = (resourceKey: string, { text, values }: Statement<unknown>): string =>
  hash('sha256', `${resourceKey}\n${JSON.stringify(values)}\n${text}`, 'base64')

/** What V8 takes for an entry with its key, a row, and a cell without its characters. */
const [entryBytes, rowBytes, cellBytes] = [320, 32, 24]

/** Characters take one byte or two; most texts are Latin-1. */
const estimateBytes = (rows: readonly Row[]): number => {
  const cells = rows.flat()
  const characters = cells.reduce((sum, cell) => sum + (cell?.length ?? 0), 0)
  return entryBytes + rows.length * rowBytes + cells.length * cellBytes + characters
}
