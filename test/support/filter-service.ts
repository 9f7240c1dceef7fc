/** Services over the filter contract: one database, one service for each set of settings. */
import type { Resource } from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import type pg from 'pg'
import { clusterDatabase } from './cluster.js'
import { type FreshDatabase, platformDatabase } from './database.js'
import { areDistributed, parcelsApi, tenants } from './filter-contract.js'
import { createTables, type Rows, replaceRows } from './filter-tables.js'

/** The time of every request in these suites: the second at which Lisbon changes to summer time. */
export const now = new Date('2024-03-31T01:00:00.000Z')

/** A database with the tables of the contract. It is on a cluster if `CITUS_URL` names one. */
export const filterDatabase = async (): Promise<FreshDatabase> => {
  if (areDistributed) return clusterDatabase([parcelsApi], createTables)
  const database = await platformDatabase()
  await createTables(database.client)
  return database
}

/** Headers of every request. */
export const headers = {
  'content-type': 'application/json',
  ...(areDistributed ? { authorization: 'Bearer tester' } : {}),
}

export const serveParcels = (
  { connection }: FreshDatabase,
  settings: Readonly<Record<string, unknown>> = {},
  api: Resource = parcelsApi,
): Promise<TestService> =>
  createTestService({
    resources: [api],
    connection,
    settings,
    now: () => now,
    ...(areDistributed ? { callers: { tester: { tenant: tenants[0] } } } : {}),
  })

export interface Problem {
  readonly code: string
  readonly target: string | null
  readonly message: string
}

export interface Found {
  readonly status: number
  readonly ids: readonly number[]
  readonly total: number
  readonly problems: readonly Problem[]
}

/** `payload` as JSON, or as the exact text of a body; `query` such as `sort=text&page=1`. */
export type Find = (payload: unknown, query?: string) => Promise<Found>

export interface FilterService {
  readonly database: FreshDatabase
  readonly client: pg.Client
  readonly find: Find
  /** The same database with other settings, for example another zone. */
  with(settings: Readonly<Record<string, unknown>>): Promise<Find>
  replaceRows(rows: Rows): Promise<void>
  close(): Promise<void>
}

/** A body that is sent exactly as written here. */
export class RawBody {
  constructor(readonly text: string) {}
}

interface Answer {
  readonly data?: { readonly content: readonly { id: number }[]; readonly totalElements: number }
  readonly errors?: readonly Problem[]
}

const findIn =
  ({ app }: TestService): Find =>
  async (payload, query = 'size=200') => {
    const body = payload instanceof RawBody ? payload.text : JSON.stringify(payload)
    const { statusCode, payload: text } = await app.inject({
      method: 'POST',
      url: `/api/tests/parcels/filter?${query}`,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    })
    const { data, errors = [] } = JSON.parse(text) as Answer
    return {
      status: statusCode,
      ids: data?.content.map(({ id }) => id) ?? [],
      total: data?.totalElements ?? 0,
      problems: errors.map(({ code, target, message }) => ({ code, target, message })),
    }
  }

export const startFilterService = async (rows?: Rows): Promise<FilterService> => {
  const database = await filterDatabase()
  const services: TestService[] = []
  const serve = async (settings: Readonly<Record<string, unknown>>): Promise<Find> => {
    const service = await serveParcels(database, settings)
    services.push(service)
    return findIn(service)
  }
  if (rows) await replaceRows(database.client, rows)
  return {
    database,
    client: database.client,
    find: await serve({}),
    with: serve,
    replaceRows: (other) => replaceRows(database.client, other),
    close: async () => {
      await Promise.all(services.map((service) => service.close()))
      await database.close()
    },
  }
}
