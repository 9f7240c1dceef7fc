/** Sales whose statistics are stored, for a test file, beside the same that are always current. */
import {
  belongsTo,
  category,
  date,
  decimal,
  defineEntity,
  defineSchema,
  EQUAL,
  integer,
  measure,
  type Principal,
  reference,
  series,
  text,
} from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'

export const salesTables = `
create table areas (id integer primary key, name text not null);
create table sales (
  id integer generated always as identity primary key, region text, area_id integer references areas,
  amount numeric(12,2) not null, day date not null
);
insert into areas values (1, 'North'), (2, 'South'), (3, 'East');
insert into sales (region, area_id, amount, day)
select 'R' || i % 4, 1 + i % 3, i * 1.25, date '2026-01-01' + i from generate_series(1, 60) i;`

const rowAccess = {
  filter: { region: EQUAL() },
  visibleTo: (caller: Principal) => (caller.has('sales:all') ? ('all' as const) : { region: 'R1' }),
}
const areas = defineEntity('areas', { id: integer({ primaryKey: true }), name: text() })
const sales = defineEntity(
  'sales',
  {
    id: integer({ primaryKey: true, generated: true }),
    region: text({ nullable: true }),
    area: belongsTo('areas', { column: 'area_id', nullable: true }),
    amount: decimal({ precision: 12, scale: 2 }),
    day: date(),
  },
  { rowAccess },
)
const schema = defineSchema({ areas, sales })
const shape = {
  response: { id: '.', region: '.' },
  filter: { region: EQUAL() },
  defaultSort: ['id'],
} as const
const materialized = { every: '1 min' } as const

const stored = schema.resource('sales', {
  ...shape,
  key: 'tests.sales',
  stats: {
    region: category({ materialized }),
    area: reference({ path: 'area.id', labelPath: 'area.name', materialized }),
    amount: measure({ histogram: true, materialized }),
    day: series({ materialized }),
    weekday: category({ path: 'day' }),
  },
})
const current = schema.resource('sales', {
  ...shape,
  key: 'tests.current',
  stats: {
    region: category(),
    area: reference({ path: 'area.id', labelPath: 'area.name' }),
    amount: measure({ histogram: true }),
    day: series(),
  },
})

export const salesResources = [stored, current]

export const callers = { boss: { authorities: ['sales:all'] }, clerk: {} }

/** Statistics of all rows: the endpoint, and the body without its filter. */
export type Asked = readonly [endpoint: string, body: object]
export const statistics: readonly Asked[] = [
  ['group-by', { field: 'region', metric: { operation: 'SUM', field: 'amount' } }],
  ['group-by', { field: 'area', limit: 2, totals: true, orderBy: 'LABEL_ASC' }],
  ['timeseries', { field: 'day', granularity: 'WEEK', fillGaps: true }],
  ['distribution', { field: 'amount', mode: 'HISTOGRAM', bucketCount: 5 }],
  ['distribution', { field: 'region', mode: 'TERMS' }],
]
export const byRegion = statistics[0]!

export interface Reply {
  readonly status: number
  readonly data: Record<string, unknown>
  readonly version: string
  /** Seconds; undefined: it is current. */
  readonly age: number | undefined
}

export interface AskOptions {
  readonly node?: TestService
  readonly caller?: keyof typeof callers
  readonly resource?: 'sales' | 'current'
  readonly filter?: object
  readonly cacheControl?: string
}

export interface Sales {
  readonly nodes: readonly TestService[]
  /** SQL of each node since the start. */
  readonly statements: readonly string[][]
  open(settings: Readonly<Record<string, unknown>>): Promise<TestService>
  run(sql: string): Promise<readonly Record<string, unknown>[]>
  ask(statistic: Asked, options?: AskOptions): Promise<Reply>
  /** Makes the stored results older, as if this time had passed. */
  age(interval: string): Promise<void>
  /** Nobody can read sales until `until` has ended, which learns how many statements wait. */
  whileLocked<T>(
    start: () => Promise<T>,
    until: (waiting: () => Promise<number>) => Promise<void>,
  ): Promise<T>
}

/** Two nodes on one database. */
export const useSales = (): Sales => {
  let database: FreshDatabase
  const nodes: TestService[] = []
  const statements: string[][] = [[], []]
  const opened: TestService[] = []
  const open = async (settings: object, into: string[] = []): Promise<TestService> => {
    const { connection } = database
    const resources = salesResources
    const onStatement = ({ text }: { readonly text: string }) => void into.push(text)
    const service = await createTestService({
      ...{ resources, connection, callers, onStatement },
      settings: { 'platform.cache.max-bytes': 0, ...settings },
    })
    opened.push(service)
    return service
  }
  beforeAll(async () => {
    database = await platformDatabase()
    await database.client.query(salesTables)
    for (const into of statements) nodes.push(await open({}, into))
  })
  afterAll(async () => {
    for (const service of opened) await service.close()
    await database.close()
  })
  const run: Sales['run'] = async (sql) => (await database.client.query(sql)).rows
  return {
    ...{ nodes, statements, open, run },
    ask: async ([endpoint, body], options = {}) => {
      const { node = nodes[0]!, caller = 'boss', resource = 'sales', filter = {} } = options
      const { cacheControl } = options
      const response = await node.app.inject({
        method: 'POST',
        url: `/api/tests/${resource}/stats/${endpoint}`,
        headers: {
          authorization: `Bearer ${caller}`,
          ...(cacheControl === undefined ? {} : { 'cache-control': cacheControl }),
        },
        payload: { filter, ...body },
      })
      const age = response.headers['age']
      return {
        status: response.statusCode,
        data: response.json().data,
        version: String(response.headers['x-data-version']),
        age: age === undefined ? undefined : Number(age),
      }
    },
    age: async (interval) => {
      await run(`update corollary.statistic set as_of = as_of - interval '${interval}'`)
    },
    whileLocked: async (start, until) => {
      const waiting = async () => {
        const [row] = await run(
          `select count(*) from pg_locks where relation = 'sales'::regclass and not granted`,
        )
        return Number(row!['count'])
      }
      await run('begin; lock table sales in access exclusive mode')
      const started = start()
      try {
        await until(waiting)
      } finally {
        await run('commit')
      }
      return started
    },
  }
}

/** Without what marks an older result. */
export const valuesOf = ({ data: { asOf: _, ...values }, status }: Reply): object => {
  expect(status).toBe(200)
  return values
}
