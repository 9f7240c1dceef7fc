/** Introspected services return what hand-written SQL returns. */
import { readFile } from 'node:fs/promises'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../http/use-people.js'
import { chinook } from './comparisons/chinook.js'
import { type Comparison, extended, senderOf } from './comparisons/comparison.js'
import { northwind } from './comparisons/northwind.js'
import { pagila } from './comparisons/pagila.js'
import { type Introspected, introspectFile } from './introspected.js'

const databases: Readonly<Record<string, readonly Comparison[]>> = {
  pagila,
  northwind,
  chinook,
}

const count = Object.values(databases).flat().length
test(`there are ${count} comparisons`, () => {
  expect(count).toBeGreaterThanOrEqual(150)
})

const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** An instant as the wire has it, which `json_agg` prints with the offset of the session. */
const wireValue = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*\+00:00$/.test(value)
    ? value.replace('+00:00', 'Z')
    : value

const wireRow = (row: Json): Json =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [camelCase(name), wireValue(value)]),
  )

describe.each(Object.entries(databases))('%s', (name, comparisons) => {
  let introspected: Introspected
  let service: TestService
  beforeAll(async () => {
    introspected = await introspectFile(`${name}.sql`)
    const { application, database } = introspected
    await database.client.query(await readFile(`test/databases/${name}-rows.sql`, 'utf8'))
    await database.client.query("set timezone = 'UTC'")
    const resources = extended(application.resources, comparisons)
    service = await createTestService({ resources, connection: database.connection })
  })
  afterAll(async () => {
    await service?.close()
    await introspected?.close()
  })

  test.each(comparisons)('%s', async (_, fetch, sql) => {
    const { client } = introspected.database
    const { rows } = await client.query(
      `select coalesce(json_agg(compared), '[]') as expected from (${sql}) as compared`,
    )
    const expected = (rows[0].expected as Json[]).map(wireRow)
    // A comparison of nothing with nothing proves little.
    expect(expected.length).toBeGreaterThan(0)
    const columns = Object.keys(expected[0]!)
    const found = await fetch.run(senderOf(service, name, fetch.resource))
    const compared = found.map((row) =>
      Object.fromEntries(columns.map((column) => [column, row[column]])),
    )
    expect(compared).toEqual(expected)
  })
})
