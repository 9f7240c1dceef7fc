/** Runs the cases against a service and reports the outcome of each. */

import { deriveRefusals, deriveTrials } from './cases/action-cases.js'
import { deriveCapabilities } from './cases/capability-cases.js'
import type { Case, Derive } from './cases/case.js'
import { deriveChanges, deriveEvents } from './cases/change-cases.js'
import { deriveConditional } from './cases/conditional-cases.js'
import { deriveCursors, deriveLocate } from './cases/cursor-cases.js'
import { deriveErrors } from './cases/error-cases.js'
import { deriveFiles } from './cases/file-cases.js'
import { deriveFilters } from './cases/filter-cases.js'
import { deriveImports } from './cases/import-cases.js'
import { deriveOptions } from './cases/option-cases.js'
import { deriveOrder } from './cases/order-cases.js'
import { derivePages, deriveTotals, deriveValues } from './cases/page-cases.js'
import { deriveQueries } from './cases/query-cases.js'
import { deriveRecords } from './cases/record-cases.js'
import { deriveStatistics } from './cases/statistics-cases.js'
import { deriveWrites } from './cases/write-cases.js'
import {
  type Catalog,
  type Publication,
  type Resource,
  readCatalog,
  readResource,
} from './catalog.js'
import { readPage } from './pages.js'
import { createRandom } from './random.js'
import { type Report, type ResourceReport, type Result, scoreOf, scoresByArea } from './report.js'
import { createService, type Fetch, type Service } from './service.js'
import { readSubject, type Subject } from './subject.js'
import { type Area, Deviation, NotJudged, printable } from './verdicts.js'

export interface ConformOptions {
  /** Address of the service, with its context path. */
  readonly url: string
  /** Sent with every request, for example `authorization`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Keys of the resources to judge. Default: all that are published. */
  readonly resources?: readonly string[]
  /** Keys of the resources where records are created, changed and deleted again. Default: none. */
  readonly write?: readonly string[]
  /** Default: all. */
  readonly areas?: readonly Area[]
  /** Maximum number of rows of a resource; a filter narrows a larger one. Default 2000. */
  readonly maxRows?: number
  /** Decides which values become operands. Default 1. */
  readonly seed?: number
  /** Milliseconds until a request fails. Default 30 000. */
  readonly timeoutMs?: number
  /** Default: `fetch` of the platform. */
  readonly fetch?: Fetch
  readonly onProgress?: (progress: { label: string; done: number; total: number }) => void
}

const readDerivations: readonly Derive[] = [
  ...[deriveValues, derivePages, deriveTotals, deriveOrder, deriveFilters],
  ...[deriveCursors, deriveLocate, deriveRecords, deriveOptions, deriveStatistics],
  ...[deriveQueries, deriveConditional, deriveChanges, deriveImports, deriveFiles],
  ...[deriveErrors, deriveCapabilities, deriveRefusals],
]

/** They come last: they change the rows that the other cases are judged by. */
const writeDerivations: readonly Derive[] = [deriveWrites, deriveEvents, deriveTrials]

/** @throws NotJudged if the service publishes no catalog, or has no such resource */
export const conform = async (options: ConformOptions): Promise<Report> => {
  const { url, headers = {}, fetch = globalThis.fetch, timeoutMs = 30_000, seed = 1 } = options
  const service = createService({ url, headers, fetch, timeoutMs })
  const catalog = await readCatalog(service, url, {
    wanted: options.resources ?? [],
    written: options.write ?? [],
  })
  const results: Result[] = []
  const resources: ResourceReport[] = []
  for (const publication of catalog.resources) {
    const judged = await judgeResource(service, catalog, publication, options)
    results.push(...judged.results)
    resources.push(judged.resource)
  }
  return {
    ...{ url, seed, requests: service.count() },
    ...{ score: scoreOf(results), areas: scoresByArea(results), resources, results },
  }
}

/** Values of the wrong form may leave nothing to make cases of; then that is the result. */
const derived = (derive: Derive, subject: Subject): readonly Case[] => {
  try {
    return derive(subject)
  } catch (error) {
    const title = 'cases can be made from the values of the rows'
    return [{ area: 'values', title, run: () => Promise.reject(error) }]
  }
}

type Step = Pick<Result, 'area' | 'title'>
type Verdict = Pick<Result, 'outcome' | 'reason' | 'request'>

interface Judged {
  readonly resource: ResourceReport
  readonly results: readonly Result[]
}

const judgeResource = async (
  service: Service,
  catalog: Catalog,
  publication: Publication,
  { maxRows = 2000, seed = 1, areas, write = [], onProgress }: ConformOptions,
): Promise<Judged> => {
  const { contextPath, zone } = catalog
  const random = createRandom(seed)
  const read = (resource: Resource) =>
    readSubject({ service, contextPath, zone, resource, random, maxRows })
  const { key } = publication
  let step: Step = { area: 'capabilities', title: 'its schemas and capabilities can be read' }
  let subject: Subject
  try {
    const resource = await readResource(service, catalog, publication)
    step = { area: 'pages', title: 'its rows can be read' }
    subject = await read(resource)
  } catch (error) {
    return {
      resource: { resource: key, rows: undefined, filter: undefined },
      results: [{ resource: key, ...step, ...verdictOf(error, service) }],
    }
  }
  const writes = write.includes(key) ? writeDerivations : []
  const cases = [...readDerivations, ...writes]
    .flatMap((derive) => derived(derive, subject))
    .filter(({ area }) => areas?.includes(area) ?? true)
  const results: Result[] = []
  for (const [index, each] of cases.entries()) {
    const judged = await judge(each, subject, () => read(subject.resource))
    subject = judged.subject
    results.push(judged.result)
    onProgress?.({ label: key, done: index + 1, total: cases.length })
  }
  const filter = Object.keys(subject.base).length === 0 ? undefined : subject.base
  return { resource: { resource: key, rows: subject.rows.length, filter }, results }
}

/**
 * What an error of a case means. Other errors than those of cases come from responses without the
 * expected form.
 */
const verdictOf = (error: unknown, service: Service): Verdict => {
  const request = service.last()
  if (error instanceof NotJudged) return { outcome: 'skipped', reason: error.message }
  const isDeviation = error instanceof Deviation
  const reason = isDeviation ? error.message : printable(`The response cannot be read: ${error}`)
  return { outcome: 'failed', reason, ...(request ? { request } : {}) }
}

const verdictOn = async ({ run }: Case, subject: Subject): Promise<Verdict> => {
  try {
    await run(subject)
    return { outcome: 'passed' }
  } catch (error) {
    return verdictOf(error, subject.service)
  }
}

/**
 * Judges a case. Rows may have changed since they were read: then they are read again, and the
 * case has another try.
 */
const judge = async (
  each: Case,
  subject: Subject,
  read: () => Promise<Subject>,
): Promise<{ readonly result: Result; readonly subject: Subject }> => {
  const { area, title } = each
  const facts = { resource: subject.resource.key, area, title }
  const verdict = await verdictOn(each, subject)
  // A case that writes changes the rows itself.
  const mayRepeat = verdict.outcome === 'failed' && area !== 'writes'
  const isOutdated = mayRepeat && (await hasChanged(subject))
  const fresh = isOutdated ? await read().catch(() => undefined) : undefined
  if (!fresh) return { subject, result: { ...facts, ...verdict } }
  const second = await verdictOn(each, fresh)
  const isMoving = second.outcome !== 'passed' && (await hasChanged(fresh))
  const moving = { outcome: 'skipped', reason: 'The rows changed while they were read.' } as const
  return { subject: fresh, result: { ...facts, ...(isMoving ? moving : second) } }
}

/** False if the service does not say. */
const hasChanged = async (subject: Subject): Promise<boolean> => {
  const page = await readPage(subject, subject.base, { size: 1 }).catch(() => undefined)
  const version = page?.exchange.headers.get('x-data-version') ?? null
  return version !== null && version !== subject.dataVersion
}
