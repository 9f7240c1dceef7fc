import { BETWEEN, IN, measure, reference, series } from 'corollary'
import { sales } from '../schema.js'

export const orderLines = sales.resource('orderLines', {
  key: 'sales.order-lines',
  title: 'Order lines',
  recordTitle: 'Order line',
  readOnly: true,
  response: {
    id: '.',
    orderId: 'order.id',
    orderNumber: 'order.number',
    orderedOn: 'order.orderedOn',
    customerName: 'order.customer.name',
    position: '.',
    productId: 'product.id',
    productName: 'product.name',
    quantity: '.',
    unitPrice: '.',
    lineTotal: '.',
  },
  filter: {
    orderIds: IN('order.id'),
    productIds: IN('product.id'),
    territoryIds: IN('order.customer.territory.id'),
    orderedOnBetween: BETWEEN('order.orderedOn'),
    quantityBetween: BETWEEN('quantity'),
    lineTotalBetween: BETWEEN('lineTotal'),
  },
  defaultSort: ['-id'],
  optionLabel: 'productName',
  hints: {
    orderNumber: { label: 'Order' },
    customerName: { label: 'Customer' },
    productName: { label: 'Product' },
  },
  stats: {
    product: reference({ path: 'product.id', labelPath: 'product.name' }),
    quantity: measure({ histogram: true }),
    lineTotal: measure({ histogram: true }),
    orderedOn: series({ path: 'order.orderedOn' }),
  },
})
