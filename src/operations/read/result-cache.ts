/**
 * Caches the rows of statements, exactly. The rows of a statement depend on its SQL, its parameters
 * and the data: row access, field access, language and time are part of SQL or parameters. Rows are
 * used only while the dataset version is the one that they were read at, and the version is read
 * for every request. So a response is never older than the request.
 */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Session } from '../../database/connection/session.js'
import { release } from '../../foundation/release.js'
import type { Signal } from '../../foundation/signal.js'
import { decodeOnce, type Statement } from '../../foundation/statement.js'
import type { Criterion } from '../../query/filter/read-filter.js'
import type { ResourceView } from '../../query/rows/row-access.js'
import { datasetVersionStatement } from '../../query/sql/dataset-version.js'
import type { CacheUsage } from './cache-metrics.js'
import { type KeptResult, KeptResults } from './kept-results.js'
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

/** A statement that runs now. */
interface Running {
  readonly began: number
  /** Other requests wait for its rows. */
  isShared: boolean
  /**
   * Undefined if it failed, or if the version of its data is unknown. Removed at the end: V8 keeps
   * the former contents of a map that it enlarged or cleaned up until it collects old objects.
   */
  result?: Promise<KeptResult | undefined>
}

/** Number of resources whose version is remembered. */
const maxVersions = 5_000

/** @param isCurrent a statement sees whatever was committed before it began */
export const createResultCache = (maxBytes: number, isCurrent = true): ResultCache => {
  if (maxBytes === 0) return { usage: () => ({ hits: 0, misses: 0, bytes: 0 }), run: runUncached }
  const kept = new KeptResults(maxBytes)
  /** Equal requests wait for one statement. */
  const running = new Map<string, Running>()
  /** Orders the arrivals of requests and the beginnings of statements. */
  let moment = 0
  /** The version that the last statement of a resource saw. Only a hint: it saves a statement. */
  const lastSeen = new LRUCache<string, string>({ max: maxVersions })
  let requests = 0
  let misses = 0

  const runStatement = async <Result extends Versioned>(
    { resource, database, signal }: Source,
    key: string,
    statement: Statement<Result>,
  ): Promise<Result> => {
    misses++
    const run: Running = { began: ++moment, isShared: false }
    const end = (): void => {
      delete run.result
      if (running.get(key) === run) running.delete(key)
    }
    const rows = database.query(statement, { signal })
    const decoded = rows.then((found) => ({ rows: found, result: statement.decode(found) }))
    const shared = decoded.then(({ rows, result: { datasetVersion } }) => {
      end()
      if (datasetVersion !== null) {
        lastSeen.set(versionKey(resource), datasetVersion)
        kept.keep(key, datasetVersion, rows)
        if (run.isShared) return { datasetVersion, rows: () => [...rows] }
      }
      release(rows)
      return undefined
    })
    // A request that waits for a statement which fails runs its own.
    run.result = shared.catch(() => {
      end()
      return undefined
    })
    running.set(key, run)
    return (await decoded).result
  }

  return {
    usage: () => ({ hits: requests - misses, misses, bytes: kept.bytes }),
    run: async (source, statement, criteria) => {
      const { resource, database, signal } = source
      // No request repeats the parameters of another moment.
      if (!resource.dataset?.isComplete || isMomentary(criteria)) {
        return runUncached(source, statement)
      }
      requests++
      const arrived = ++moment
      const key = keyOf(resource.key, statement)
      const stored = kept.get(key)
      const isStale = stored && lastSeen.get(versionKey(resource)) !== stored.datasetVersion
      const candidate = share(running.get(key)) ?? (isStale ? undefined : stored)
      if (!candidate) return runStatement(source, key, statement)
      const options = { signal, isSmall: true }
      const version = await database.run(datasetVersionStatement(resource), options)
      const shared = await candidate
      // Another request may have read newer rows in the meantime.
      const result = kept.get(key) ?? shared
      const rows = result?.datasetVersion === version ? result.rows() : undefined
      if (rows) return decodeOnce(statement, rows)
      // A statement that began after this request arrived reads nothing older than the request.
      const run = running.get(key)
      const later = isCurrent && run && run.began > arrived ? await share(run) : undefined
      const laterRows = later?.rows()
      if (laterRows) return decodeOnce(statement, laterRows)
      return runStatement(source, key, statement)
    },
  }
}

/** What another request waits for. */
const share = (running: Running | undefined): Running['result'] => {
  if (running) running.isShared = true
  return running?.result
}

const runUncached = <Result>(
  { database, signal }: Source,
  statement: Statement<Result>,
): Promise<Result> => database.run(statement, { signal })

/** Versions that are stored beside the rows are those of one tenant. */
const versionKey = ({ key, dataset, tenant }: ResourceView): string =>
  dataset?.besideRows?.tenant ? `${key} ${tenant}` : key

/** Resources over one table may depend on different tables, so the version belongs to the key. */
const keyOf = (resourceKey: string, { text, values }: Statement<unknown>): string =>
  hash('sha256', `${resourceKey}\n${JSON.stringify(values)}\n${text}`, 'base64')
