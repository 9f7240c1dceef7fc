import { ListPage } from '../admin/list-page'
import { ShowPage } from '../admin/show-page'
import type { Column, Filter } from '../admin/types'

export const orderLinesColumns: Column[] = [
  { name: 'orderNumber', label: 'Order' },
  { name: 'orderedOn', label: 'Ordered on', type: 'date' },
  { name: 'customerName', label: 'Customer' },
  { name: 'position', label: 'Position', type: 'number' },
  { name: 'productName', label: 'Product' },
  { name: 'quantity', label: 'Quantity', type: 'number' },
  { name: 'unitPrice', label: 'Unit price', type: 'money', currency: 'EUR' },
  { name: 'lineTotal', label: 'Line total', type: 'money', currency: 'EUR' },
]

const filters: Filter[] = [
  { name: 'orderIds', label: 'Order', operator: 'in', source: 'sales.orders' },
  { name: 'productIds', label: 'Product', operator: 'in', source: 'sales.products' },
  { name: 'territoryIds', label: 'Territory', operator: 'in', source: 'sales.territories' },
  { name: 'orderedOnBetween', label: 'Ordered on', type: 'date', operator: 'between' },
  { name: 'quantityBetween', label: 'Quantity', type: 'number', operator: 'between' },
  {
    name: 'lineTotalBetween',
    label: 'Line total',
    type: 'money',
    currency: 'EUR',
    operator: 'between',
  },
]

export const OrderLinesList = () => (
  <ListPage
    title="Order lines"
    columns={orderLinesColumns}
    filters={filters}
    sort={[{ field: 'id', order: 'desc' }]}
  />
)

const fields: Column[] = [
  { name: 'id', label: 'ID', type: 'number' },
  { name: 'orderNumber', label: 'Order' },
  { name: 'orderedOn', label: 'Ordered on', type: 'date' },
  { name: 'customerName', label: 'Customer' },
  { name: 'position', label: 'Position', type: 'number' },
  { name: 'productName', label: 'Product' },
  { name: 'quantity', label: 'Quantity', type: 'number' },
  { name: 'unitPrice', label: 'Unit price', type: 'money', currency: 'EUR' },
  { name: 'lineTotal', label: 'Line total', type: 'money', currency: 'EUR' },
]

export const OrderLinesShow = () => (
  <ShowPage title="Order lines" label="productName" fields={fields} />
)
