import { CreatePage, EditPage } from '../admin/form-page'
import { ListPage } from '../admin/list-page'
import { ShowPage } from '../admin/show-page'
import type { Column, Filter, Input, Option } from '../admin/types'
import { orderLinesColumns } from './order-lines'

const statusOptions: Option[] = [
  { value: 'ACTIVE', label: 'Active' },
  { value: 'DISCONTINUED', label: 'Discontinued' },
]

const lastOrderedOnOptions: Option[] = [{ value: true, label: 'Yes' }]

const deletedOptions: Option[] = [
  { value: 'exclude', label: 'Without deleted records' },
  { value: 'include', label: 'With deleted records' },
  { value: 'only', label: 'Only deleted records' },
]

export const productsColumns: Column[] = [
  { name: 'code', label: 'Code' },
  { name: 'name', label: 'Name' },
  { name: 'status', label: 'Status', options: statusOptions },
  { name: 'listPrice', label: 'List price', type: 'money', currency: 'EUR' },
  { name: 'photo', label: 'Photo', sortable: false },
  { name: 'soldQuantity', label: 'Sold quantity', type: 'number' },
  { name: 'lastOrderedOn', label: 'Last ordered on', type: 'date' },
]

const filters: Filter[] = [
  { name: 'q', label: 'Search', operator: 'contains' },
  { name: 'code', label: 'Code', operator: 'eq' },
  { name: 'status', label: 'Status', options: statusOptions, operator: 'in' },
  { name: 'soldQuantityBetween', label: 'Sold quantity', type: 'number', operator: 'between' },
  {
    name: 'neverSold',
    label: 'Never sold',
    type: 'boolean',
    options: lastOrderedOnOptions,
    operator: 'eq',
  },
  {
    name: 'listPriceBetween',
    label: 'List price',
    type: 'money',
    currency: 'EUR',
    operator: 'between',
  },
  { name: 'deleted', label: 'Deleted records', options: deletedOptions, operator: 'eq' },
]

export const ProductsList = () => (
  <ListPage
    title="Products"
    columns={productsColumns}
    filters={filters}
    sort={[{ field: 'name', order: 'asc' }]}
    canCreate
    canEdit
    canDelete
  />
)

const fields: Column[] = [
  { name: 'id', label: 'ID', type: 'number' },
  { name: 'code', label: 'Code' },
  { name: 'name', label: 'Name' },
  { name: 'status', label: 'Status', options: statusOptions },
  { name: 'listPrice', label: 'List price', type: 'money', currency: 'EUR' },
  { name: 'photo', label: 'Photo', sortable: false },
  { name: 'soldQuantity', label: 'Sold quantity', type: 'number' },
  { name: 'lastOrderedOn', label: 'Last ordered on', type: 'date' },
]

export const ProductsShow = () => (
  <ShowPage
    title="Products"
    label="name"
    fields={fields}
    related={[
      {
        resource: 'sales.order-lines',
        label: 'Order lines',
        columns: orderLinesColumns.slice(0, 6),
        filter: 'productIds',
        value: 'id',
      },
    ]}
    canEdit
  />
)

const inputs: Input[] = [
  { name: 'code', label: 'Code', required: true, maxLength: 20 },
  { name: 'name', label: 'Name', required: true, maxLength: 120 },
  { name: 'status', label: 'Status', options: statusOptions, defaultValue: 'ACTIVE' },
  { name: 'listPrice', label: 'List price', type: 'money', currency: 'EUR', required: true },
]

export const ProductsCreate = () => <CreatePage title="Create: Products" inputs={inputs} />

export const ProductsEdit = () => <EditPage title="Edit: Products" inputs={inputs} />
