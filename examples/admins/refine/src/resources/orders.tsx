import { CreatePage, EditPage } from '../admin/form-page'
import { ListPage } from '../admin/list-page'
import { ShowPage } from '../admin/show-page'
import type { Action, Column, Filter, Input, Option } from '../admin/types'

const statusOptions: Option[] = [
  { value: 'DRAFT', label: 'Draft' },
  { value: 'SUBMITTED', label: 'Submitted' },
  { value: 'APPROVED', label: 'Approved' },
  { value: 'SHIPPED', label: 'Shipped' },
  { value: 'CANCELLED', label: 'Cancelled' },
]

const overdueOptions: Option[] = [{ value: true, label: 'Yes' }]

const deletedOptions: Option[] = [
  { value: 'exclude', label: 'Without deleted records' },
  { value: 'include', label: 'With deleted records' },
  { value: 'only', label: 'Only deleted records' },
]

export const ordersColumns: Column[] = [
  { name: 'number', label: 'Number' },
  { name: 'customerName', label: 'Customer' },
  { name: 'territoryName', label: 'Territory' },
  { name: 'status', label: 'Status', options: statusOptions },
  { name: 'total', label: 'Total', type: 'money', currency: 'EUR' },
  { name: 'orderedOn', label: 'Ordered on', type: 'date' },
  { name: 'dueOn', label: 'Due on', type: 'date' },
  { name: 'overdue', label: 'Overdue', type: 'boolean' },
  { name: 'shippedOn', label: 'Shipped on', type: 'date' },
  { name: 'lineCount', label: 'Line count', type: 'number' },
]

const filters: Filter[] = [
  { name: 'q', label: 'Search', operator: 'contains' },
  { name: 'status', label: 'Status', options: statusOptions, operator: 'in' },
  {
    name: 'customerIds',
    label: 'Customer',
    operator: 'in',
    source: 'sales.orders/option-sources/customers',
  },
  {
    name: 'territoryIds',
    label: 'Territory',
    operator: 'in',
    source: 'sales.orders/option-sources/territories',
  },
  { name: 'orderedOnBetween', label: 'Ordered on', type: 'date', operator: 'between' },
  { name: 'totalBetween', label: 'Total', type: 'money', currency: 'EUR', operator: 'between' },
  { name: 'lineCountOver', label: 'Line count over', type: 'number', operator: 'gt' },
  { name: 'overdue', label: 'Overdue', type: 'boolean', options: overdueOptions, operator: 'eq' },
  {
    name: 'dueIsNull',
    label: 'Due is null',
    type: 'boolean',
    options: overdueOptions,
    operator: 'eq',
  },
  { name: 'deleted', label: 'Deleted records', options: deletedOptions, operator: 'eq' },
]

const bulkActions: Action[] = [{ id: 'bulk-approve', label: 'Approve all' }]

export const OrdersList = () => (
  <ListPage
    title="Orders"
    columns={ordersColumns}
    filters={filters}
    sort={[{ field: 'orderedOn', order: 'desc' }]}
    bulkActions={bulkActions}
    canCreate
    canEdit
    canDelete
  />
)

const fields: Column[] = [
  { name: 'id', label: 'ID', type: 'number' },
  { name: 'number', label: 'Number' },
  { name: 'customerName', label: 'Customer' },
  { name: 'territoryName', label: 'Territory' },
  { name: 'status', label: 'Status', options: statusOptions },
  { name: 'total', label: 'Total', type: 'money', currency: 'EUR' },
  { name: 'orderedOn', label: 'Ordered on', type: 'date' },
  { name: 'dueOn', label: 'Due on', type: 'date' },
  { name: 'overdue', label: 'Overdue', type: 'boolean' },
  { name: 'shippedOn', label: 'Shipped on', type: 'date' },
  { name: 'lineCount', label: 'Line count', type: 'number' },
  { name: 'subtotal', label: 'Subtotal', type: 'money', currency: 'EUR' },
  { name: 'discountPercent', label: 'Discount %', type: 'number' },
  { name: 'online', label: 'Online', type: 'boolean' },
  { name: 'purchaseOrder', label: 'Purchase order' },
  { name: 'note', label: 'Note' },
  {
    name: 'lines',
    label: 'Lines',
    items: [
      { name: 'productName', label: 'Product name' },
      { name: 'quantity', label: 'Quantity', type: 'number' },
      { name: 'unitPrice', label: 'Unit price', type: 'money', currency: 'EUR' },
      { name: 'lineTotal', label: 'Line total', type: 'money', currency: 'EUR' },
    ],
  },
  { name: 'createdBy', label: 'Created by' },
  { name: 'createdAt', label: 'Created at', type: 'instant' },
]

const actions: Action[] = [
  { id: 'submit', label: 'Submit', success: 'The order was submitted.' },
  { id: 'approve', label: 'Approve', success: 'The order was approved.' },
  {
    id: 'ship',
    label: 'Ship',
    success: 'The order was shipped.',
    inputs: [
      { name: 'shippedOn', label: 'Shipped on', type: 'date', required: true },
      {
        name: 'parcels',
        label: 'Parcels',
        items: [
          { name: 'lineId', label: 'Line', source: 'sales.order-lines', required: true },
          { name: 'quantity', label: 'Quantity', type: 'number', required: true },
        ],
      },
    ],
  },
  { id: 'cancel', label: 'Cancel', success: 'The order was cancelled.', confirm: true },
]

export const OrdersShow = () => (
  <ShowPage title="Orders" label="number" fields={fields} actions={actions} canEdit />
)

const inputs: Input[] = [
  { name: 'number', label: 'Number', required: true, maxLength: 20 },
  {
    name: 'customerId',
    label: 'Customer',
    source: 'sales.orders/option-sources/customers',
    required: true,
  },
  { name: 'orderedOn', label: 'Ordered on', type: 'date', required: true },
  { name: 'dueOn', label: 'Due on', type: 'date' },
  {
    name: 'discountPercent',
    label: 'Discount %',
    type: 'number',
    help: 'More than 20 % needs a sales lead.',
    defaultValue: '0',
  },
  { name: 'online', label: 'Online', type: 'boolean', defaultValue: false },
  { name: 'purchaseOrder', label: 'Purchase order', maxLength: 40 },
  { name: 'note', label: 'Note', multiline: true, maxLength: 2000 },
  {
    name: 'lines',
    label: 'Lines',
    items: [
      { name: 'productId', label: 'Product', source: 'sales.products', required: true },
      { name: 'quantity', label: 'Quantity', type: 'number', required: true },
      { name: 'unitPrice', label: 'Unit price', type: 'money', currency: 'EUR' },
    ],
  },
]

export const OrdersCreate = () => <CreatePage title="Create: Orders" inputs={inputs} />

export const OrdersEdit = () => <EditPage title="Edit: Orders" inputs={inputs} />
