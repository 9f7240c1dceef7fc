/** A contract whose records are deleted softly, with records that refer to them or are parts. */
import {
  belongsTo,
  category,
  DELETED,
  date,
  decimal,
  defineEntity,
  defineSchema,
  EQUAL,
  every,
  GREATER_OR_EQUAL,
  hasMany,
  IN,
  ids,
  instant,
  integer,
  LIKE,
  list,
  manyToMany,
  measure,
  none,
  reference,
  series,
  some,
  text,
  version,
} from 'corollary'
import type { Callers } from './use-service.js'

const id = integer({ primaryKey: true, generated: true })
const deletedAt = instant({ nullable: true })

const customers = defineEntity(
  'customers',
  {
    id,
    name: text({ maxLength: 60 }),
    region: text({ maxLength: 20 }),
    deletedAt,
    deletedBy: text({ maxLength: 20, nullable: true }),
    version: version(),
    orders: hasMany('orders', { column: 'customer_id' }),
    tags: manyToMany('tags', {
      through: 'customer_tags',
      from: 'customer_id',
      target: 'tag_id',
    }),
  },
  {
    softDelete: { at: 'deletedAt', by: 'deletedBy', keepsLabels: true },
    rowAccess: {
      filter: { regions: IN('region') },
      visibleTo: (caller) => (caller.has('all') ? 'all' : { regions: ['north'] }),
    },
  },
)

const tags = defineEntity(
  'tags',
  { id, name: text({ maxLength: 20 }), deletedAt },
  { softDelete: { at: 'deletedAt' } },
)

const orders = defineEntity(
  'orders',
  {
    id,
    number: text({ maxLength: 10 }),
    customer: belongsTo('customers', { column: 'customer_id' }),
    orderedOn: date(),
    total: decimal({ precision: 10, scale: 2 }),
    deletedAt,
    lines: hasMany('lines', { column: 'order_id' }),
  },
  { softDelete: { at: 'deletedAt' } },
)

const lines = defineEntity(
  'order_lines',
  {
    id,
    order: belongsTo('orders', { column: 'order_id' }),
    product: text({ maxLength: 20 }),
  },
  { deletedWith: 'order' },
)

const schema = defineSchema({ customers, lines, orders, tags })
const deleted = DELETED({ authorities: ['trash'] })

export const customerApi = schema.resource('customers', {
  key: 'trash.customers',
  response: {
    id: '.',
    name: '.',
    region: '.',
    deletedAt: '.',
    deletedBy: '.',
    version: '.',
    tagIds: ids('tags'),
  },
  create: { name: '.', region: '.', tagIds: 'tags.id' },
  update: { name: '.', region: '.', tagIds: 'tags.id' },
  intents: { rename: { title: 'Rename', fields: { name: '.' } } },
  delete: true,
  changes: true,
  filter: {
    name: LIKE(),
    regions: IN('region'),
    orderNumber: EQUAL('orders.number'),
    order: some('orders', { number: EQUAL(), totalAtLeast: GREATER_OR_EQUAL('total') }),
    withoutOrder: none('orders', { totalAtLeast: GREATER_OR_EQUAL('total') }),
    everyOrder: every('orders', { number: LIKE(), product: LIKE('lines.product') }),
    deleted,
  },
  expressions: true,
  defaultSort: ['name'],
  stats: { region: category(), customers: measure({ path: 'id' }) },
  guards: {
    delete: { authorities: ['editor'] },
    permanentDelete: { authorities: ['purge'] },
    restore: { authorities: ['trash'] },
    history: { authorities: ['auditor'] },
  },
})

export const orderApi = schema.resource('orders', {
  key: 'trash.orders',
  response: {
    id: '.',
    number: '.',
    customerId: 'customer.id',
    customerName: 'customer.name',
    orderedOn: '.',
    total: '.',
    lines: list('lines', { product: '.' }),
  },
  create: { number: '.', customerId: 'customer.id', orderedOn: '.', total: '.' },
  update: { number: '.', customerId: 'customer.id', orderedOn: '.', total: '.' },
  delete: true,
  filter: { customerName: LIKE('customer.name'), customerIds: IN('customer.id'), deleted },
  defaultSort: ['number'],
  optionLabel: 'number',
  optionSources: { customers: { type: 'RESOURCE_ENTITY', resource: 'trash.customers' } },
  stats: {
    customer: reference({ path: 'customer.id', labelPath: 'customer.name' }),
    orderedOn: series(),
    total: measure({ histogram: true }),
  },
})

export const lineApi = schema.resource('lines', {
  key: 'trash.lines',
  response: { id: '.', orderId: 'order.id', orderNumber: 'order.number', product: '.' },
  create: { orderId: 'order.id', product: '.' },
  update: { product: '.' },
  delete: true,
  filter: { product: LIKE() },
  defaultSort: ['id'],
})

export const tagApi = schema.resource('tags', {
  key: 'trash.tags',
  response: { id: '.', name: '.' },
  create: { name: '.' },
  delete: true,
  filter: {},
  defaultSort: ['name'],
})

export const trashResources = [customerApi, orderApi, lineApi, tagApi]

export const trashCallers = {
  editor: { authorities: ['all', 'editor'] },
  /** Sees deleted records, and may restore and destroy them. */
  keeper: { authorities: ['all', 'editor', 'trash', 'purge', 'auditor'] },
  /** The same, for the customers of one region. */
  north: { authorities: ['editor', 'trash', 'purge'] },
} as const satisfies Callers

export const trashTables = `
  create table customers (
    id serial primary key, name text not null, region text not null,
    deleted_at timestamptz, deleted_by text, version bigint not null default 1);
  create unique index on customers (name) where deleted_at is null;
  create table tags (id serial primary key, name text not null, deleted_at timestamptz);
  create table customer_tags (
    customer_id int not null references customers, tag_id int not null references tags,
    primary key (customer_id, tag_id));
  create table orders (
    id serial primary key, number text not null, customer_id int not null references customers,
    ordered_on date not null, total numeric(10, 2) not null, deleted_at timestamptz);
  create table order_lines (
    id serial primary key, order_id int not null references orders, product text not null);
`

/** Ada has orders and a tag; Bob is of another region; the order 3 is the only one of Cyd. */
export const trashRows = `
  insert into customers (name, region) values ('Ada', 'north'), ('Bob', 'south'), ('Cyd', 'north');
  insert into tags (name) values ('loyal'), ('new');
  insert into customer_tags values (1, 1), (1, 2);
  insert into orders (number, customer_id, ordered_on, total) values
    ('A-1', 1, '2026-01-05', 10), ('A-2', 1, '2026-02-05', 20), ('C-1', 3, '2026-02-06', 30);
  insert into order_lines (order_id, product) values (1, 'pen'), (1, 'ink'), (3, 'cup');
`
