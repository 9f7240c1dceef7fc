/**
 * `npm run bench:sizes -- --employees 400,4000,40000`: how the time of each call grows with the
 * table. Payslips, about 24 of each employee, are the large table. One request at a time; medians.
 */
import { parseArgs } from 'node:util'
import { buildPackage, buildServers, serverFile } from './build.js'
import { median } from './measure.js'
import { type Child, startChild } from './processes.js'
import { print, showProgress } from './progress.js'

const { values } = parseArgs({
  options: {
    employees: { type: 'string', default: '400,4000,40000' },
    seconds: { type: 'string', default: '5' },
    'no-build': { type: 'boolean', default: false },
  },
})
const sizes = values.employees.split(',').map(Number)
const budgetMs = Number(values.seconds) * 1_000
/** Of each call: more requests do not change a median much. */
const mostRequests = 50

interface Asked {
  readonly path: string
  readonly method?: 'GET' | 'POST'
  readonly body?: object
}
interface Sized {
  readonly payslips: number
  /** Position of a record on page 100. */
  readonly id: string
}
/** @param n another number for each request, so that no result is cached */
type Call = (size: Sized, n: number) => Asked

const payslips = '/api/payroll/payslips'
const range = (n: number) => ({ netBetween: [n / 100, null] })
const metric = { operation: 'SUM', field: 'net' }

const calls: Readonly<Record<string, Call>> = {
  'by id': ({ id }) => ({ path: `${payslips}/${id}`, method: 'GET' }),
  'page 0 in the order of an index, exact total': (_, n) => ({
    path: `${payslips}/filter?size=20`,
    body: range(n),
  }),
  'the same, total known': () => ({ path: `${payslips}/filter?size=20`, body: {} }),
  'the same, not counted': (_, n) => ({
    path: '/api/bench/payslips/filter?size=20',
    body: range(n),
  }),
  'page of a selective filter, exact total': (_, n) => ({
    path: `${payslips}/filter?size=20`,
    body: { employeeId: 1 + (n % 400) },
  }),
  'cursor page': (_, n) => ({ path: `${payslips}/filter/cursor?size=20`, body: range(n) }),
  'options by ids': ({ id }) => ({
    path: `${payslips}/options/by-ids?ids=${id}`,
    method: 'GET' as const,
  }),
  'locate, on page 100': ({ id }) => ({ path: `${payslips}/locate?id=${id}&size=20`, body: {} }),
  'group-by, all rows': (_, n) => ({
    path: `${payslips}/stats/group-by`,
    body: { filter: range(n), field: 'department', metric },
  }),
  'time series, all rows': (_, n) => ({
    path: `${payslips}/stats/timeseries`,
    body: { filter: range(n), field: 'period', granularity: 'MONTH', metric },
  }),
  'histogram, all rows': (_, n) => ({
    path: `${payslips}/stats/distribution`,
    body: {
      filter: range(n),
      mode: 'HISTOGRAM',
      field: 'gross',
      bucketCount: 20,
      metric: { operation: 'COUNT' },
    },
  }),
}

const sendTo = async (url: string, { path, method = 'POST', body }: Asked): Promise<unknown> => {
  const response = await fetch(`${url}${path}`, {
    method,
    ...(body
      ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
      : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

interface Envelope {
  readonly data: {
    readonly totalElements: number
    readonly content: readonly { readonly id: string }[]
  }
}

const describeSize = async (url: string): Promise<Sized> => {
  const path = `${payslips}/filter?size=20&page=100`
  const { data } = (await sendTo(url, { path, body: {} })) as Envelope
  return { payslips: data.totalElements, id: data.content[0]!.id }
}

let request = 0
const measure = async (url: string, call: Call, size: Sized): Promise<number> => {
  const times: number[] = []
  const began = performance.now()
  await sendTo(url, call(size, ++request))
  do {
    const sizedRequest = call(size, ++request)
    const start = performance.now()
    await sendTo(url, sizedRequest)
    times.push(performance.now() - start)
  } while (times.length < mostRequests && performance.now() - began < budgetMs)
  return median(times)
}

const measureSize = async (employees: number): Promise<ReadonlyMap<string, number>> => {
  const started: Child[] = []
  const start = async (name: 'database' | 'sizes', connection?: Child['connection']) => {
    const file = serverFile(name)
    const given = { employees, ...(connection ? { connection } : {}) }
    const child = await startChild({ name, file, start: given, tell: showProgress })
    started.unshift(child)
    return child
  }
  try {
    const { connection } = await start('database')
    const { url } = await start('sizes', connection)
    const size = await describeSize(url)
    const medians = new Map([['payslips', size.payslips]])
    for (const [name, call] of Object.entries(calls)) {
      showProgress(`${size.payslips} payslips: ${name}`)
      medians.set(name, await measure(url, call, size))
    }
    return medians
  } finally {
    for (const child of started) await child.close()
  }
}

if (!values['no-build']) {
  showProgress('Building')
  await buildPackage()
}
await buildServers()
const columns: ReadonlyMap<string, number>[] = []
for (const size of sizes) columns.push(await measureSize(size))
const row = (cells: readonly (string | number)[]) => print(`| ${cells.join(' | ')} |`)
row(['ms', ...columns.map((medians) => `${medians.get('payslips')} payslips`)])
row(['---', ...columns.map(() => '--:')])
for (const name of Object.keys(calls)) {
  row([name, ...columns.map((medians) => Number(medians.get(name)!.toPrecision(3)))])
}
