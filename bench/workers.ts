/**
 * Measures the throughput of `corollary start` with one worker and with two. The database and the
 * load use the same processors, so two cores do not give twice as much.
 */
import { serverFile } from './build.js'
import { base, counted, createRandom, post } from './cases/case.js'
import type { NextRequest } from './load.js'
import type { Measured } from './measure.js'
import { type Child, startChild } from './processes.js'
import { showProgress } from './progress.js'
import type { Session } from './session.js'

const names = ['one worker', 'two workers'] as const

const cases: Readonly<
  Record<string, { readonly name: string; readonly requests: (employees: number) => NextRequest }>
> = {
  'w-id': {
    name: 'read by id',
    requests: (employees) => {
      const random = createRandom(29)
      return counted(() => ({
        method: 'GET',
        path: `${base}/${1 + Math.floor(random() * employees)}`,
      }))
    },
  },
  'w-page': {
    name: 'page of 20 rows in the order of an index',
    requests: (employees) => {
      const pages = Math.min(employees, 100_000) / 20
      return counted((index) => post(`${base}/filter?sort=salary&page=${index % pages}`, {}))
    },
  },
}

export const measureWorkers = async ({ connection, options, measure }: Session): Promise<void> => {
  const started: Child[] = []
  try {
    for (const [index, name] of names.entries()) {
      showProgress(`w: start with ${name}`)
      const environment = { PLATFORM_HTTP_WORKERS: String(index + 1) }
      const start = { employees: options.employees, connection, environment }
      started.push(
        await startChild({ name, file: serverFile('workers'), start, tell: showProgress }),
      )
    }
    for (const [id, { name, requests }] of Object.entries(cases)) {
      const measured = started.map(({ url, pid }, index): Measured => {
        const next = requests(options.employees)
        const opponent = index === 0 ? undefined : names[0]
        return { name: names[index]!, opponent, url, pid, next, status: 200 }
      })
      await measure({ id, name: `${name}, 1 and 2 workers` }, measured)
    }
  } finally {
    for (const child of started) await child.close()
  }
}
