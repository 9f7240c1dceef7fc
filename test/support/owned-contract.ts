/** A small contract with owned records on two levels: orders, their lines, and their parcels. */
import {
  belongsTo,
  computed,
  decimal,
  defineEntity,
  defineSchema,
  EQUAL,
  integer,
  list,
  money,
  NOT_EQUAL,
  owned,
  owns,
  sql,
  text,
  version,
} from 'corollary'

const id = integer({ primaryKey: true, generated: true })

const products = defineEntity(
  'products',
  { id, name: text({ maxLength: 40 }), secret: integer({ default: 0 }) },
  {
    rowAccess: {
      filter: { secret: EQUAL('secret') },
      visibleTo: (caller) => (caller.has('sales:secrets') ? 'all' : { secret: 0 }),
    },
  },
)
const orders = defineEntity(
  'orders',
  {
    id,
    number: text({ maxLength: 20 }),
    version: version(),
    lines: owns('lines', { column: 'order_id', position: 'position' }),
  },
  {
    rowAccess: {
      filter: { numberNot: NOT_EQUAL('number') },
      visibleTo: (caller) => (caller.has('sales:secrets') ? 'all' : { numberNot: 'SECRET' }),
    },
  },
)
const lines = defineEntity(
  'lines',
  {
    id,
    order: belongsTo('orders', { column: 'order_id' }),
    position: integer(),
    product: belongsTo('products', { column: 'product_id' }),
    code: text({ maxLength: 10, nullable: true }),
    quantity: integer({ minimum: 1, maximum: 10_000 }),
    price: money({ precision: 12, scale: 2, currency: 'EUR', default: '1.50' }),
    note: text({ maxLength: 40, nullable: true }),
    parcels: owns('parcels', { column: 'line_id' }),
  },
  { checks: { lines_even: { field: 'quantity', message: 'Odd quantities of 13 are not sold.' } } },
)
const parcels = defineEntity('parcels', {
  id,
  line: belongsTo('lines', { column: 'line_id' }),
  weight: decimal({ precision: 8, scale: 3 }),
})

export const schema = defineSchema({ products, orders, lines, parcels })
  .computed('lines', ({ quantity, price }) => ({
    total: computed(
      money({ precision: 14, scale: 2, currency: 'EUR' }),
      sql`${quantity} * ${price}`,
    ),
  }))
  .computed('orders', ({ lines: rows }) => ({ total: rows.sum('total') }))

const line = {
  productId: 'product.id',
  code: '.',
  quantity: '.',
  price: '.',
  note: '.',
  parcels: owned('parcels', { weight: '.' }),
} as const

export const ordersApi = schema.resource('orders', {
  key: 'sales.orders',
  response: {
    id: '.',
    number: '.',
    version: '.',
    total: '.',
    lines: list('lines', {
      position: '.',
      productId: 'product.id',
      productName: 'product.name',
      code: '.',
      quantity: '.',
      price: '.',
      note: '.',
      total: '.',
    }),
  },
  create: { number: '.', lines: owned('lines', line) },
  update: { number: '.', lines: owned('lines', line) },
  delete: true,
  intents: { lines: { title: 'Edit lines', fields: { lines: owned('lines', line) } } },
  rules: ({ total }) => ({ total: total.atMost('10000000') }),
  changes: true,
  filter: { number: EQUAL() },
  defaultSort: ['number'],
})

export const linesApi = schema.resource('lines', {
  key: 'sales.lines',
  response: {
    id: '.',
    orderId: 'order.id',
    position: '.',
    quantity: '.',
    parcels: list('parcels', { weight: '.' }),
  },
  create: { orderId: 'order.id', position: '.', productId: 'product.id', quantity: '.' },
  update: { quantity: '.', orderId: 'order.id' },
  delete: true,
  filter: {},
  defaultSort: ['id'],
})

export const tables = `
  create table products (id int4 generated always as identity primary key, name text not null,
    secret int4 not null default 0);
  create table orders (id int4 generated always as identity primary key, number text not null unique,
    version int8 not null default 1);
  create table lines (id int4 generated always as identity primary key,
    order_id int4 not null references orders, position int4 not null,
    product_id int4 not null references products, code text, quantity int4 not null,
    price numeric(12,2) not null, note text, unique (order_id, code),
    constraint lines_even check (quantity <> 13));
  create table parcels (id int4 generated always as identity primary key,
    line_id int4 not null references lines, weight numeric(8,3) not null);
  insert into products (name, secret) values ('Anvil', 0), ('Bolt', 0), ('Crate', 0), ('Secret', 1)`
