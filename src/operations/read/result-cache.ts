/**
 * Caches the rows of statements, exactly. The rows of a statement depend on its SQL, its parameters
 * and the data: row access, field access, language and time are part of SQL or parameters. Rows are
 * used only while the dataset version is the one that they were read at, and the version is read
 * for every request. So a response is never older than the request.
 */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Session } from '../../database/session.js'
import { release } from '../../foundation/release.js'
import type { Signal } from '../../foundation/signal.js'
import { decodeOnce, type Row, type Statement } from '../../foundation/statement.js'
import type { Criterion } from '../../query/filter/read-filter.js'
import type { ResourceView } from '../../query/rows/row-access.js'
import { datasetVersionStatement } from '../../query/sql/dataset-version.js'
import type { CacheUsage } from './cache-metrics.js'
import { type KeptRows, RowStore } from './kept-rows.js'
import { isMomentary } from './momentary.js'

/** A result that says which version of the data it was read from. */
interface Versioned {
  readonly datasetVersion: string | null
}

/** A resource as the caller sees it, and where to read it. */
interface Source {
  readonly resource: ResourceView
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

interface Entry {
  readonly datasetVersion: string
  /** A list of their own for each caller; undefined once they are displaced. */
  readonly rows: () => readonly Row[] | undefined
}

interface Kept extends Entry {
  readonly kept: KeptRows
}

/** A statement that runs now. */
interface Running {
  readonly began: number
  /** Other requests wait for its rows. */
  isShared: boolean
  /**
   * Undefined if it failed, or if the version of its data is unknown. Removed at the end: V8 keeps
   * the former contents of a map that it enlarged or cleaned up until it collects old objects.
   */
  entry?: Promise<Entry | undefined>
}

/** Larger results are not kept: one of them must not displace all others. */
const maxShare = 1 / 8

/** Number of statements that are remembered without their rows. */
const maxSeen = 5_000

/** @param isCurrent a statement sees whatever was committed before it began */
export const createResultCache = (maxBytes: number, isCurrent = true): ResultCache => {
  if (maxBytes === 0) return { usage: () => ({ hits: 0, misses: 0, bytes: 0 }), run: runUncached }
  const store = new RowStore()
  const entries = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    dispose: ({ kept }) => store.free(kept),
  })
  /**
   * Statements that ran while the cache was full. Only the second run of one displaces other
   * rows: most requests are never repeated.
   */
  const seen = new LRUCache<string, true>({ max: maxSeen })
  const maxResult = maxBytes * maxShare
  const makeRoom = (size: number): boolean => {
    if (size > maxResult) return false
    while (entries.calculatedSize + size > maxBytes) entries.pop()
    return true
  }
  const keep = (key: string, datasetVersion: string, rows: readonly Row[]): void => {
    const wasKept = entries.delete(key)
    const isFull = entries.calculatedSize + maxResult > maxBytes
    if (isFull && !wasKept && !seen.delete(key)) {
      seen.set(key, true)
      return
    }
    const kept = store.keep(rows, makeRoom)
    if (!kept) return
    const entry = { datasetVersion, kept, rows: () => store.rowsOf(kept) }
    entries.set(key, entry, { size: kept.size })
  }
  /** Equal requests wait for one statement. */
  const running = new Map<string, Running>()
  /** Orders the arrivals of requests and the beginnings of statements. */
  let moment = 0
  /** The version that the last statement of a resource saw. Only a hint: it saves a statement. */
  const lastSeen = new LRUCache<string, string>({ max: maxSeen })
  let requests = 0
  let misses = 0

  const runStatement = async <Result extends Versioned>(
    { resource, database, signal }: Source,
    key: string,
    statement: Statement<Result>,
  ): Promise<Result> => {
    misses++
    const own: Running = { began: ++moment, isShared: false }
    const end = (): void => {
      delete own.entry
      if (running.get(key) === own) running.delete(key)
    }
    const rows = database.query(statement, { signal })
    const decoded = rows.then((found) => ({ rows: found, result: statement.decode(found) }))
    const entry = decoded.then(({ rows, result: { datasetVersion } }) => {
      end()
      if (datasetVersion !== null) {
        lastSeen.set(versionKey(resource), datasetVersion)
        keep(key, datasetVersion, rows)
        if (own.isShared) return { datasetVersion, rows: () => [...rows] }
      }
      release(rows)
      return undefined
    })
    // A request that waits for a statement which fails runs its own.
    own.entry = entry.catch(() => {
      end()
      return undefined
    })
    running.set(key, own)
    return (await decoded).result
  }

  return {
    usage: () => ({ hits: requests - misses, misses, bytes: entries.calculatedSize }),
    run: async (source, statement, criteria) => {
      const { resource, database, signal } = source
      // No request repeats the parameters of another moment.
      if (!resource.dataset?.isComplete || isMomentary(criteria)) {
        return runUncached(source, statement)
      }
      requests++
      const arrived = ++moment
      const key = keyOf(resource.key, statement)
      const kept = entries.get(key)
      const isStale = kept && lastSeen.get(versionKey(resource)) !== kept.datasetVersion
      const known = share(running.get(key)) ?? (isStale ? undefined : kept)
      if (!known) return runStatement(source, key, statement)
      const options = { signal, isSmall: true }
      const version = await database.run(datasetVersionStatement(resource), options)
      const found = await known
      // Another request may have read newer rows in the meantime.
      const entry = entries.get(key) ?? found
      const rows = entry?.datasetVersion === version ? entry.rows() : undefined
      if (rows) return decodeOnce(statement, rows)
      // A statement that began after this request arrived reads nothing older than the request.
      const other = running.get(key)
      const later = isCurrent && other && other.began > arrived ? await share(other) : undefined
      const laterRows = later?.rows()
      if (laterRows) return decodeOnce(statement, laterRows)
      return runStatement(source, key, statement)
    },
  }
}

/** What another request waits for. */
const share = (running: Running | undefined): Running['entry'] => {
  if (running) running.isShared = true
  return running?.entry
}

const runUncached = <Result>(
  { database, signal }: Source,
  statement: Statement<Result>,
): Promise<Result> => database.run(statement, { signal })

/** On a cluster, each tenant has versions of its own. */
const versionKey = ({ key, dataset, tenant }: ResourceView): string =>
  dataset?.cluster?.tenant ? `${key} ${tenant}` : key

/** Resources over one table may depend on different tables, so the version belongs to the key. */
const keyOf = (resourceKey: string, { text, values }: Statement<unknown>): string =>
  hash('sha256', `${resourceKey}\n${JSON.stringify(values)}\n${text}`, 'base64')
