/** Columns of new records that the service fills, or copies from other records. */
import {
  belongsTo,
  date,
  decimal,
  defineEntity,
  defineSchema,
  instant,
  integer,
  text,
} from 'corollary'
import { beforeEach, expect, test } from 'vitest'
import { Diagnostics } from '../../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../../src/model/compile/compile.js'
import { dataOf, tablesOf, useService } from '../../support/use-service.js'
import type { Json } from '../use-people.js'

const id = integer({ primaryKey: true, generated: true })
const price = { precision: 10, scale: 2 } as const
const products = defineEntity('products', { id, listPrice: decimal(price) })
const lines = defineEntity('lines', {
  id,
  product: belongsTo('products', { column: 'product_id' }),
  unitPrice: decimal({ ...price, defaultFrom: 'product.listPrice' }),
  createdBy: text({ maxLength: 40, filledBy: 'caller' }),
  createdAt: instant({ filledBy: 'now' }),
  createdOn: date({ filledBy: 'today' }),
  office: text({ maxLength: 40, nullable: true, filledBy: 'tenant' }),
})
const schema = defineSchema({ products, lines })
const linesApi = schema.resource('lines', {
  key: 'sales.lines',
  response: {
    id: '.',
    productId: 'product.id',
    unitPrice: '.',
    createdBy: '.',
    createdAt: '.',
    createdOn: '.',
    office: '.',
  },
  create: { productId: 'product.id', unitPrice: '.', createdOn: '.' },
  update: { unitPrice: '.' },
  filter: {},
  defaultSort: ['id'],
  actions: {
    again: schema.action('lines', { title: 'Again' }, async ({ tx }) => {
      await tx.create(linesApi as never, { productId: 1 } as never)
    }),
  },
})

const use = useService({
  resources: [linesApi],
  callers: { ada: { tenant: 'north' }, bea: {} },
  settings: { 'platform.filter.zone-id': 'Pacific/Auckland' },
  now: () => new Date('2026-03-20T15:45:00.500Z'),
  database: tablesOf(`
    create table products (id int4 generated always as identity primary key,
      list_price numeric(10,2) not null);
    create table lines (id int4 generated always as identity primary key,
      product_id int4 not null references products, unit_price numeric(10,2) not null,
      created_by text not null, created_at timestamptz not null, created_on date not null,
      office text);
    insert into products (list_price) values (1.50), (20)`),
})
beforeEach(() => use.rows('truncate lines restart identity'))

const path = '/api/sales/lines'
const filled = {
  createdBy: 'ada',
  createdAt: '2026-03-20T15:45:00.5Z',
  createdOn: '2026-03-21',
  office: 'north',
}

test('a create fills them with the caller, its tenant and the time, and copies prices', async () => {
  const record = dataOf(await use.send('ada', 'POST', path, { productId: 2 }), 201)
  expect(record).toMatchObject({ ...filled, unitPrice: 20 })
  const other = dataOf(await use.send('bea', 'POST', path, { productId: 1 }), 201)
  expect(other).toMatchObject({ createdBy: 'bea', office: null, unitPrice: 1.5 })
})

test('a value that is sent stays, if the contract has the member', async () => {
  const body = { productId: 2, unitPrice: 3, createdOn: '2020-01-01' }
  const record = dataOf(await use.send('ada', 'POST', path, body), 201)
  expect(record).toMatchObject({ unitPrice: 3, createdOn: '2020-01-01' })
  const refused = await use.send('ada', 'POST', path, { ...body, createdBy: 7, office: 'x' })
  expect(dataOf(refused, 201)).toMatchObject({ createdBy: 'ada', office: 'north' })
})

test('a batch fills each item, whether or not it sends a value', async () => {
  const items = [{ productId: 1 }, { productId: 2, unitPrice: 7 }, { productId: 2 }].map(
    (data) => ({ operation: 'CREATE', data }),
  )
  const { items: written } = dataOf(await use.send('ada', 'POST', `${path}/batch`, { items }))
  expect(written.map(({ record }: Json) => record.unitPrice)).toEqual([1.5, 7, 20])
  for (const { record } of written) expect(record).toMatchObject(filled)
})

test('code of a contract that creates fills them as well', async () => {
  const { id: line } = dataOf(await use.send('ada', 'POST', path, { productId: 2 }), 201)
  dataOf(await use.send('bea', 'POST', `${path}/${line}/actions/again`, {}))
  expect(await use.rows('select created_by, unit_price from lines order by id')).toEqual([
    { created_by: 'ada', unit_price: '20.00' },
    { created_by: 'bea', unit_price: '1.50' },
  ])
})

test('an update leaves them as they are', async () => {
  const { id: line } = dataOf(await use.send('ada', 'POST', path, { productId: 2 }), 201)
  const record = dataOf(await use.send('bea', 'PUT', `${path}/${line}`, { unitPrice: 5 }))
  expect(record).toMatchObject({ ...filled, unitPrice: 5 })
})

test('a reference to a missing record is reported as such', async () => {
  const answer = await use.send('ada', 'POST', path, { productId: 9 })
  expect(answer.json().errors).toMatchObject([
    { code: 'DATA_INTEGRITY_VIOLATION', target: 'productId' },
  ])
  const items = [1, 9, 2, 8].map((productId) => ({ operation: 'CREATE', data: { productId } }))
  const batch = await use.send('ada', 'POST', `${path}/batch`, { items })
  expect(batch.json().errors.map(({ target }: Json) => target)).toEqual([
    'items.1.data.productId',
    'items.3.data.productId',
  ])
})

test('the schema does not require them', async () => {
  const url = `/schemas/filtered?path=${encodeURIComponent(path)}&operation=post&schemaType=request`
  const { required, properties } = (await use.get('ada', url)).json()
  expect(required).toEqual(['productId'])
  expect(Object.keys(properties)).toEqual(['productId', 'unitPrice', 'createdOn'])
})

test('wrong declarations are named', () => {
  const wrong = defineEntity('lines', {
    id,
    product: belongsTo('products', { column: 'product_id' }),
    two: decimal({ ...price, default: '1', defaultFrom: 'product.listPrice' }),
    own: decimal({ ...price, defaultFrom: 'two' }),
    other: text({ defaultFrom: 'product.listPrice' }),
    lost: decimal({ ...price, defaultFrom: 'product.price' }),
    caller: integer({ filledBy: 'caller' as 'tenant' }),
  })
  const resource = defineSchema({ products, lines: wrong }).resource('lines', {
    key: 'sales.lines',
    response: { id: '.' },
    filter: {},
    defaultSort: ['id'],
  })
  const diagnostics = new Diagnostics()
  compileModel([resource], diagnostics)
  expect(diagnostics.all.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    'entities.lines.caller.filledBy: It must be one of tenant; got a text.',
    "entities.lines.two: Only one of 'default', 'defaultFrom', 'filledBy' and 'generated' can fill the column.",
    expect.stringMatching(
      /lines.own: 'two' leads to .*; it must lead to a column of type decimal, through one/,
    ),
    expect.stringMatching(/lines.other: .*it must lead to a column of type text/),
    expect.stringMatching(/lines.lost: There is no field 'price' in products/),
  ])
})
