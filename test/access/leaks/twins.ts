/**
 * Two services on two databases whose visible halves are equal: any difference that the caller of
 * one department can observe is a leak.
 */
import type { Resource } from 'corollary'
import {
  createTestService,
  type TestCaller,
  type TestService,
  type TestServiceOptions,
} from 'corollary/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import people from '../../../examples/people/app.js'
import { Diagnostics } from '../../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../../src/model/compile/compile.js'
import type { Model } from '../../../src/model/types/resource-model.js'
import type { Answer, Json, Method } from '../../http/use-people.js'
import { type FreshDatabase, fewPeopleDatabase } from '../../support/database.js'
import { department, hiddenHalves } from './twin-rows.js'

const mayDo = ['absence:decide', 'employee:compensation', 'employee:history']
export const callers = {
  leader: { authorities: [`hr:department:${department}`, ...mayDo] },
  nobody: { authorities: mayDo },
  everything: { authorities: ['hr:all', ...mayDo] },
  /** The same person as `leader`, in another department. */
  moved: { id: 'leader', authorities: ['hr:department:7', ...mayDo] },
} satisfies Readonly<Record<string, TestCaller>>
export type CallerName = keyof typeof callers

export interface TestRequest {
  readonly method: Method
  readonly url: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Twin {
  readonly service: TestService
  readonly database: FreshDatabase
  send(request: TestRequest, caller: string): Promise<Answer>
  rows(sql: string, values?: readonly unknown[]): Promise<readonly Json[]>
}

export const sender =
  (service: TestService): Twin['send'] =>
  ({ method, url, body, headers }, caller) =>
    service.app.inject({
      method,
      url,
      headers: { 'x-request-id': 'asked', authorization: `Bearer ${caller}`, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })

/** A list as a body; it needs an explicit content type. */
export const asJson = (body: unknown): Pick<TestRequest, 'body' | 'headers'> => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

export const clock = new Date('2026-06-20T12:00:00.000Z')

const usual = {
  'platform.cursor.secret': 'k'.repeat(43),
  'platform.database.lock-timeout-ms': 500,
  'platform.mcp.enabled': true,
}

/** Opens a service on a database. */
export const openTwin = async (
  database: FreshDatabase,
  options: Omit<TestServiceOptions, 'connection' | 'now'>,
): Promise<Twin> => {
  const { connection } = database
  const service = await createTestService({ ...options, connection, now: () => clock })
  return {
    service,
    database,
    send: sender(service),
    rows: async (sql, values = []) => (await database.client.query(sql, [...values])).rows,
  }
}

const close = async ({ service, database }: Twin): Promise<void> => {
  await service.close()
  await database.close()
}

/** Opens it before the tests, and closes it after them. */
export const useTwin = (open: () => Promise<Twin>): Twin => {
  let running: Twin | undefined
  beforeAll(async () => {
    running = await open()
  })
  afterAll(async () => {
    if (running) await close(running)
  })
  return {
    get service() {
      return running!.service
    },
    get database() {
      return running!.database
    },
    send: (request, caller) => running!.send(request, caller),
    rows: (sql, values) => running!.rows(sql, values),
  }
}

/** The model of a contract without problems. */
export const modelOf = (resources: readonly Resource[]): Model => {
  const diagnostics = new Diagnostics()
  const model = compileModel(resources, diagnostics)
  expect(diagnostics.all).toEqual([])
  return model
}

export interface Twins {
  readonly pair: readonly [Twin, Twin]
  readonly model: Model
}

/** Opens two services before the tests, and closes them after them. */
export const usePair = (
  resources: readonly Resource[],
  open: () => Promise<readonly [Twin, Twin]>,
): Twins => {
  let pair: readonly [Twin, Twin] | undefined
  beforeAll(async () => {
    pair = await open()
  })
  afterAll(async () => {
    for (const twin of pair ?? []) await close(twin)
  })
  return {
    model: modelOf(resources),
    get pair() {
      return pair!
    },
  }
}

/** Each database is a copy of the sample with its own changes. */
export const useTwins = (
  first: readonly string[],
  second: readonly string[],
  resources: readonly Resource[] = people.resources,
  settings: Readonly<Record<string, unknown>> = {},
): Twins => {
  const open = async (changes: readonly string[]): Promise<Twin> => {
    const database = await fewPeopleDatabase()
    for (const change of changes) await database.client.query(change)
    return openTwin(database, { resources, callers, settings: { ...usual, ...settings } })
  }
  return usePair(resources, () => Promise.all([open(first), open(second)]))
}

/** A checksum of the hidden rows of each table. */
export const hiddenDigest = async ({ rows }: Twin): Promise<Json> => {
  const digests: Record<string, string> = {}
  for (const [table, sql] of Object.entries(hiddenHalves)) {
    const [row] = await rows(
      `select md5(string_agg(t, '|')) as digest, count(*) from (${sql}) s(t)`,
    )
    digests[table] = `${row.count} ${row.digest}`
  }
  return digests
}

const started = Date.now()
const nearby = 30 * 60_000
const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** A cursor is random, except for its length, which depends on the content. */
const cursor = /"(next|prev)":"([^"{]*)"/g

/** Whether an instant was written during the run, by the clock of the database. */
const isOfRun = (text: string): boolean => Math.abs(Date.parse(text) - started) < nearby

const normalised = (body: string): string =>
  body
    .replace(instant, (text) => (isOfRun(text) ? '<now>' : text))
    .replace(/"datasetVersion":"[^"]*"/g, '"datasetVersion":"<version>"')
    .replace(/^id: \S+$/gm, 'id: <position>')
    .replace(cursor, (_, name, token) => `"${name}":"<cursor of ${token.length}>"`)

const ignored = new Set(['date', 'content-length', 'connection', 'keep-alive'])
const opaque: Readonly<Record<string, (value: string) => string>> = {
  age: () => '…',
  etag: (value) => value.replace(/"[^"]*"/, '"…"'),
  'x-data-version': () => '…',
}

/** The part of a response that must not depend on hidden rows. */
export const shown = (answer: Answer) => ({
  status: answer.statusCode,
  headers: Object.fromEntries(
    Object.entries(answer.headers)
      .filter(([name]) => !ignored.has(name))
      .map(([name, value]) => [name, opaque[name]?.(String(value)) ?? String(value)])
      .sort(),
  ),
  body: normalised(answer.body),
})
