/** A small contract with rules of every form: orders, whose lines a computed field counts. */
import {
  and,
  belongsTo,
  boolean,
  date,
  decimal,
  defineEntity,
  defineSchema,
  enumOf,
  hasMany,
  integer,
  not,
  or,
  text,
} from 'corollary'
import type { Callers } from './use-service.js'

const id = integer({ primaryKey: true, generated: true })

const customers = defineEntity('customers', {
  id,
  name: text({ maxLength: 40 }),
  creditLimit: integer({ visibleTo: ['sales:credit'] }),
})
const orders = defineEntity('orders', {
  id,
  customer: belongsTo('customers', { column: 'customer_id', nullable: true }),
  status: enumOf({ 1: 'DRAFT', 2: 'SUBMITTED', 3: 'SHIPPED' }, { default: 'DRAFT' }),
  orderedOn: date(),
  dueOn: date({ nullable: true }),
  shippedOn: date({ nullable: true }),
  discountPercent: decimal({ precision: 5, scale: 2, default: '0' }),
  online: boolean({ default: false }),
  purchaseOrder: text({ maxLength: 40, nullable: true }),
  amount: integer({ default: 0 }),
  secretLimit: integer({ nullable: true, visibleTo: ['sales:credit'] }),
  lines: hasMany('lines', { column: 'order_id' }),
})
const lines = defineEntity('lines', {
  id,
  order: belongsTo('orders', { column: 'order_id' }),
  quantity: integer({ minimum: 1 }),
})

export const schema = defineSchema({ customers, orders, lines }).computed(
  'orders',
  ({ lines: rows }) => ({ lineCount: rows.count() }),
)

const writable = {
  customerId: 'customer.id',
  status: '.',
  orderedOn: '.',
  dueOn: '.',
  shippedOn: '.',
  discount: 'discountPercent',
  online: '.',
  purchaseOrder: '.',
  amount: '.',
} as const

export const linesApi = schema.resource('lines', {
  key: 'sales.lines',
  response: { id: '.', orderId: 'order.id', quantity: '.' },
  create: { orderId: 'order.id', quantity: '.' },
  filter: {},
  defaultSort: ['id'],
})

export const ordersApi = schema.resource('orders', {
  key: 'sales.orders',
  recordTitle: 'Order',
  response: { id: '.', ...writable, lineCount: '.' },
  create: writable,
  update: writable,
  delete: true,
  intents: {
    dates: { title: 'Dates', fields: { orderedOn: '.', dueOn: '.' } },
    state: { title: 'State', fields: { status: '.', shippedOn: '.' } },
  },
  filter: {},
  defaultSort: ['id'],
  rules: ({ customer, dueOn, orderedOn, shippedOn, status, ...order }) => ({
    dueDate: dueOn.atLeast(orderedOn).otherwise("'dueOn' must not be before 'orderedOn'."),
    shipped: shippedOn.isRequiredWhen(status.is('SHIPPED')),
    notShipped: shippedOn.isNull().unless(status.is('SHIPPED')),
    purchaseOrder: order.purchaseOrder
      .isRequiredUnless(order.online)
      .unless(status.is('DRAFT', 'SHIPPED')),
    discount: order.discountPercent.atMost('20').unlessCaller('sales:lead'),
    lines: order.lineCount.atLeast(1).unless(status.is('DRAFT')),
    customer: customer.isRequiredWhen(and(not(order.online), status.is('SHIPPED'))),
    cheapOrOnline: or(order.online, order.amount.lessThan(1_000)),
    credit: order.amount.atMost(order.secretLimit),
  }),
  actions: {
    ship: schema.action('orders', { title: 'Ship' }, ({ update }) => update({ status: 'SHIPPED' })),
    'ship-all': schema.action(
      'orders',
      { title: 'Ship', bulk: { atomicity: 'ATOMIC' } },
      ({ update }) => update({ status: 'SHIPPED', shippedOn: '2026-03-03' }),
    ),
    'ship-each': schema.action(
      'orders',
      { title: 'Ship', bulk: { atomicity: 'PER_ITEM' } },
      ({ update }) => update({ status: 'SHIPPED', shippedOn: '2026-03-03' }),
    ),
    copy: schema.action('orders', { title: 'Copy' }, async ({ tx }) => {
      const order = await tx.create(ordersApi, {
        orderedOn: '2026-03-01',
        status: 'SUBMITTED',
        online: true,
      })
      await tx.create(linesApi, { orderId: order.id, quantity: 1 })
    }),
    'copy-without': schema.action('orders', { title: 'Copy' }, async ({ tx }) => {
      await tx.create(ordersApi, { orderedOn: '2026-03-01', status: 'SUBMITTED', online: true })
    }),
  },
})

export const tables = `
  create table customers (id int4 generated always as identity primary key, name text not null,
    credit_limit int4 not null);
  create table orders (id int4 generated always as identity primary key,
    customer_id int4 references customers, status int2 not null, ordered_on date not null,
    due_on date, shipped_on date, discount_percent numeric(5,2) not null, online bool not null,
    purchase_order text, amount int4 not null, secret_limit int4);
  create table lines (id int4 generated always as identity primary key,
    order_id int4 not null references orders, quantity int4 not null);
  insert into customers (name, credit_limit) values ('Ada', 10), ('Bea', 20)`

export const ruleCallers = {
  clerk: {},
  lead: { authorities: ['sales:lead'] },
  credit: { authorities: ['sales:credit'] },
} as const satisfies Callers
