import {
  BETWEEN,
  category,
  DELETED,
  date,
  every,
  GREATER_THAN,
  IN,
  IS_NULL,
  IS_TRUE,
  integer,
  LIKE,
  list,
  listOf,
  measure,
  none,
  owned,
  reference,
  refersTo,
  search,
  series,
  some,
} from 'corollary'
import { approversOnly, sellersOnly } from '../access.js'
import { sales } from '../schema.js'
import { orderLines } from './order-lines.js'

const writable = {
  number: '.',
  customerId: 'customer.id',
  orderedOn: '.',
  dueOn: '.',
  discountPercent: '.',
  online: '.',
  purchaseOrder: '.',
  note: '.',
  lines: owned('lines', { productId: 'product.id', quantity: '.', unitPrice: '.' }),
} as const

const submit = sales.action(
  'orders',
  {
    title: 'Submit',
    ...sellersOnly,
    allowedStates: ['DRAFT'],
    order: 10,
    successMessage: 'The order was submitted.',
  },
  ({ update }) => update({ status: 'SUBMITTED' }),
)

const approving = { ...approversOnly, allowedStates: ['SUBMITTED'] } as const

const approve = sales.action(
  'orders',
  { title: 'Approve', ...approving, order: 20, successMessage: 'The order was approved.' },
  ({ update }) => update({ status: 'APPROVED' }),
)

const parcels = listOf(
  {
    lineId: refersTo('orderLines', integer({ label: 'Line' })),
    quantity: integer({ minimum: 1, maximum: 10_000 }),
  },
  { nullable: true, maxItems: 100 },
)

const ship = sales.action(
  'orders',
  {
    title: 'Ship',
    ...sellersOnly,
    allowedStates: ['APPROVED'],
    request: { shippedOn: date({ label: 'Shipped on' }), parcels },
    order: 30,
    successMessage: 'The order was shipped.',
  },
  async ({ update, request, record, tx, refuse }) => {
    const { shippedOn, parcels } = request
    const lines = await tx.filter(orderLines, { orderIds: [record.id] }, 1_000)
    for (const [index, { lineId }] of (parcels ?? []).entries()) {
      if (lines.some(({ id }) => id === lineId)) continue
      throw refuse('line-of-another-order', {
        message: 'The line belongs to another order.',
        target: `parcels[${index}].lineId`,
      })
    }
    await update({ status: 'SHIPPED', shippedOn })
  },
)

const cancel = sales.action(
  'orders',
  {
    title: 'Cancel',
    ...sellersOnly,
    allowedStates: ['DRAFT', 'SUBMITTED', 'APPROVED'],
    interaction: { riskLevel: 'MEDIUM', confirmationRequired: true },
    order: 40,
    successMessage: 'The order was cancelled.',
  },
  ({ update }) => update({ status: 'CANCELLED' }),
)

const bulkApprove = sales.action(
  'orders',
  {
    title: 'Approve all',
    ...approving,
    bulk: { atomicity: 'PER_ITEM', maxItems: 200 },
    order: 50,
  },
  ({ update }) => update({ status: 'APPROVED' }),
)

export const orders = sales.resource('orders', {
  key: 'sales.orders',
  title: 'Orders',
  recordTitle: 'Order',
  response: {
    id: '.',
    number: '.',
    customerId: 'customer.id',
    customerName: 'customer.name',
    territoryId: 'customer.territory.id',
    territoryName: 'customer.territory.name',
    status: '.',
    total: '.',
    orderedOn: '.',
    dueOn: '.',
    overdue: '.',
    shippedOn: '.',
    lineCount: '.',
    subtotal: '.',
    discountPercent: '.',
    online: '.',
    purchaseOrder: '.',
    note: '.',
    lines: list('lines', {
      id: '.',
      position: '.',
      productId: 'product.id',
      productName: 'product.name',
      quantity: '.',
      unitPrice: '.',
      lineTotal: '.',
    }),
    createdBy: '.',
    createdAt: '.',
    version: '.',
  },
  create: writable,
  update: writable,
  delete: true,
  intents: {
    lines: { title: 'Edit lines', fields: { lines: writable.lines } },
    terms: { title: 'Change terms', fields: { discountPercent: '.', dueOn: '.' } },
  },
  rules: ({ dueOn, orderedOn, shippedOn, status, ...order }) => ({
    dueDate: dueOn
      .atLeast(orderedOn)
      .otherwise('The due date must not be before the date of the order.'),
    shipped: shippedOn.isRequiredWhen(status.is('SHIPPED')),
    notShipped: shippedOn.isNull().unless(status.is('SHIPPED')),
    purchaseOrder: order.purchaseOrder.isRequiredUnless(order.online),
    discount: order.discountPercent
      .atMost('20')
      .unlessCaller('sales:lead')
      .otherwise('A discount of more than 20 % needs a sales lead.'),
    lines: order.lineCount
      .atLeast(1)
      .unless(status.is('DRAFT'))
      .otherwise('An order that is not a draft must have at least one line.'),
  }),
  stateField: 'status',
  guards: {
    create: sellersOnly,
    update: sellersOnly,
    delete: sellersOnly,
    restore: { ...sellersOnly, authorities: ['sales:trash'] },
    permanentDelete: { ...sellersOnly, authorities: ['sales:purge'] },
    lines: sellersOnly,
    terms: sellersOnly,
    history: { authorities: ['sales:audit'] },
  },
  actions: { submit, approve, ship, cancel, 'bulk-approve': bulkApprove },
  changes: true,
  filter: {
    q: search(['number', 'customer.name', 'purchaseOrder', 'note'], { accents: 'ignore' }),
    status: IN(),
    customerIds: IN('customer.id'),
    territoryIds: IN('customer.territory.id'),
    orderedOnBetween: BETWEEN('orderedOn'),
    totalBetween: BETWEEN('total'),
    lineCountOver: GREATER_THAN('lineCount'),
    overdue: IS_TRUE(),
    dueIsNull: IS_NULL('dueOn'),
    line: some('lines', {
      productIds: IN('product.id'),
      productName: LIKE('product.name'),
      quantityBetween: BETWEEN('quantity'),
    }),
    withoutLine: none('lines', { productIds: IN('product.id') }),
    everyLine: every('lines', { quantityBetween: BETWEEN('quantity') }),
    deleted: DELETED({ authorities: ['sales:trash'] }),
  },
  expressions: true,
  surfaces: {
    lines: { title: 'Edit lines', operation: 'lines', order: 40 },
    terms: { title: 'Change terms', operation: 'terms', order: 50 },
  },
  defaultSort: ['-orderedOn', 'number'],
  optionLabel: 'number',
  optionSources: {
    statuses: { type: 'STATIC_CANONICAL', path: 'status', filterField: 'status' },
    customers: {
      type: 'RESOURCE_ENTITY',
      resource: 'sales.customers',
      path: 'customer',
      filterField: 'customerIds',
      excludeSelf: true,
    },
    territories: {
      type: 'LIGHT_LOOKUP',
      id: 'customer.territory.id',
      label: 'customer.territory.name',
      filterField: 'territoryIds',
      excludeSelf: true,
    },
  },
  stats: {
    status: category(),
    customer: reference({ path: 'customer.id', labelPath: 'customer.name' }),
    territory: reference({
      path: 'customer.territory.id',
      labelPath: 'customer.territory.name',
    }),
    orderedOn: series({ histogram: { bucketSize: 'MONTH' } }),
    total: measure({ histogram: { bucketSize: 1_000 } }),
    lineCount: measure({ histogram: { bucketSize: 1 } }),
  },
  hints: {
    customerName: { label: 'Customer' },
    territoryName: { label: 'Territory' },
    status: {
      valuePresentation: {
        tones: {
          DRAFT: 'neutral',
          SUBMITTED: 'warning',
          APPROVED: 'positive',
          SHIPPED: 'positive',
          CANCELLED: 'negative',
        },
      },
    },
    discountPercent: { group: 'Terms', helpText: 'More than 20 % needs a sales lead.' },
    dueOn: { group: 'Terms' },
  },
  examples: {
    create: {
      phone: {
        summary: 'An order by phone',
        value: {
          number: '26-900001',
          customerId: 2,
          orderedOn: '2026-06-30',
          dueOn: '2026-07-31',
          purchaseOrder: 'PO-7711',
          lines: [
            { productId: 7, quantity: 4 },
            { productId: 31, quantity: 2, unitPrice: '229.00' },
          ],
        },
      },
    },
    filter: {
      large: {
        summary: 'Large orders that wait for approval',
        value: { status: ['SUBMITTED'], totalBetween: [10_000, null] },
      },
      urgent: {
        summary: 'Orders that are overdue, or have a large line of one product',
        value: { $or: [{ overdue: true }, { line: { productIds: [7], quantityBetween: [20] } }] },
      },
    },
  },
})
