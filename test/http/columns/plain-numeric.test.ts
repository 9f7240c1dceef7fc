/** `decimal()` without precision: numeric columns whose values may have any number of digits. */
import {
  arrayOf,
  BETWEEN,
  category,
  decimal,
  defineEntity,
  defineSchema,
  EQUAL,
  hasMany,
  IN,
  integer,
  list,
} from 'corollary'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'
import type { Json, Method } from '../use-people.js'

const big = `${'9'.repeat(40)}.000000000000000000000000000000000001`

const tables = `
  create table offers (
    id integer generated always as identity primary key, price numeric not null, rate numeric,
    steps numeric[]);
  create table parts (
    id integer primary key, offer_id integer not null references offers, cost numeric not null);
  insert into offers (price, rate, steps) values
    (12.50, 0.1, '{1.50,2}'), (12.5, null, null), (-3, 1, '{}'), (${big}, 2, null), (12.500, 7, null);
  insert into parts values (1, 1, 1.10), (2, 1, 2);`

const { offers, parts } = {
  offers: defineEntity('offers', {
    id: integer({ primaryKey: true, generated: true }),
    price: decimal(),
    rate: decimal({ nullable: true, minimum: '0' }),
    steps: arrayOf(decimal(), { nullable: true }),
    parts: hasMany('parts', { column: 'offer_id' }),
  }),
  parts: defineEntity('parts', {
    id: integer({ primaryKey: true }),
    offerId: integer(),
    cost: decimal(),
  }),
}
const fields = { price: '.', rate: '.', steps: '.' } as const
const offersResource = defineSchema({ offers, parts }).resource('offers', {
  key: 'shop.offers',
  response: { id: '.', ...fields, parts: list('parts', { cost: '.' }) },
  create: fields,
  update: fields,
  delete: true,
  filter: {
    price: EQUAL(),
    priceBetween: BETWEEN('price'),
    rates: IN('rate'),
    steps: IN(),
    cost: EQUAL('parts.cost'),
  },
  defaultSort: ['price'],
  optionLabel: 'price',
  optionSources: { prices: { type: 'DISTINCT_DIMENSION', path: 'price' } },
  stats: { price: category({ measure: true, histogram: true }), rate: category() },
})

let database: FreshDatabase
let service: TestService
beforeAll(async () => {
  database = await platformDatabase()
  await database.client.query(tables)
  service = await createTestService({
    connection: database.connection,
    resources: [offersResource],
  })
})
afterAll(async () => {
  await service?.close()
  await database?.close()
})

const send = async (method: Method, url: string, payload?: Json): Promise<Json> => {
  const response = await service.app.inject({
    method,
    url: `/api/shop/offers${url}`,
    ...(payload === undefined ? {} : { payload }),
  })
  return { ...(response.body === '' ? {} : response.json()), status: response.statusCode }
}
const data = async (...request: Parameters<typeof send>): Promise<Json> => {
  const { data, ...rest } = await send(...request)
  expect(rest['status']).toBe(200)
  return data
}
const idsOf = async (filter: Json): Promise<number[]> => {
  const { content } = await data('POST', '/filter', filter)
  return content.map(({ id }: { id: number }) => id)
}

describe('a numeric without precision', () => {
  test('is sent with the digits that are stored', async () => {
    const { content } = await data('POST', '/filter', {})
    expect(content.map(({ price }: Json) => price)).toEqual(['-3', '12.50', '12.5', '12.500', big])
    const first = await data('GET', '/1')
    expect(first).toMatchObject({ rate: '0.1', steps: ['1.50', '2'] })
    expect(first.parts).toEqual([{ cost: '1.10' }, { cost: '2' }])
  })

  test.each<[filter: Json, ids: readonly number[]]>([
    [{ price: 12.5 }, [1, 2, 5]],
    [{ price: '12.5000' }, [1, 2, 5]],
    [{ price: big }, [4]],
    [{ priceBetween: ['12.50', 13] }, [1, 2, 5]],
    [{ steps: ['1.5'] }, [1]],
    [{ cost: '2.0' }, [1]],
  ])('is compared as a number: %j', async (filter, ids) => {
    expect(await idsOf(filter)).toEqual(ids)
  })

  test('is walked by cursors', async () => {
    const seen: number[] = []
    let after = ''
    do {
      const page = await data('POST', `/filter/cursor?size=1${after}`, {})
      seen.push(...page.content.map(({ id }: Json) => id))
      after = page.next === null ? '' : `&after=${encodeURIComponent(page.next)}`
    } while (after !== '')
    expect(seen).toEqual([3, 1, 2, 5, 4])
  })

  test('is stored digit by digit', async () => {
    const record = { price: '1.10', rate: `0.${'1'.repeat(200)}`, steps: ['1.0', 2] }
    const { status, data: created } = await send('POST', '', record)
    expect({ status, created }).toMatchObject({
      ...{ status: 201, created: { ...record, steps: ['1.0', '2'] } },
    })
    const { id } = created
    const update = { ...record, price: '-0.10' }
    expect(await data('PUT', `/${id}`, update)).toMatchObject({ price: '-0.10' })
    expect((await send('DELETE', `/${id}`))['status']).toBe(204)
  })

  test('has the limits that are declared', async () => {
    const { status, errors } = await send('POST', '', { price: 1, rate: '-0.1' })
    expect({ status, errors }).toMatchObject({
      ...{ status: 400, errors: [{ code: 'VALIDATION_FAILED', target: 'rate' }] },
    })
  })

  test('is one option for equal values', async () => {
    const { content } = await send('POST', '/option-sources/prices/options/filter', {})
    const options = content.map(({ id, label }: Json) => [id, label])
    expect(options).toEqual(['-3', '12.5', big].map((value) => [value, value]))
  })

  test('is one group for equal values', async () => {
    const request = { filter: { priceBetween: [0, 100] }, field: 'price' }
    expect(await data('POST', '/stats/group-by', request)).toMatchObject({
      buckets: [{ key: '12.5', label: '12.5', value: 3 }],
    })
  })

  test('is measured exactly, without NaN and infinity', async () => {
    await database.client.query("insert into offers (price) values ('NaN'), ('infinity')")
    const metrics = ['SUM', 'MIN', 'MAX'].map((operation) => ({ operation, field: 'price' }))
    const response = await service.app.inject({
      ...{ method: 'POST', url: '/api/shop/offers/stats/group-by' },
      payload: { filter: { rates: [0.1, 2] }, field: 'rate', metrics, orderBy: 'KEY_ASC' },
    })
    expect(response.body).toContain('"value":12.5,')
    expect(response.body).toContain(`"value":${big},`)
    const all = { filter: {}, field: 'price', mode: 'HISTOGRAM', bucketCount: 1 }
    expect(await data('POST', '/stats/distribution', all)).toMatchObject({
      buckets: [{ value: 5 }],
    })
    const page = await data('POST', '/filter?sort=price,desc&size=2', {})
    expect(page.content.map(({ price }: Json) => price)).toEqual([null, null])
    await database.client.query('delete from offers where id > 6')
  })

  test.each([
    [{ bucketSize: 5 }, ['-5 – 0:1', '0 – 5:0', '5 – 10:0', '10 – 15:3']],
    [{ bucketCount: 2 }, ['-3 – 4.75:1', '4.75 – 12.5:3']],
  ])('has a histogram of %j', async (buckets, expected) => {
    const request = { filter: { priceBetween: [null, 100] }, field: 'price', mode: 'HISTOGRAM' }
    const { buckets: found } = await data('POST', '/stats/distribution', { ...request, ...buckets })
    expect(found.map(({ label, value }: Json) => `${label}:${value}`)).toEqual(expected)
  })

  test('is described as a text with digits, and its control as a number', async () => {
    const url = '/schemas/filtered?path=/api/shop/offers&operation=post&schemaType=request'
    const { properties } = (await service.app.inject({ url })).json()
    expect(properties.price).toMatchObject({
      ...{ type: ['number', 'string'], pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$' },
      'x-ui': { type: 'number', controlType: 'numericTextBox' },
    })
    expect(properties.price['x-ui']).not.toHaveProperty('numericStep')
    expect(properties.price['x-ui']).not.toHaveProperty('numericFormat')
  })
})
