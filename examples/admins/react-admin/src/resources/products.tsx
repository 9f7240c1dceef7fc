import { LiveList, useConflict } from '@corollary/react-admin'
import { type Theme, useMediaQuery } from '@mui/material'
import {
  ColumnsButton,
  Create,
  CreateButton,
  DataTable,
  DateField,
  Edit,
  ExportButton,
  FileField,
  FilterButton,
  List,
  maxLength,
  maxValue,
  minValue,
  NumberField,
  NumberInput,
  Pagination,
  type RaRecord,
  ReferenceManyField,
  type ResourceProps,
  required,
  SearchInput,
  SelectArrayInput,
  SelectField,
  SelectInput,
  Show,
  SimpleForm,
  SimpleList,
  SimpleShowLayout,
  TextField,
  TextInput,
  TopToolbar,
} from 'react-admin'

const statusChoices = [
  { id: 'ACTIVE', name: 'Active' },
  { id: 'DISCONTINUED', name: 'Discontinued' },
]

const onlyChoices = [{ id: true, name: 'Yes' }]

const deletedChoices = [
  { id: 'exclude', name: 'Without deleted records' },
  { id: 'include', name: 'With deleted records' },
  { id: 'only', name: 'Only deleted records' },
]

interface ProductsRecord extends RaRecord {
  code: string
  name: string
  status: 'ACTIVE' | 'DISCONTINUED'
  listPrice: number
  photo: Record<string, unknown> | null
  soldQuantity: number
  lastOrderedOn: string | null
}

const Column = DataTable.Col<ProductsRecord>
const NumberColumn = DataTable.NumberCol<ProductsRecord>

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <TextInput key="code" source="code" />,
  <SelectArrayInput key="status" source="status" choices={statusChoices} />,
  <NumberInput
    key="soldQuantityBetween.from"
    source="soldQuantityBetween.from"
    label="Sold quantity from"
  />,
  <NumberInput
    key="soldQuantityBetween.to"
    source="soldQuantityBetween.to"
    label="Sold quantity to"
  />,
  <SelectInput key="neverSold" source="neverSold" choices={onlyChoices} />,
  <NumberInput
    key="listPriceBetween.from"
    source="listPriceBetween.from"
    label="List price from"
    step={0.01}
  />,
  <NumberInput
    key="listPriceBetween.to"
    source="listPriceBetween.to"
    label="List price to"
    step={0.01}
  />,
  <SelectInput key="deleted" source="deleted" label="Deleted records" choices={deletedChoices} />,
]

const ProductsListActions = () => (
  <TopToolbar>
    <FilterButton />
    <ColumnsButton />
    <CreateButton />
    <ExportButton />
  </TopToolbar>
)

const hiddenColumns = ['id']

const ProductsList = () => {
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'))
  return (
    <List
      actions={<ProductsListActions />}
      filters={filters}
      sort={{ field: 'name', order: 'ASC' }}
    >
      <LiveList />
      {isSmall ? (
        <SimpleList primaryText="%{name}" secondaryText="%{code}" rowClick="show" />
      ) : (
        <DataTable rowClick="show" hiddenColumns={hiddenColumns}>
          <NumberColumn source="id" label="ID" />
          <Column source="code" />
          <Column source="name" />
          <Column source="status">
            <SelectField source="status" choices={statusChoices} />
          </Column>
          <NumberColumn source="listPrice" options={{ style: 'currency', currency: 'EUR' }} />
          <Column source="photo" disableSort>
            <FileField source="photo.href" title="photo.name" />
          </Column>
          <NumberColumn source="soldQuantity" />
          <Column source="lastOrderedOn" field={DateField} />
        </DataTable>
      )}
    </List>
  )
}

const ProductsShow = () => (
  <Show>
    <SimpleShowLayout>
      <NumberField source="id" label="ID" />
      <TextField source="code" />
      <TextField source="name" />
      <SelectField source="status" choices={statusChoices} />
      <NumberField source="listPrice" options={{ style: 'currency', currency: 'EUR' }} />
      <FileField source="photo.href" title="photo.name" />
      <NumberField source="soldQuantity" />
      <DateField source="lastOrderedOn" />
      <ReferenceManyField
        reference="order-lines"
        target="productIds"
        label="Order lines"
        sort={{ field: 'id', order: 'DESC' }}
        pagination={<Pagination />}
      >
        <DataTable bulkActionButtons={false} rowClick="show">
          <DataTable.Col source="orderNumber" label="Order" />
          <DataTable.Col source="orderedOn" field={DateField} />
          <DataTable.Col source="customerName" label="Customer" />
          <DataTable.NumberCol source="position" />
          <DataTable.NumberCol source="quantity" />
          <DataTable.NumberCol
            source="unitPrice"
            options={{ style: 'currency', currency: 'EUR' }}
          />
        </DataTable>
      </ReferenceManyField>
    </SimpleShowLayout>
  </Show>
)

const ProductsInputs = () => (
  <>
    <TextInput source="code" validate={[required(), maxLength(20)]} />
    <TextInput source="name" validate={[required(), maxLength(120)]} />
    <SelectInput
      source="status"
      choices={statusChoices}
      validate={required()}
      defaultValue="ACTIVE"
    />
    <NumberInput
      source="listPrice"
      step={0.01}
      validate={[required(), minValue(0), maxValue(9999999999.99)]}
    />
  </>
)

const ProductsEdit = () => (
  <Edit mutationMode="pessimistic" mutationOptions={{ onError: useConflict() }}>
    <SimpleForm resetOptions={{ keepDirtyValues: true }}>
      <ProductsInputs />
    </SimpleForm>
  </Edit>
)

const ProductsCreate = () => (
  <Create redirect="show">
    <SimpleForm>
      <ProductsInputs />
    </SimpleForm>
  </Create>
)

export const products: ResourceProps = {
  name: 'products',
  list: ProductsList,
  show: ProductsShow,
  edit: ProductsEdit,
  create: ProductsCreate,
  recordRepresentation: 'name',
  options: { label: 'Products' },
}
