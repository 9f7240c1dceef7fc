import { useConflict } from '@corollary/react-admin'
import { type Theme, useMediaQuery } from '@mui/material'
import {
  ColumnsButton,
  Create,
  CreateButton,
  DataTable,
  Edit,
  ExportButton,
  FilterButton,
  List,
  maxLength,
  NumberField,
  type RaRecord,
  type ResourceProps,
  required,
  Show,
  SimpleForm,
  SimpleList,
  SimpleShowLayout,
  TextField,
  TextInput,
  TopToolbar,
} from 'react-admin'

interface TerritoriesRecord extends RaRecord {
  code: string
  name: string
}

const Column = DataTable.Col<TerritoriesRecord>
const NumberColumn = DataTable.NumberCol<TerritoriesRecord>

const filters = [<TextInput key="code" source="code" />, <TextInput key="name" source="name" />]

const TerritoriesListActions = () => (
  <TopToolbar>
    <FilterButton />
    <ColumnsButton />
    <CreateButton />
    <ExportButton />
  </TopToolbar>
)

const hiddenColumns = ['id']

const TerritoriesList = () => {
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'))
  return (
    <List
      actions={<TerritoriesListActions />}
      filters={filters}
      sort={{ field: 'name', order: 'ASC' }}
    >
      {isSmall ? (
        <SimpleList primaryText="%{name}" secondaryText="%{code}" rowClick="show" />
      ) : (
        <DataTable rowClick="show" hiddenColumns={hiddenColumns}>
          <NumberColumn source="id" label="ID" />
          <Column source="code" />
          <Column source="name" />
        </DataTable>
      )}
    </List>
  )
}

const TerritoriesShow = () => (
  <Show>
    <SimpleShowLayout>
      <NumberField source="id" label="ID" />
      <TextField source="code" />
      <TextField source="name" />
    </SimpleShowLayout>
  </Show>
)

const TerritoriesInputs = () => (
  <>
    <TextInput source="code" validate={[required(), maxLength(20)]} />
    <TextInput source="name" validate={[required(), maxLength(80)]} />
  </>
)

const TerritoriesEdit = () => (
  <Edit mutationMode="pessimistic" mutationOptions={{ onError: useConflict() }}>
    <SimpleForm resetOptions={{ keepDirtyValues: true }}>
      <TerritoriesInputs />
    </SimpleForm>
  </Edit>
)

const TerritoriesCreate = () => (
  <Create redirect="show">
    <SimpleForm>
      <TerritoriesInputs />
    </SimpleForm>
  </Create>
)

export const territories: ResourceProps = {
  name: 'territories',
  list: TerritoriesList,
  show: TerritoriesShow,
  edit: TerritoriesEdit,
  create: TerritoriesCreate,
  recordRepresentation: 'name',
  options: { label: 'Territories' },
}
