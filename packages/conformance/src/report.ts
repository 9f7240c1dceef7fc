/** The report of a run: scores of areas, deviations with their request, and skipped cases. */
import type { SentRequest } from './service.js'
import { type Area, areas, printable } from './verdicts.js'

export type Outcome = 'passed' | 'failed' | 'skipped'

export interface Result {
  readonly resource: string
  readonly area: Area
  readonly title: string
  readonly outcome: Outcome
  /** What deviates, or why the case could not be judged. */
  readonly reason?: string
  /** The last request of a case that failed. */
  readonly request?: SentRequest
}

export interface Score {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export interface ResourceReport {
  readonly resource: string
  /** Rows that the cases were judged by; undefined if they could not be read. */
  readonly rows: number | undefined
  /** The filter that narrows the resource to these rows; undefined if they are all. */
  readonly filter: unknown
}

export interface Report {
  readonly url: string
  readonly seed: number
  readonly requests: number
  readonly score: Score
  readonly areas: Readonly<Partial<Record<Area, Score>>>
  readonly resources: readonly ResourceReport[]
  readonly results: readonly Result[]
}

export const scoreOf = (results: readonly Result[]): Score => {
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
}

export const scoresByArea = (results: readonly Result[]): Report['areas'] =>
  Object.fromEntries(
    areas
      .map((area) => [area, results.filter((result) => result.area === area)] as const)
      .filter(([, found]) => found.length > 0)
      .map(([area, found]) => [area, scoreOf(found)]),
  )

const percent = ({ passed, failed }: Score): string =>
  passed + failed === 0 ? '-' : `${Math.floor((100 * passed) / (passed + failed))} %`

const line = (name: string, cells: readonly string[]): string =>
  `${name.padEnd(16)}${cells.map((cell) => cell.padStart(9)).join('')}`

const scoreLine = (name: string, score: Score): string => {
  const { passed, failed, skipped } = score
  return line(name, [...[passed, failed, skipped].map(String), percent(score)])
}

const requestText = ({ method, path, body }: SentRequest): string =>
  `${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`

const deviationText = ({ resource, area, title, reason, request }: Result): string =>
  [
    `✗ ${resource}, ${area}: ${title}`,
    `    ${reason}`,
    ...(request ? [`    ${requestText(request)}`] : []),
  ].join('\n')

const skippedLines = (results: readonly Result[]): readonly string[] => {
  const titles = new Map<string, string[]>()
  for (const { resource, title, reason } of results) {
    const key = `${resource}: ${reason}`
    titles.set(key, [...(titles.get(key) ?? []), title])
  }
  return [...titles].map(([key, [first = '', ...rest]]) => {
    const others = rest.length === 0 ? '' : ` and ${rest.length} more`
    return `- ${key}\n    ${first}${others}`
  })
}

const rowsText = ({ resource, rows, filter }: ResourceReport): string => {
  const extent = filter === undefined ? 'all of them' : `those that match ${JSON.stringify(filter)}`
  return `  ${resource}: ${rows === undefined ? 'not read' : `${rows} rows, ${extent}`}`
}

/** The report for people. */
export const formatReport = (report: Report): string => {
  const { url, seed, requests, score, results, resources } = report
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  const skipped = results.filter(({ outcome }) => outcome === 'skipped')
  const sections = [
    [`Conformance of ${url} (seed ${seed}, ${requests} requests)`, ...resources.map(rowsText)],
    [
      line('', ['passed', 'failed', 'skipped', 'score']),
      ...Object.entries(report.areas).map(([area, areaScore]) => scoreLine(area, areaScore)),
      scoreLine('all', score),
    ],
    failed.map(deviationText),
    skipped.length === 0 ? [] : ['Not judged:', ...skippedLines(skipped)],
  ]
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
    .split('\n')
    .map(printable)
    .join('\n')
}
