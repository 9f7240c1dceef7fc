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
export const createResultCache = (maxBytes: number, isCurrent = true): ResultCache => {
  if (maxBytes === 0) return { usage: () => ({ hits: 0, misses: 0, bytes: 0 }), run: runUncached }
  const cached = new LRUCache<string, VersionedRows>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes * maxShare,
    sizeCalculation: ({ rows }) => estimateBytes(rows),
  })
  /** Statements that run now, for equal requests to wait for; undefined if one fails. */
  const running = new Map<string, Promise<VersionedRows | undefined>>()
  let hits = 0
  let misses = 0

  /** @param place identifies the run among those that other requests may wait for */
  const runStatement = async <Result extends Versioned>(
    { database, signal }: Source,
    statement: Statement<Result>,
    key: string,
    place: string,
  ): Promise<Result> => {
    misses++
    const read = async () => {
      const rows = await database.query(statement, { signal })
      const result = statement.decode(rows)
      const { datasetVersion } = result
      if (datasetVersion !== null) cached.set(key, { datasetVersion, rows })
      return { datasetVersion, rows, result }
    }
    const reading = read()
    const shared = reading.catch(() => undefined)
    running.set(place, shared)
    try {
      return (await reading).result
    } finally {
      if (running.get(place) === shared) running.delete(place)
    }
  }

  return {
    usage: () => ({ hits, misses, bytes: cached.calculatedSize }),
    run: async (source, statement, criteria) => {
      const { resource, database, signal } = source
      // No request repeats the parameters of another moment.
      if (!resource.dataset?.isComplete || isMomentary(criteria)) {
        return runUncached(source, statement)
      }
      const decode = ({ rows }: VersionedRows) => {
        hits++
        return statement.decode(rows)
      }
      const key = keyOf(resource.key, statement)
      // One that waits for a connection must not make a snapshot wait, which holds one.
      const candidate = (database.isSnapshot ? undefined : running.get(key)) ?? cached.get(key)
      if (!candidate) return runStatement(source, statement, key, key)
      const options = { signal, isSmall: true }
      const version = await database.run(resource.prepared.datasetVersion(), options)
      const found = await candidate
      // Another request may have read newer rows in the meantime.
      const result = cached.get(key) ?? found
      if (result?.datasetVersion === version) return decode(result)
      // A run at this place began after another request had found this version. So it reads
      // nothing older, unless a replica runs it. For a snapshot its rows could be too new.
      const place = `${key} ${version}`
      const later = isCurrent && !database.isSnapshot ? running.get(place) : undefined
      const laterRows = later && (await later)
      return laterRows ? decode(laterRows) : runStatement(source, statement, key, place)
    },
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
