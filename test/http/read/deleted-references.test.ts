/** References that show records which are deleted softly: where they do, and what stays hidden. */
import {
  belongsTo,
  defineEntity,
  defineSchema,
  EQUAL,
  instant,
  integer,
  LIKE,
  reference,
  text,
} from 'corollary'
import { beforeEach, expect, test } from 'vitest'
import { dataOf, tablesOf, useService } from '../../support/use-service.js'
import type { Json } from '../use-people.js'

const id = integer({ primaryKey: true, generated: true })
const products = defineEntity(
  'products',
  { id, name: text({ maxLength: 20 }), secret: integer(), deletedAt: instant({ nullable: true }) },
  {
    softDelete: { at: 'deletedAt' },
    rowAccess: {
      filter: { secret: EQUAL('secret') },
      visibleTo: (caller) => (caller.has('secrets') ? 'all' : { secret: 0 }),
    },
  },
)
const lines = defineEntity('lines', {
  id,
  product: belongsTo('products', { column: 'product_id', showsDeleted: true }),
  spare: belongsTo('products', { column: 'spare_id' }),
})
const schema = defineSchema({ products, lines })
const linesApi = schema.resource('lines', {
  key: 'tests.lines',
  response: { id: '.', productName: 'product.name', spareName: 'spare.name' },
  create: { productId: 'product.id', spareId: 'spare.id' },
  filter: { productName: LIKE('product.name'), spareName: LIKE('spare.name') },
  defaultSort: ['id'],
  stats: { product: reference({ path: 'product.id', labelPath: 'product.name' }) },
})
const productsApi = schema.resource('products', {
  key: 'tests.products',
  response: { id: '.', name: '.' },
  delete: true,
  filter: {},
  defaultSort: ['id'],
})

const { send, rows } = useService({
  resources: [linesApi, productsApi],
  callers: { head: { authorities: ['secrets'] }, clerk: {} },
  database: tablesOf(`
    create table products (id int4 generated always as identity primary key, name text not null,
      secret int4 not null, deleted_at timestamptz);
    create table lines (id int4 generated always as identity primary key,
      product_id int4 not null references products, spare_id int4 not null references products);
    insert into products (name, secret) values ('Anvil', 0), ('Bolt', 0), ('Secret', 1);
    insert into lines (product_id, spare_id) values (1, 1), (2, 2), (3, 3)`),
})

beforeEach(() => rows(`update products set deleted_at = '2026-01-01' where id <> 2`))

const linesOf = async (caller: string, filter: object, sort = 'id'): Promise<Json> =>
  dataOf(await send(caller, 'POST', `/api/tests/lines/filter?sort=${sort}`, filter)).content
const namesOf = (records: readonly Json[]) =>
  records.map(({ productName, spareName }) => [productName, spareName])

test('a path shows the deleted record, and one of another reference does not', async () => {
  expect(namesOf(await linesOf('head', {}))).toEqual([
    ['Anvil', null],
    ['Bolt', 'Bolt'],
    ['Secret', null],
  ])
  const sorted = await linesOf('head', {}, 'productName,desc')
  expect(sorted.map(({ id: each }: Json) => each)).toEqual([3, 2, 1])
})

test('a filter finds what the response shows', async () => {
  expect(await linesOf('head', { productName: 'nvi' })).toHaveLength(1)
  expect(await linesOf('head', { spareName: 'nvi' })).toHaveLength(0)
})

test('statistics have its label', async () => {
  const body = { filter: {}, field: 'product', metric: { operation: 'COUNT' } }
  const { buckets } = dataOf(await send('head', 'POST', '/api/tests/lines/stats/group-by', body))
  expect(buckets.map(({ label }: Json) => label).sort()).toEqual(['Anvil', 'Bolt', 'Secret'])
})

test('row access still hides a record, deleted or not', async () => {
  const expected = [
    ['Anvil', null],
    ['Bolt', 'Bolt'],
    [null, null],
  ]
  expect(namesOf(await linesOf('clerk', {}))).toEqual(expected)
  expect(await linesOf('clerk', { productName: 'ecre' })).toEqual([])
  const body = { filter: {}, field: 'product', metric: { operation: 'COUNT' } }
  const answer = await send('clerk', 'POST', '/api/tests/lines/stats/group-by', body)
  expect(answer.body).not.toContain('Secret')
  await rows('update products set deleted_at = null where id = 3')
  expect((await linesOf('clerk', {})).at(-1).productName).toBeNull()
})

test('a write cannot refer to a deleted record', async () => {
  const answer = await send('head', 'POST', '/api/tests/lines', { productId: 1, spareId: 2 })
  expect(answer.statusCode, answer.body).toBe(409)
  expect(answer.json().errors[0]).toMatchObject({ target: 'productId' })
})
