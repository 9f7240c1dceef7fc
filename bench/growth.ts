/**
 * Measures what a request costs the service as its contract grows, and on connections that are new:
 * pages of a small table, so that the database takes little of it.
 */
import { serverFile } from './build.js'
import { counted, post } from './cases/case.js'
import type { Measured } from './measure.js'
import { type Child, startChild } from './processes.js'
import { showProgress } from './progress.js'
import type { Session } from './session.js'
import { prepareMany } from './start.js'

interface Variant {
  readonly name: string
  readonly environment: Readonly<Record<string, string>>
  readonly isNew?: boolean
}

const sized = (resources: number, filterFields: number): Variant['environment'] => ({
  BENCH_RESOURCES: String(resources),
  BENCH_FILTER_FIELDS: String(filterFields),
})
const small = sized(10, 10)

/** Each case: a variant, and one that it is compared with. */
const cases: Readonly<Record<string, readonly [base: Variant, grown: Variant]>> = {
  'o-resources': [
    { name: '10 resources', environment: small },
    { name: '500 resources', environment: sized(500, 10) },
  ],
  'o-fields': [
    { name: '10 filter fields', environment: small },
    { name: '200 filter fields', environment: sized(10, 200) },
  ],
  'o-connections': [
    { name: 'connections are kept', environment: small },
    { name: 'a connection for each request', environment: small, isNew: true },
  ],
}

const page = (index: number) =>
  post('/api/group-0/part0/filter?size=20', {
    price: [String(index % 100), '150'],
    state: ['NEW'],
  })

export const measureGrowth = async (session: Session): Promise<void> => {
  const connection = await prepareMany(session)
  for (const [id, variants] of Object.entries(cases)) {
    const started: Child[] = []
    try {
      const measured: Measured[] = []
      for (const { name, environment, isNew = false } of variants) {
        showProgress(`${id}: start with ${name}`)
        const start = { employees: 0, connection, environment }
        const options = { name: 'many', file: serverFile('many'), start, tell: showProgress }
        const child = await startChild(options)
        started.push(child)
        const { url, pid } = child
        const opponent = measured[0]?.name
        measured.push({ name, opponent, url, pid, next: counted(page), status: 200, isNew })
      }
      await session.measure({ id, name: 'page of a small table' }, measured)
    } finally {
      for (const child of started) await child.close()
    }
  }
}
