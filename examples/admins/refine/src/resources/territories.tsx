import { CreatePage, EditPage } from '../admin/form-page'
import { ListPage } from '../admin/list-page'
import { ShowPage } from '../admin/show-page'
import type { Column, Filter, Input } from '../admin/types'

export const territoriesColumns: Column[] = [
  { name: 'code', label: 'Code' },
  { name: 'name', label: 'Name' },
]

const filters: Filter[] = [
  { name: 'code', label: 'Code', operator: 'eq' },
  { name: 'name', label: 'Name', operator: 'contains' },
]

export const TerritoriesList = () => (
  <ListPage
    title="Territories"
    columns={territoriesColumns}
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
]

export const TerritoriesShow = () => (
  <ShowPage title="Territories" label="name" fields={fields} canEdit />
)

const inputs: Input[] = [
  { name: 'code', label: 'Code', required: true, maxLength: 20 },
  { name: 'name', label: 'Name', required: true, maxLength: 80 },
]

export const TerritoriesCreate = () => <CreatePage title="Create: Territories" inputs={inputs} />

export const TerritoriesEdit = () => <EditPage title="Edit: Territories" inputs={inputs} />
