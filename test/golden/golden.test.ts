/**
 * Golden cases: each folder has a request, the SQL that it runs and its response. `npm run golden`
 * rewrites the SQL and the responses; review the diff.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createTestService, type TestService, type TestStatement } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import people from '../../examples/people/app.js'
import { documentApi, documentTables } from '../http/files/use-files.js'
import { articlesApi, tables as catalogueTables, suppliersApi } from '../http/import/catalogue.js'
import { type FreshDatabase, peopleDatabase } from '../support/database.js'
import { linesApi, ordersApi, tables as ownedTables } from '../support/owned-contract.js'
import * as computed from '../support/sales-contract.js'
import { peopleApi, searchCallers, searchRows, searchTables } from '../support/search-contract.js'
import { staffApi, staffCallers, staffTables } from '../support/small-groups.js'
import { trashCallers, trashResources, trashRows, trashTables } from '../support/trash.js'
import { tablesOf } from '../support/use-service.js'

interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  /** A text is a file. */
  readonly body?: object | readonly unknown[] | string
  readonly headers?: Readonly<Record<string, string>>
  /** Default: everything is visible and allowed. */
  readonly caller?: string
  /** Default: the people sample. */
  readonly contract?: keyof typeof contracts
  /** Requests that prepare the rows. */
  readonly before?: readonly Request[]
  /** The request changes rows, and therefore uses a database of its own. */
  readonly writes?: boolean
}

const callers = {
  all: { authorities: ['hr:all', 'employee:compensation', 'absence:decide'] },
  department: { authorities: ['hr:department:2', 'absence:decide'] },
  nobody: { authorities: [] },
}

/** The contracts of the cases, each with a caller `all`. */
const contracts = {
  people: { resources: people.resources, callers, database: peopleDatabase },
  owned: {
    resources: [ordersApi, linesApi],
    callers: { all: { authorities: ['sales:secrets'] } },
    database: tablesOf(`${ownedTables};
      insert into orders (number) values ('A');
      insert into lines (order_id, position, product_id, quantity, price)
        values (1, 0, 1, 1, 1.5), (1, 1, 2, 2, 1.5), (1, 2, 3, 3, 1.5);
      insert into parcels (line_id, weight) values (1, 0.5), (2, 1)`),
  },
  computed: {
    resources: [computed.ordersApi, computed.customersApi, computed.productsApi],
    callers: { all: { authorities: ['sales:secrets'] } },
    database: tablesOf(`${computed.tables};
      insert into customers (name) values ('Ann');
      insert into products (name) values ('Lamp'), ('Desk');
      insert into orders (number, customer_id, status, ordered_on)
        values ('A', 1, 1, '2026-03-01'), ('B', 1, 3, '2026-03-02');
      insert into lines (order_id, product_id, quantity, unit_price)
        values (1, 1, 2, 10), (2, 1, 3, 10), (2, 2, 1, 200)`),
  },
  documents: {
    resources: [documentApi],
    callers: { all: { authorities: ['all', 'secrets'] } },
    database: tablesOf(`${documentTables}; insert into documents (title) values ('Plan')`),
  },
  articles: {
    resources: [articlesApi, suppliersApi],
    callers: { all: { authorities: ['edit', 'world'] } },
    database: tablesOf(`${catalogueTables}
      insert into articles (code, name, price) values ('A1', 'Table', 1), ('A2', 'Chair', 2.50)`),
  },
  search: {
    resources: [peopleApi],
    callers: { ...searchCallers, all: searchCallers.staff },
    database: tablesOf(`${searchTables}${searchRows}`),
  },
  staff: {
    resources: [staffApi],
    callers: { ...staffCallers, all: staffCallers.finance },
    database: tablesOf(`${staffTables}
      insert into staff (batch, team, level, joined, pay) select 1, team, 1, '2026-03-01', 100 * n
      from (values ('A', 2), ('B', 4), ('C', 9)) as teams(team, size), generate_series(1, size) as n`),
  },
  trash: {
    resources: trashResources,
    callers: { ...trashCallers, all: trashCallers.keeper },
    database: tablesOf(`${trashTables}${trashRows}
      update customers set deleted_at = '2026-03-01', deleted_by = 'someone' where id = 2`),
  },
}

const folder = (name: string) => new URL(`./${name}/`, import.meta.url)
const names = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const isUpdate = process.env['GOLDEN_UPDATE'] !== undefined

const readRequest = (name: string): Request =>
  JSON.parse(readFileSync(new URL('request.json', folder(name)), 'utf8'))

/** Parts that differ between runs: versions, times, tokens. */
const steady = (text: string): string =>
  text
    .replaceAll(/"(snapshot|timestamp|createdAt|updatedAt|decidedAt|traceId)":"[^"]*"/g, '"$1":"…"')
    .replaceAll(/"(datasetVersion|dataVersion)":"[^"]*"/g, '"$1":"…"')
    .replaceAll(/"(next|prev)":"[\w-]{20,}"/g, '"$1":"…"')

const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')

/** Times and versions also occur in stored responses. */
const maxValueLength = 100

/** Files have random ids. */
const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

const printedValue = (value: unknown): string => {
  const text = (JSON.stringify(value) ?? 'undefined').replaceAll(uuid, '…')
  return text.length > maxValueLength ? `${text.slice(0, 20)}…` : text
}

/** Statements in order, each with its values; a line separates round trips. */
const sqlOf = (statements: readonly TestStatement[]): string =>
  statements
    .map(({ text, values, startsRoundTrip }, position) => {
      const separator = startsRoundTrip && position > 0 ? ['-- next round trip'] : []
      const listed = values.map((value, index) => `-- $${index + 1} = ${printedValue(value)}`)
      return [...separator, indented(text), ...listed].join('\n')
    })
    .join('\n\n')
    .concat('\n')

const statements: TestStatement[] = []

const startService = async (contract: keyof typeof contracts = 'people') => {
  const { resources, callers, database: create } = contracts[contract]
  const database = await create()
  const service = await createTestService({
    resources,
    connection: database.connection,
    callers,
    settings: {
      'platform.cursor.secret': 'golden cases need the same cursors every time',
      // A total that an earlier case has counted would change the statement.
      'platform.pagination.total-cache.max-bytes': 0,
      'platform.cache.max-bytes': 0,
    },
    now: () => new Date('2026-03-20T12:00:00.000Z'),
    onStatement: (statement) => statements.push(statement),
  })
  return { database, service }
}

const send = async (service: TestService, { caller = 'all', ...request }: Request) => {
  for (const each of request.before ?? []) await send(service, each)
  const { app } = service
  statements.length = 0
  const { statusCode, body } = await app.inject({
    method: request.method,
    url: request.url,
    headers: { authorization: `Bearer ${caller}`, 'x-request-id': 'golden', ...request.headers },
    ...(request.body ? { payload: request.body } : {}),
  })
  const answer = steady(body)
  const isJson = answer.startsWith('{') || answer.startsWith('[')
  return {
    'statements.sql': sqlOf(statements),
    'response.json': `${JSON.stringify({ status: statusCode, body: isJson ? JSON.parse(answer) : answer }, undefined, 2)}\n`,
  }
}

describe('golden cases', () => {
  let shared: { database: FreshDatabase; service: TestService }
  beforeAll(async () => {
    shared = await startService()
  })
  afterAll(async () => {
    await shared.service.close()
    await shared.database.close()
  })

  test.each(names)('%s', async (name) => {
    const request = readRequest(name)
    const isShared = !request.writes && request.contract === undefined
    const { database, service } = isShared ? shared : await startService(request.contract)
    const files = await send(service, request)
    if (!isShared) {
      await service.close()
      await database.close()
    }
    for (const [file, text] of Object.entries(files)) {
      const path = new URL(file, folder(name))
      if (isUpdate) writeFileSync(path, text)
      else expect(text, `${name}/${file}`).toBe(existsSync(path) ? readFileSync(path, 'utf8') : '')
    }
  })

  test('there are at least sixty golden cases', () => {
    expect(names.length).toBeGreaterThanOrEqual(60)
  })
})
