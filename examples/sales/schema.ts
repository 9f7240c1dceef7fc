/** The entities of the sales sample, and what the database computes from them. */
import {
  belongsTo,
  boolean,
  computed,
  date,
  decimal,
  defineEntity,
  defineSchema,
  enumOf,
  file,
  hasMany,
  instant,
  integer,
  money,
  owns,
  sql,
  text,
  today,
  version,
} from 'corollary'
import { byTerritory } from './access.js'

const id = integer({ primaryKey: true, generated: true })
const name = text({ minLength: 1, maxLength: 120, collation: 'und-x-icu' })
const email = text({ maxLength: 200, format: 'email', nullable: true })
const price = { precision: 12, scale: 2, minimum: '0', currency: 'EUR' } as const
const deletedAt = instant({ nullable: true })
const amount = { precision: 14, scale: 2, currency: 'EUR' } as const

const territories = defineEntity('territories', {
  id,
  code: text({ minLength: 1, maxLength: 20 }),
  name: text({ minLength: 1, maxLength: 80, collation: 'und-x-icu' }),
})

const customers = defineEntity(
  'customers',
  {
    id,
    name,
    territory: belongsTo('territories', { column: 'territory_id' }),
    email,
    creditLimit: money({
      ...amount,
      minimum: '0',
      default: '0',
      visibleTo: ['sales:finance'],
      audited: true,
    }),
    contacts: owns('contacts', { column: 'customer_id' }),
    orders: hasMany('orders', { column: 'customer_id' }),
  },
  { rowAccess: byTerritory('territory.id') },
)

const contacts = defineEntity('contacts', {
  id,
  customer: belongsTo('customers', { column: 'customer_id' }),
  name,
  email,
  role: enumOf({ 1: 'BUYER', 2: 'FINANCE', 3: 'OTHER' }),
})

/** Orders may keep a product that was deleted: forms and lines show its name. */
const products = defineEntity(
  'products',
  {
    id,
    code: text({ minLength: 1, maxLength: 20 }),
    name,
    status: enumOf({ 1: 'ACTIVE', 2: 'DISCONTINUED' }, { default: 'ACTIVE' }),
    listPrice: money({ ...price, audited: true }),
    photo: file({ maxBytes: 5_242_880, types: ['image/png', 'image/jpeg', 'image/webp'] }),
    deletedAt,
    lines: hasMany('orderLines', { column: 'product_id' }),
  },
  { softDelete: { at: 'deletedAt', keepsLabels: true } },
)

const orders = defineEntity(
  'orders',
  {
    id,
    number: text({ minLength: 1, maxLength: 20 }),
    customer: belongsTo('customers', { column: 'customer_id' }),
    status: enumOf(
      { 1: 'DRAFT', 2: 'SUBMITTED', 3: 'APPROVED', 4: 'SHIPPED', 5: 'CANCELLED' },
      { default: 'DRAFT', audited: true },
    ),
    orderedOn: date(),
    dueOn: date({ nullable: true, label: 'Due on' }),
    shippedOn: date({ nullable: true }),
    discountPercent: decimal({
      ...{ precision: 5, scale: 2, minimum: '0', maximum: '100', default: '0' },
      label: 'Discount %',
      audited: true,
    }),
    online: boolean({ default: false }),
    purchaseOrder: text({ maxLength: 40, nullable: true }),
    note: text({ maxLength: 2000, nullable: true }),
    createdBy: text({ maxLength: 200, filledBy: 'caller' }),
    createdAt: instant({ filledBy: 'now' }),
    deletedAt,
    version: version(),
    lines: owns('orderLines', { column: 'order_id', position: 'position' }),
  },
  { rowAccess: byTerritory('customer.territory.id'), softDelete: { at: 'deletedAt' } },
)

const orderLines = defineEntity(
  'order_lines',
  {
    id,
    order: belongsTo('orders', { column: 'order_id' }),
    position: integer(),
    product: belongsTo('products', { column: 'product_id', showsDeleted: true }),
    quantity: integer({ minimum: 1, maximum: 10_000 }),
    unitPrice: money({ ...price, defaultFrom: 'product.listPrice' }),
  },
  { rowAccess: byTerritory('order.customer.territory.id') },
)

export const sales = defineSchema({
  contacts,
  customers,
  orderLines,
  orders,
  products,
  territories,
})
  .computed('orderLines', ({ quantity, unitPrice }) => ({
    lineTotal: computed(money(amount), sql`${quantity} * ${unitPrice}`),
  }))
  .computed('orders', ({ lines }) => ({
    lineCount: lines.count(),
    subtotal: lines.sum('lineTotal'),
  }))
  .computed('orders', ({ subtotal, discountPercent, dueOn, status }) => ({
    total: computed(money(amount), sql`round(${subtotal} * (100 - ${discountPercent}) / 100, 2)`),
    overdue: computed(
      boolean(),
      sql`coalesce(${dueOn} < ${today}, false) and not ${status.among('SHIPPED', 'CANCELLED')}`,
    ),
  }))
  .computed('customers', ({ orders: rows }) => ({
    orderCount: rows.count(),
    openTotal: rows.sum('total', { status: ['SUBMITTED', 'APPROVED'] }),
  }))
  .computed('products', ({ lines }) => ({
    soldQuantity: lines.sum('quantity', { 'order.status': 'SHIPPED' }),
    lastOrderedOn: lines.max('order.orderedOn'),
  }))

/** For editors: the targets of relations. */
declare module 'corollary' {
  interface EntityNames {
    contacts: true
    customers: true
    orderLines: true
    orders: true
    products: true
    territories: true
  }
}
