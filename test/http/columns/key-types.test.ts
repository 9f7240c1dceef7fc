/** Records that are keyed by a value of each column type: their links and ids lead to them. */
import {
  bigint,
  boolean,
  type Column,
  date,
  decimal,
  defineEntity,
  defineSchema,
  EQUAL,
  enumOf,
  instant,
  integer,
  localDateTime,
  text,
  time,
  uuid,
} from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ColumnKind } from '../../../src/contract/column.js'
import { kinds } from '../../../src/model/kinds/kinds.js'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'
import type { Json, Method } from '../use-people.js'

/** A column type that may be a key, with the literals of two values. */
interface Keyed {
  readonly column: unknown
  readonly literals: readonly [string, string]
}

const key = { primaryKey: true } as const
const labels = ['calm', 'on leave'] as const

/** Column types that cannot be the key of one column. */
type Keyless = 'version' | 'numberEnum' | 'float' | 'duration' | 'json' | 'file' | 'array' | 'key'
const keyed: Readonly<Record<Exclude<ColumnKind, Keyless>, Keyed>> = {
  text: { column: text({ ...key, maxLength: 8 }), literals: ['a b/ç', 'true'] },
  integer: { column: integer(key), literals: ['-1', '32767'] },
  bigint: { column: bigint(key), literals: ['9007199254740993', '0'] },
  decimal: { column: decimal({ ...key, precision: 12, scale: 2 }), literals: ['1.50', '-7'] },
  boolean: { column: boolean(key), literals: ['true', 'false'] },
  date: { column: date(key), literals: ['2024-02-29', '0001-01-01'] },
  instant: { column: instant(key), literals: ['2024-02-29 12:30:00.5Z', '9999-12-31 23:59:59Z'] },
  localDateTime: { column: localDateTime(key), literals: ['2024-02-29 12:30', '0001-01-01'] },
  time: { column: time(key), literals: ['12:30:00.5', '24:00'] },
  uuid: {
    column: uuid(key),
    literals: ['a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000002'],
  },
  enum: { column: enumOf(labels, key), literals: labels },
}

const databaseTypesOf = (kind: ColumnKind): readonly string[] => {
  const types = Object.keys(kinds[kind].databaseTypes)
  const modified: Readonly<Record<string, string>> = {
    ...{ character: 'character(8)', numeric: 'numeric(12,2)' },
  }
  return [...types.map((type) => modified[type] ?? type), ...(kind === 'enum' ? ['mood'] : [])]
}

const tables = Object.entries(keyed).flatMap(([kind, { column, literals }]) =>
  databaseTypesOf(kind as ColumnKind).map((type) => ({
    name: `${kind}_${type}`
      .replaceAll(/[\W_]+/g, '_')
      .replace(/_$/, '')
      .toLowerCase(),
    title: `${kind} of ${type}`,
    ...{ type, literals, column: column as Column<'text', string, string, false, false> },
  })),
)

const entities = Object.fromEntries(
  tables.map(({ name, column }) => [name, defineEntity(name, { id: column, note: text() })]),
)
const schema = defineSchema(entities)
const resources = tables.map(({ name }) =>
  schema.resource(name, {
    key: `keyed.${name.replaceAll('_', '-')}`,
    response: { id: '.', note: '.' },
    create: { id: '.', note: '.' },
    update: { note: '.' },
    intents: { note: { title: 'Note', fields: { note: '.' } } },
    delete: true,
    filter: { id: EQUAL() },
    defaultSort: ['id'],
    optionLabel: 'note',
  }),
)

let database: FreshDatabase
let service: TestService
beforeAll(async () => {
  database = await platformDatabase()
  await database.client.query(`
    create extension citext;
    create type mood as enum ('calm', 'on leave');
    ${tables.map(({ name, type }) => `create table ${name} (id ${type} primary key, note text not null);`).join('\n')}`)
  for (const { name, type, literals } of tables) {
    const insert = `insert into ${name} values ($1::text::${type}, 'first'), ($2::text::${type}, 'second')`
    await database.client.query(insert, [...literals])
  }
  service = await createTestService({ resources, connection: database.connection })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const send = async (method: Method, url: string, payload?: object) => {
  const answer = await service.app.inject({ method, url, ...(payload ? { payload } : {}) })
  expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBeLessThan(400)
  return answer
}
const read = async (url: string): Promise<Json> => (await send('GET', url)).json()

/** The methods of links that lead to another operation than a GET, with the body to send. */
const linkedWrites: Readonly<Record<string, readonly [Method, object?]>> = {
  update: ['PUT', { note: 'changed' }],
  filter: ['POST', {}],
  'filter-cursor': ['POST', {}],
  export: ['POST', {}],
  delete: ['DELETE'],
}

describe.each(tables)('$title', ({ name }) => {
  const base = `/api/keyed/${name.replaceAll('_', '-')}`

  test('every link of a record leads to it, and so does its id in every place', async () => {
    const { data: records } = await read(`${base}/all`)
    expect(records).toHaveLength(2)
    const [first, second] = records
    for (const { id, note, _links: links } of records) {
      expect((await read(links.self.href)).data).toMatchObject({ id, note })
      expect(await read(`${base}/by-ids?ids=${encodeURIComponent(id)}`)).toMatchObject([{ id }])
      const options = await read(`${base}/options/by-ids?ids=${encodeURIComponent(id)}`)
      expect(options).toMatchObject([{ id, label: note }])
      const page = (await send('POST', `${base}/filter`, { id })).json()
      expect(page.data.content).toMatchObject([{ id }])
      const included = await send('POST', `${base}/filter?includeIds=${encodeURIComponent(id)}`, {})
      expect(included.json().data.content[0]).toMatchObject({ id })
      const located = await send('POST', `${base}/locate?id=${encodeURIComponent(id)}`, {})
      expect(located.json().page).toBe(0)
    }
    const item = { operation: 'UPDATE', id: second.id, data: { note: 'in a batch' } }
    const batch = await send('POST', `${base}/batch`, { atomicity: 'ATOMIC', items: [item] })
    expect(batch.json().data).toMatchObject({ total: 1, succeeded: 1 })
    await send('DELETE', `${base}/batch`, [second.id])

    const { _links: links } = (await read(first._links.self.href)) as Json
    for (const [rel, link] of Object.entries<Json>(links).toSorted(byDelete)) {
      const [method, body] = linkedWrites[rel] ?? ['GET']
      for (const { href } of [link].flat()) await send(method, href, body)
    }
    const { data: left } = await read(`${base}/all`)
    expect(left).toEqual([])

    const created = await send('POST', base, { id: first.id, note: 'created' })
    const location = String(created.headers.location)
    expect(location).toBe(new URL(first._links.self.href, 'http://localhost').pathname)
    expect((await read(location)).data).toMatchObject({ id: first.id, note: 'created' })
  })
})

/** The link that deletes the record comes last. */
const byDelete = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  Number(a === 'delete') - Number(b === 'delete')
