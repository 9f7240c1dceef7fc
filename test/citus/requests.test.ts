/**
 * Requests to a cluster: each statement of a tenant goes to one shard. `plans` has the statements
 * and their plans; `GOLDEN_UPDATE=1` rewrites them; review the diff.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasCluster } from '../support/cluster.js'
import { tenantTables, useBureau } from '../tenants/bureau.js'
import { bureauOnCluster } from './bureau-on-cluster.js'
import { planOf, type StatementPlan, taskCounts } from './plans.js'
import { api, department, employee, requests } from './requests.js'

const isUpdate = process.env['GOLDEN_UPDATE'] !== undefined
const folder = new URL('./plans/', import.meta.url)

const ofTenants = new RegExp(
  `"(${tenantTables.join('|')})"|insert into "corollary"."tenant_outbox"`,
)

const stored = (name: string, printed: string): string => {
  const file = new URL(`${name}.sql`, folder)
  if (isUpdate) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, printed)
  }
  return readFileSync(file, 'utf8')
}

const printed = (plans: readonly StatementPlan[]): string =>
  plans.map(({ sql, plan }) => `${sql}\n-- ${plan.join('\n-- ')}\n`).join('\n')

describe.runIf(hasCluster)('a cluster', () => {
  const bureau = useBureau({ open: bureauOnCluster, employees: 400 })
  beforeAll(async () => {
    // Now, because autovacuum would change plans while the tests run.
    const versions = ['tenant_dataset_change', 'shared_dataset_change'].map(
      (table) => `corollary.${table}`,
    )
    await bureau.database.client.query(
      `vacuum analyze ${[...tenantTables, 'currencies', ...versions].join()}`,
    )
  })

  test.each(requests)('sends each statement of %s to one shard', async (name, request) => {
    const first = bureau.statements.length
    const answer = await bureau.send(request, 'aurora')
    expect(answer.statusCode, answer.body).toBeLessThan(400)
    const run = bureau.statements.slice(first).filter(({ text }) => ofTenants.test(text))
    const statements = new Map(run.map((statement) => [statement.text, statement]))
    const plans: StatementPlan[] = []
    for (const each of statements.values()) plans.push(await planOf(bureau.database.client, each))
    expect(plans.length).toBeGreaterThan(0)
    for (const { sql, plan } of plans) {
      const counts = taskCounts(plan)
      expect(new Set(counts), sql).toEqual(new Set([1]))
      // A version and what it identifies are of one snapshot only if one task reads both.
      if (sql.includes('_dataset_change')) expect(counts, sql).toEqual([1])
    }
    // Changes are in a partition for each week.
    if (name !== 'history') expect(printed(plans)).toBe(stored(name, printed(plans)))
  })

  test('names the field of a violated constraint, also of links and batches', async () => {
    const send = async (method: 'POST' | 'PUT', path: string, body: object) =>
      (await bureau.send({ method, url: `${api}${path}`, body }, 'aurora')).json()
    const violation = { code: 'DATA_INTEGRITY_VIOLATION' }
    const { errors: taken } = await send('POST', '/employees', employee)
    expect(taken[0]).toMatchObject({ ...violation, target: 'code' })
    const unlinked = { ...employee, code: 'E-2', email: 'e-2@example.com', skillIds: [4711, 4712] }
    const { errors: missing } = await send('POST', '/employees', unlinked)
    expect(missing[0]).toMatchObject({ ...violation, target: 'skillIds' })
    const create = (data: object) => ({ operation: 'CREATE', data })
    const items = [create(department), create({ code: 'B', name: 'B' })]
    const { errors: inBatch } = await send('POST', '/departments/batch', {
      atomicity: 'ATOMIC',
      items,
    })
    expect(inBatch[0]).toMatchObject({ ...violation, target: 'items.0.data.code' })
  })
})
