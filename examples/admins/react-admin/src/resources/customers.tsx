import { LiveList, useConflict } from '@corollary/react-admin'
import { type Theme, useMediaQuery } from '@mui/material'
import {
  ArrayField,
  ArrayInput,
  AutocompleteArrayInput,
  AutocompleteInput,
  ColumnsButton,
  Create,
  CreateButton,
  DataTable,
  DateField,
  DateInput,
  Edit,
  EmailField,
  ExportButton,
  FilterButton,
  List,
  maxLength,
  maxValue,
  minValue,
  NumberField,
  NumberInput,
  Pagination,
  type RaRecord,
  ReferenceArrayInput,
  ReferenceField,
  ReferenceInput,
  ReferenceManyField,
  type ResourceProps,
  required,
  SearchInput,
  SelectArrayInput,
  SelectField,
  SelectInput,
  Show,
  SimpleForm,
  SimpleFormIterator,
  SimpleList,
  SimpleShowLayout,
  TextField,
  TextInput,
  TopToolbar,
} from 'react-admin'

const roleChoices = [
  { id: 'BUYER', name: 'Buyer' },
  { id: 'FINANCE', name: 'Finance' },
  { id: 'OTHER', name: 'Other' },
]

const statusChoices = [
  { id: 'DRAFT', name: 'Draft' },
  { id: 'SUBMITTED', name: 'Submitted' },
  { id: 'APPROVED', name: 'Approved' },
  { id: 'SHIPPED', name: 'Shipped' },
  { id: 'CANCELLED', name: 'Cancelled' },
]

interface CustomersRecord extends RaRecord {
  name: string
  territoryId: number
  email: string | null
  creditLimit: number
  territoryName: string
  contacts: {
    id: number
    name: string
    email: string | null
    role: 'BUYER' | 'FINANCE' | 'OTHER'
  }[]
  orderCount: number
  openTotal: number
}

const Column = DataTable.Col<CustomersRecord>
const NumberColumn = DataTable.NumberCol<CustomersRecord>

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <ReferenceArrayInput key="territoryIds" source="territoryIds" reference="territories">
    <AutocompleteArrayInput filterToQuery={(text) => ({ name: text })} />
  </ReferenceArrayInput>,
  <NumberInput
    key="openTotalBetween.from"
    source="openTotalBetween.from"
    label="Open total from"
    step={0.01}
  />,
  <NumberInput
    key="openTotalBetween.to"
    source="openTotalBetween.to"
    label="Open total to"
    step={0.01}
  />,
  <TextInput key="contact.name" source="contact.name" label="Contact: Name" />,
  <SelectArrayInput
    key="contact.role"
    source="contact.role"
    label="Contact: Role"
    choices={roleChoices}
  />,
  <SelectArrayInput
    key="withoutOrders.status"
    source="withoutOrders.status"
    label="Without orders: Status"
    choices={statusChoices}
  />,
  <DateInput
    key="withoutOrders.orderedOnBetween.from"
    source="withoutOrders.orderedOnBetween.from"
    label="Without orders: Ordered on from"
  />,
  <DateInput
    key="withoutOrders.orderedOnBetween.to"
    source="withoutOrders.orderedOnBetween.to"
    label="Without orders: Ordered on to"
  />,
]

const CustomersListActions = () => (
  <TopToolbar>
    <FilterButton />
    <ColumnsButton />
    <CreateButton />
    <ExportButton />
  </TopToolbar>
)

const hiddenColumns = ['id']

const CustomersList = () => {
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'))
  return (
    <List
      actions={<CustomersListActions />}
      filters={filters}
      sort={{ field: 'name', order: 'ASC' }}
    >
      <LiveList />
      {isSmall ? (
        <SimpleList primaryText="%{name}" secondaryText="%{email}" rowClick="show" />
      ) : (
        <DataTable rowClick="show" hiddenColumns={hiddenColumns}>
          <NumberColumn source="id" label="ID" />
          <Column source="name" />
          <Column source="email" field={EmailField} />
          <NumberColumn source="creditLimit" options={{ style: 'currency', currency: 'EUR' }} />
          <Column source="territoryName" label="Territory" />
          <NumberColumn source="orderCount" />
          <NumberColumn source="openTotal" options={{ style: 'currency', currency: 'EUR' }} />
        </DataTable>
      )}
    </List>
  )
}

const CustomersShow = () => (
  <Show>
    <SimpleShowLayout>
      <NumberField source="id" label="ID" />
      <TextField source="name" />
      <ReferenceField source="territoryId" reference="territories" />
      <EmailField source="email" />
      <NumberField source="creditLimit" options={{ style: 'currency', currency: 'EUR' }} />
      <ArrayField source="contacts">
        <DataTable bulkActionButtons={false} rowClick={false}>
          <DataTable.Col source="name" disableSort />
          <DataTable.Col source="email" disableSort field={EmailField} />
          <DataTable.Col source="role" disableSort>
            <SelectField source="role" choices={roleChoices} />
          </DataTable.Col>
        </DataTable>
      </ArrayField>
      <NumberField source="orderCount" />
      <NumberField source="openTotal" options={{ style: 'currency', currency: 'EUR' }} />
      <ReferenceManyField
        reference="orders"
        target="customerIds"
        label="Orders"
        sort={{ field: 'orderedOn', order: 'DESC' }}
        pagination={<Pagination />}
      >
        <DataTable bulkActionButtons={false} rowClick="show">
          <DataTable.Col source="number" />
          <DataTable.Col source="territoryName" label="Territory" />
          <DataTable.Col source="status">
            <SelectField source="status" choices={statusChoices} />
          </DataTable.Col>
          <DataTable.NumberCol source="total" options={{ style: 'currency', currency: 'EUR' }} />
          <DataTable.Col source="orderedOn" field={DateField} />
          <DataTable.Col source="dueOn" field={DateField} />
        </DataTable>
      </ReferenceManyField>
    </SimpleShowLayout>
  </Show>
)

const CustomersInputs = () => (
  <>
    <TextInput source="name" validate={[required(), maxLength(120)]} />
    <ReferenceInput source="territoryId" reference="territories">
      <AutocompleteInput filterToQuery={(text) => ({ name: text })} validate={required()} />
    </ReferenceInput>
    <TextInput source="email" type="email" validate={maxLength(200)} />
    <NumberInput
      source="creditLimit"
      step={0.01}
      validate={[required(), minValue(0), maxValue(999999999999.99)]}
      defaultValue={0}
    />
    <ArrayInput source="contacts">
      <SimpleFormIterator inline disableReordering>
        <TextInput source="name" validate={[required(), maxLength(120)]} />
        <TextInput source="email" type="email" validate={maxLength(200)} />
        <SelectInput source="role" choices={roleChoices} validate={required()} />
      </SimpleFormIterator>
    </ArrayInput>
  </>
)

const CustomersEdit = () => (
  <Edit mutationMode="pessimistic" mutationOptions={{ onError: useConflict() }}>
    <SimpleForm resetOptions={{ keepDirtyValues: true }}>
      <CustomersInputs />
    </SimpleForm>
  </Edit>
)

const CustomersCreate = () => (
  <Create redirect="show">
    <SimpleForm>
      <CustomersInputs />
    </SimpleForm>
  </Create>
)

export const customers: ResourceProps = {
  name: 'customers',
  list: CustomersList,
  show: CustomersShow,
  edit: CustomersEdit,
  create: CustomersCreate,
  recordRepresentation: 'name',
  options: { label: 'Customers' },
}
