import { CreatePage, EditPage } from '../admin/form-page'
import { ListPage } from '../admin/list-page'
import { ShowPage } from '../admin/show-page'
import type { Column, Filter, Input, Option } from '../admin/types'
import { ordersColumns } from './orders'

const roleOptions: Option[] = [
  { value: 'BUYER', label: 'Buyer' },
  { value: 'FINANCE', label: 'Finance' },
  { value: 'OTHER', label: 'Other' },
]

export const customersColumns: Column[] = [
  { name: 'name', label: 'Name' },
  { name: 'email', label: 'Email' },
  { name: 'creditLimit', label: 'Credit limit', type: 'money', currency: 'EUR' },
  { name: 'territoryName', label: 'Territory' },
  { name: 'orderCount', label: 'Order count', type: 'number' },
  { name: 'openTotal', label: 'Open total', type: 'money', currency: 'EUR' },
]

const filters: Filter[] = [
  { name: 'q', label: 'Search', operator: 'contains' },
  {
    name: 'territoryIds',
    label: 'Territory',
    operator: 'in',
    source: 'sales.customers/option-sources/territories',
  },
  {
    name: 'openTotalBetween',
    label: 'Open total',
    type: 'money',
    currency: 'EUR',
    operator: 'between',
  },
]

export const CustomersList = () => (
  <ListPage
    title="Customers"
    columns={customersColumns}
    filters={filters}
    sort={[{ field: 'name', order: 'asc' }]}
    canCreate
    canEdit
    canDelete
  />
)

const fields: Column[] = [
  { name: 'id', label: 'ID', type: 'number' },
  { name: 'name', label: 'Name' },
  { name: 'email', label: 'Email' },
  { name: 'creditLimit', label: 'Credit limit', type: 'money', currency: 'EUR' },
  { name: 'territoryName', label: 'Territory' },
  {
    name: 'contacts',
    label: 'Contacts',
    items: [
      { name: 'name', label: 'Name' },
      { name: 'email', label: 'Email' },
      { name: 'role', label: 'Role', options: roleOptions },
    ],
  },
  { name: 'orderCount', label: 'Order count', type: 'number' },
  { name: 'openTotal', label: 'Open total', type: 'money', currency: 'EUR' },
]

export const CustomersShow = () => (
  <ShowPage
    title="Customers"
    label="name"
    fields={fields}
    related={[
      {
        resource: 'sales.orders',
        label: 'Orders',
        columns: ordersColumns.slice(0, 6),
        filter: 'customerIds',
        value: 'id',
      },
    ]}
    canEdit
  />
)

const inputs: Input[] = [
  { name: 'name', label: 'Name', required: true, maxLength: 120 },
  {
    name: 'territoryId',
    label: 'Territory',
    source: 'sales.customers/option-sources/territories',
    required: true,
  },
  { name: 'email', label: 'Email', maxLength: 200 },
  { name: 'creditLimit', label: 'Credit limit', type: 'money', currency: 'EUR', defaultValue: '0' },
  {
    name: 'contacts',
    label: 'Contacts',
    items: [
      { name: 'name', label: 'Name', required: true, maxLength: 120 },
      { name: 'email', label: 'Email', maxLength: 200 },
      { name: 'role', label: 'Role', options: roleOptions, required: true },
    ],
  },
]

export const CustomersCreate = () => <CreatePage title="Create: Customers" inputs={inputs} />

export const CustomersEdit = () => <EditPage title="Edit: Customers" inputs={inputs} />
