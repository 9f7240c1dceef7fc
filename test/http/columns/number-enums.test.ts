/** Enums that the database stores as numbers: requests and responses contain names, everywhere. */
import {
  category,
  defineEntity,
  defineSchema,
  EQUAL,
  enumOf,
  IN,
  IS_NULL,
  integer,
  NOT_EQUAL,
  NOT_IN,
  text,
  version,
} from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'
import { expectFailure, type Json, type Method } from '../use-people.js'

/** The order of the numbers is not the alphabetical one of the names. */
const statuses = { 3: 'SENT', 1: 'WRITTEN', 10: 'PAID', [-1]: 'LOST' } as const
const letters = defineEntity('letters', {
  id: integer({ primaryKey: true, generated: true }),
  subject: text({ maxLength: 20 }),
  status: enumOf(statuses, {
    default: 'WRITTEN',
    audited: true,
    labels: { SENT: 'On its way', PAID: 'Paid for' },
  }),
  size: enumOf({ 1: 'SMALL', 2: 'LARGE' }, { nullable: true }),
  version: version(),
})
const schema = defineSchema({ letters })
const fields = { subject: '.', status: '.', size: '.' } as const
const resource = schema.resource('letters', {
  key: 'post.letters',
  response: { id: '.', ...fields, version: '.' },
  create: fields,
  update: fields,
  intents: { size: { title: 'Size', fields: { size: '.' } } },
  delete: true,
  filter: {
    status: EQUAL(),
    statusNot: NOT_EQUAL('status'),
    statuses: IN('status'),
    statusesNot: NOT_IN('status'),
    sizes: IN('size'),
    noSize: IS_NULL('size'),
  },
  stateField: 'status',
  guards: { delete: { allowedStates: ['WRITTEN', 'LOST'] } },
  actions: {
    send: schema.action(
      'letters',
      { title: 'Send', allowedStates: ['WRITTEN'] },
      async ({ update }) => {
        await update({ status: 'SENT' })
      },
    ),
  },
  optionSources: {
    statuses: { type: 'DISTINCT_DIMENSION', path: 'status' },
  },
  stats: { status: category(), size: category() },
  defaultSort: ['id'],
})

let database: FreshDatabase
let service: TestService
beforeAll(async () => {
  database = await platformDatabase()
  await database.client.query(`
    create table letters (
      id int4 generated always as identity primary key, subject text not null,
      status int2 not null, size int8, version int4 not null default 1)`)
  service = await createTestService({ resources: [resource], connection: database.connection })
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const path = '/api/post/letters'
const send = (method: Method, url: string, payload?: object, headers = {}) =>
  service.app.inject({ method, url: `${path}${url}`, headers, ...(payload ? { payload } : {}) })
const read = async (method: Method, url: string, payload?: object): Promise<Json> => {
  const answer = await send(method, url, payload)
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json().data
}
const subjects = (page: Json): readonly string[] => page.content.map(({ subject }: Json) => subject)
const stored = async (subject: string): Promise<Json> => {
  const { rows } = await database.client.query(
    'select status, size::int4 from letters where subject = $1',
    [subject],
  )
  return rows[0]
}

describe('writing and reading', () => {
  test('a record stores numbers and shows names', async () => {
    const created = await read('POST', '', { subject: 'first', status: 'PAID', size: 'LARGE' })
    expect(created).toMatchObject({ status: 'PAID', size: 'LARGE' })
    expect(await stored('first')).toEqual({ status: 10, size: 2 })
    const { id } = created
    await read('PUT', `/${id}`, { subject: 'first', status: 'LOST', size: null })
    expect(await stored('first')).toEqual({ status: -1, size: null })
    await read('PATCH', `/${id}/size`, { size: 'SMALL' })
    expect(await read('GET', `/${id}`)).toMatchObject({ status: 'LOST', size: 'SMALL' })
  })

  test('a default is named', async () => {
    expect(await read('POST', '', { subject: 'default' })).toMatchObject({ status: 'WRITTEN' })
    expect(await stored('default')).toEqual({ status: 1, size: null })
  })

  test.each([
    ['UNKNOWN', 'VALIDATION_FAILED'],
    ['1', 'VALIDATION_FAILED'],
    ['sent', 'VALIDATION_FAILED'],
    [1, 'REQUEST_PAYLOAD_INVALID'],
  ])('%j is refused with the names', async (status, code) => {
    const answer = await send('POST', '', { subject: 'wrong', status })
    expectFailure(answer, { status: 400, code, targets: ['status'] })
    expect(answer.body).toContain('LOST, WRITTEN, SENT, PAID')
  })

  test('a batch and an action write names', async () => {
    const answer = await send('POST', '/batch', {
      items: [
        { operation: 'CREATE', data: { subject: 'one', status: 'SENT' } },
        { operation: 'CREATE', data: { subject: 'two' } },
      ],
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await stored('one')).toMatchObject({ status: 3 })
    const { content } = await read('POST', '/filter', { status: 'WRITTEN' })
    const two = content.find(({ subject }: Json) => subject === 'two')
    expect(await read('POST', `/${two.id}/actions/send`, {})).toMatchObject({ status: 'SENT' })
    const blocked = { status: 409, code: 'RESOURCE_STATE_BLOCKED' }
    expectFailure(await send('POST', `/${two.id}/actions/send`, {}), blocked)
    expectFailure(await send('DELETE', `/${two.id}`), blocked)
  })
})

describe('sets', () => {
  beforeAll(async () => {
    await database.client.query(`
      delete from letters;
      insert into letters (subject, status, size)
      values ('a', 3, 1), ('b', 1, 2), ('c', 10, null), ('d', -1, 1), ('e', 3, 2), ('odd', 7, 9)`)
  })

  test.each([
    [{ status: 'SENT' }, ['a', 'e']],
    [{ statusNot: 'SENT' }, ['b', 'c', 'd', 'odd']],
    [{ statuses: ['PAID', 'LOST'] }, ['c', 'd']],
    [{ statusesNot: ['PAID', 'LOST'] }, ['a', 'b', 'e', 'odd']],
    [{ sizes: ['LARGE'] }, ['b', 'e']],
    [{ noSize: true }, ['c']],
  ])('%j', async (filter, found) => {
    expect(subjects(await read('POST', '/filter', filter))).toEqual(found)
  })

  test('a filter refuses numbers and unknown names', async () => {
    for (const [field, operand] of [
      ['status', 3],
      ['status', 'OPEN'],
      ['statuses', ['SENT', 1]],
    ] as const) {
      const answer = await send('POST', '/filter', { [field]: operand })
      expectFailure(answer, { status: 400, code: 'FILTER_PAYLOAD_INVALID', targets: [field] })
    }
  })

  test('sorting follows the numbers', async () => {
    const page = await read('POST', '/filter?sort=status,asc&sort=id,asc', {})
    expect(subjects(page)).toEqual(['d', 'b', 'a', 'e', 'odd', 'c'])
  })

  test('cursors go on within equal names', async () => {
    const seen: string[] = []
    let after: string | null = ''
    while (after !== null) {
      const cursor: string = after === '' ? '' : `&after=${encodeURIComponent(after)}`
      const page = await read('POST', `/filter/cursor?size=2&sort=status,desc${cursor}`, {})
      seen.push(...subjects(page))
      after = page.next
    }
    expect([...seen].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'odd'])
    expect(seen.slice(0, 2)).toEqual(['c', 'odd'])
  })

  test('a number that is not declared is sent as null, and an update keeps it', async () => {
    const { content } = await read('POST', '/filter', { statusNot: 'SENT' })
    const odd = content.find(({ subject }: Json) => subject === 'odd')
    expect(odd).toMatchObject({ status: null, size: null })
    await read('PUT', `/${odd.id}`, { subject: 'odd', status: null, size: 'SMALL' })
    expect(await stored('odd')).toEqual({ status: 7, size: 1 })
  })

  test('statistics have names and labels, and count other numbers as null', async () => {
    const { buckets } = await read('POST', '/stats/group-by', {
      filter: {},
      field: 'status',
      metrics: [{ operation: 'COUNT' }],
    })
    const shown = buckets.map(({ key, label, count }: Json) => [key, label, count])
    expect(shown.sort()).toEqual([
      [null, '(none)', 1],
      ['LOST', 'Lost', 1],
      ['PAID', 'Paid for', 1],
      ['SENT', 'On its way', 2],
      ['WRITTEN', 'Written', 1],
    ])
  })

  test('options are names with labels, and are searched by label', async () => {
    const answer = await send('POST', '/option-sources/statuses/options/filter?search=way', {})
    expect(answer.json().content).toMatchObject([{ id: 'SENT', label: 'On its way' }])
  })

  test('an export contains names', async () => {
    const answer = await send('POST', '/export?format=csv', { filters: { status: 'SENT' } })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.body).toContain('SENT')
    expect(answer.body).not.toMatch(/[,;]3[,;]/)
  })

  test('the filtered schema lists names with their labels', async () => {
    const schemaPath = `/schemas/filtered?path=${encodeURIComponent(`${path}/all`)}`
    const answer = await service.app.inject({ url: schemaPath })
    expect(answer.statusCode, answer.body).toBe(200)
    const { status } = answer.json().properties
    expect(status.enum).toEqual(['LOST', 'WRITTEN', 'SENT', 'PAID'])
    expect(JSON.stringify(status)).toContain('On its way')
  })
})
