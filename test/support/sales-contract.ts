/** A small contract with computed fields: orders, their lines, and what is made of them. */
import {
  BETWEEN,
  belongsTo,
  boolean,
  category,
  computed,
  date,
  decimal,
  defineEntity,
  defineSchema,
  EQUAL,
  enumOf,
  GREATER_THAN,
  hasMany,
  IN,
  IS_NULL,
  IS_TRUE,
  integer,
  list,
  measure,
  money,
  sql,
  text,
  today,
} from 'corollary'

const id = integer({ primaryKey: true, generated: true })
const euros = { precision: 12, scale: 2, currency: 'EUR' } as const

const customers = defineEntity('customers', {
  id,
  name: text({ maxLength: 40 }),
  orders: hasMany('orders', { column: 'customer_id' }),
})
const products = defineEntity('products', {
  id,
  name: text({ maxLength: 40 }),
  lines: hasMany('lines', { column: 'product_id' }),
})
const orders = defineEntity('orders', {
  id,
  number: text({ maxLength: 20 }),
  customer: belongsTo('customers', { column: 'customer_id', nullable: true }),
  status: enumOf({ 1: 'DRAFT', 2: 'SUBMITTED', 3: 'SHIPPED' }, { default: 'DRAFT' }),
  orderedOn: date(),
  dueOn: date({ nullable: true }),
  discountPercent: decimal({ precision: 5, scale: 2, default: '0' }),
  lines: hasMany('lines', { column: 'order_id' }),
})
export const linesRule = { hidden: false }
const lines = defineEntity(
  'lines',
  {
    id,
    order: belongsTo('orders', { column: 'order_id' }),
    product: belongsTo('products', { column: 'product_id' }),
    quantity: integer({ minimum: 1 }),
    unitPrice: money({ ...euros, visibleTo: ['sales:prices'] }),
    secret: boolean({ default: false }),
  },
  {
    rowAccess: {
      filter: { secret: EQUAL('secret') },
      visibleTo: (caller) => (caller.has('sales:secrets') ? 'all' : { secret: false }),
    },
  },
)

export const schema = defineSchema({ customers, products, orders, lines })
  .computed('lines', ({ quantity, unitPrice }) => ({
    lineTotal: computed(money({ ...euros, precision: 14 }), sql`${quantity} * ${unitPrice}`),
  }))
  .computed('orders', ({ lines: rows }) => ({
    lineCount: rows.count(),
    subtotal: rows.sum('lineTotal'),
    largest: rows.max('quantity'),
    hasMany: rows.exists({ quantity: [10, 11, 12] }),
  }))
  .computed('orders', ({ subtotal, discountPercent, dueOn, status }) => ({
    total: computed(
      money({ ...euros, precision: 14 }),
      sql`round(${subtotal} * (100 - ${discountPercent}) / 100, 2)`,
    ),
    overdue: computed(
      boolean(),
      sql`coalesce(${dueOn} < ${today}, false) and not ${status.among('SHIPPED')}`,
    ),
  }))
  .computed('customers', ({ orders: rows }) => ({
    orderCount: rows.count(),
    openTotal: rows.sum('total', { status: ['SUBMITTED'] }),
    averageTotal: rows.avg('total'),
  }))
  .computed('products', ({ lines: rows }) => ({
    soldQuantity: rows.sum('quantity', { 'order.status': 'SHIPPED' }),
    lastOrderedOn: rows.max('order.orderedOn'),
  }))

export const ordersApi = schema.resource('orders', {
  key: 'sales.orders',
  response: {
    id: '.',
    number: '.',
    status: '.',
    dueOn: '.',
    customerName: 'customer.name',
    customerOpenTotal: 'customer.openTotal',
    lines: list('lines', { quantity: '.', lineTotal: '.' }),
    lineCount: '.',
    subtotal: '.',
    total: '.',
    largest: '.',
    hasMany: '.',
    overdue: '.',
  },
  create: {
    number: '.',
    customerId: 'customer.id',
    status: '.',
    orderedOn: '.',
    dueOn: '.',
    discountPercent: '.',
  },
  update: { number: '.', discountPercent: '.' },
  filter: {
    totalBetween: BETWEEN('total'),
    lineCountOver: GREATER_THAN('lineCount'),
    overdue: IS_TRUE('overdue'),
    largest: EQUAL('largest'),
    customerOpen: BETWEEN('customer.openTotal'),
    lineTotal: BETWEEN('lines.lineTotal'),
    status: IN('status'),
  },
  defaultSort: ['number'],
  stats: {
    status: category(),
    overdue: category(),
    total: measure({ histogram: { bucketSize: 10 } }),
    lineCount: measure(),
  },
})

export const productsApi = schema.resource('products', {
  key: 'sales.products',
  response: { id: '.', name: '.', soldQuantity: '.', lastOrderedOn: '.' },
  filter: { neverSold: IS_NULL('lastOrderedOn'), soldBetween: BETWEEN('soldQuantity') },
  defaultSort: ['name'],
})

export const customersApi = schema.resource('customers', {
  key: 'sales.customers',
  response: { id: '.', name: '.', orderCount: '.', openTotal: '.', averageTotal: '.' },
  filter: { openTotal: BETWEEN('openTotal') },
  defaultSort: ['name'],
})

export const tables = `
  create table customers (id int4 generated always as identity primary key, name text not null);
  create table products (id int4 generated always as identity primary key, name text not null);
  create table orders (id int4 generated always as identity primary key, number text not null,
    customer_id int4 references customers, status int2 not null, ordered_on date not null,
    due_on date, discount_percent numeric(5,2) not null default 0);
  create table lines (id int4 generated always as identity primary key,
    order_id int4 not null references orders, product_id int4 not null references products,
    quantity int4 not null, unit_price numeric(12,2) not null, secret bool not null default false)`
