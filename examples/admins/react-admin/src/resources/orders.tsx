import { LiveList, useConflict } from '@corollary/react-admin'
import { type Theme, useMediaQuery } from '@mui/material'
import {
  ArrayField,
  ArrayInput,
  AutocompleteArrayInput,
  AutocompleteInput,
  BooleanField,
  BooleanInput,
  BulkDeleteButton,
  ColumnsButton,
  Create,
  CreateButton,
  DataTable,
  DateField,
  DateInput,
  Edit,
  EditButton,
  ExportButton,
  FilterButton,
  List,
  maxLength,
  maxValue,
  minValue,
  NumberField,
  NumberInput,
  type RaRecord,
  ReferenceArrayInput,
  ReferenceField,
  ReferenceInput,
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
import { ActionButton } from '../components/ActionButton'
import { BulkActionButton } from '../components/BulkActionButton'

const statusChoices = [
  { id: 'DRAFT', name: 'Draft' },
  { id: 'SUBMITTED', name: 'Submitted' },
  { id: 'APPROVED', name: 'Approved' },
  { id: 'SHIPPED', name: 'Shipped' },
  { id: 'CANCELLED', name: 'Cancelled' },
]

const onlyChoices = [{ id: true, name: 'Yes' }]

const deletedChoices = [
  { id: 'exclude', name: 'Without deleted records' },
  { id: 'include', name: 'With deleted records' },
  { id: 'only', name: 'Only deleted records' },
]

interface OrdersRecord extends RaRecord {
  number: string
  customerId: number
  customerName: string | null
  territoryId: number | null
  territoryName: string | null
  status: 'DRAFT' | 'SUBMITTED' | 'APPROVED' | 'SHIPPED' | 'CANCELLED'
  total: number
  orderedOn: string
  dueOn: string | null
  overdue: boolean
  shippedOn: string | null
  lineCount: number
  subtotal: number
  discountPercent: number
  online: boolean
  purchaseOrder: string | null
  note: string | null
  lines: {
    id: number
    position: number
    productId: number
    productName: string | null
    quantity: number
    unitPrice: number
    lineTotal: number
  }[]
  createdBy: string
  createdAt: string
}

const Column = DataTable.Col<OrdersRecord>
const NumberColumn = DataTable.NumberCol<OrdersRecord>

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <SelectArrayInput key="status" source="status" choices={statusChoices} />,
  <ReferenceArrayInput key="customerIds" source="customerIds" reference="customers">
    <AutocompleteArrayInput filterToQuery={(q) => ({ q })} />
  </ReferenceArrayInput>,
  <ReferenceArrayInput key="territoryIds" source="territoryIds" reference="territories">
    <AutocompleteArrayInput filterToQuery={(text) => ({ name: text })} />
  </ReferenceArrayInput>,
  <DateInput key="orderedOnBetween.from" source="orderedOnBetween.from" label="Ordered on from" />,
  <DateInput key="orderedOnBetween.to" source="orderedOnBetween.to" label="Ordered on to" />,
  <NumberInput key="totalBetween.from" source="totalBetween.from" label="Total from" step={0.01} />,
  <NumberInput key="totalBetween.to" source="totalBetween.to" label="Total to" step={0.01} />,
  <NumberInput key="lineCountOver" source="lineCountOver" step={1} />,
  <SelectInput key="overdue" source="overdue" choices={onlyChoices} />,
  <SelectInput key="dueIsNull" source="dueIsNull" choices={onlyChoices} />,
  <ReferenceArrayInput key="line.productIds" source="line.productIds" reference="products">
    <AutocompleteArrayInput label="Line: Product" filterToQuery={(q) => ({ q })} />
  </ReferenceArrayInput>,
  <TextInput key="line.productName" source="line.productName" label="Line: Product name" />,
  <NumberInput
    key="line.quantityBetween.from"
    source="line.quantityBetween.from"
    label="Line: Quantity from"
  />,
  <NumberInput
    key="line.quantityBetween.to"
    source="line.quantityBetween.to"
    label="Line: Quantity to"
  />,
  <ReferenceArrayInput
    key="withoutLine.productIds"
    source="withoutLine.productIds"
    reference="products"
  >
    <AutocompleteArrayInput label="Without line: Product" filterToQuery={(q) => ({ q })} />
  </ReferenceArrayInput>,
  <NumberInput
    key="everyLine.quantityBetween.from"
    source="everyLine.quantityBetween.from"
    label="Every line: Quantity from"
  />,
  <NumberInput
    key="everyLine.quantityBetween.to"
    source="everyLine.quantityBetween.to"
    label="Every line: Quantity to"
  />,
  <SelectInput key="deleted" source="deleted" label="Deleted records" choices={deletedChoices} />,
]

const OrdersShowActions = () => (
  <TopToolbar>
    <ActionButton action="submit" label="Submit" success="The order was submitted." />
    <ActionButton action="approve" label="Approve" success="The order was approved." />
    <ActionButton action="ship" label="Ship" success="The order was shipped.">
      <DateInput source="shippedOn" validate={required()} />
      <ArrayInput source="parcels">
        <SimpleFormIterator inline disableReordering>
          <ReferenceInput source="lineId" reference="order-lines">
            <AutocompleteInput filterToQuery={() => ({})} validate={required()} />
          </ReferenceInput>
          <NumberInput
            source="quantity"
            step={1}
            validate={[required(), minValue(1), maxValue(10000)]}
          />
        </SimpleFormIterator>
      </ArrayInput>
    </ActionButton>
    <ActionButton action="cancel" label="Cancel" success="The order was cancelled." confirm />
    <EditButton />
  </TopToolbar>
)

const OrdersBulkActions = () => (
  <>
    <BulkActionButton action="bulk-approve" label="Approve all" />
    <BulkDeleteButton mutationMode="pessimistic" />
  </>
)

const OrdersListActions = () => (
  <TopToolbar>
    <FilterButton />
    <ColumnsButton />
    <CreateButton />
    <ExportButton />
  </TopToolbar>
)

const hiddenColumns = [
  'id',
  'shippedOn',
  'lineCount',
  'subtotal',
  'discountPercent',
  'online',
  'purchaseOrder',
  'note',
  'createdBy',
  'createdAt',
  'version',
]

const OrdersList = () => {
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'))
  return (
    <List
      actions={<OrdersListActions />}
      filters={filters}
      sort={{ field: 'orderedOn', order: 'DESC' }}
    >
      <LiveList />
      {isSmall ? (
        <SimpleList primaryText="%{number}" secondaryText="%{customerName}" rowClick="show" />
      ) : (
        <DataTable
          rowClick="show"
          bulkActionButtons={<OrdersBulkActions />}
          hiddenColumns={hiddenColumns}
        >
          <NumberColumn source="id" label="ID" />
          <Column source="number" />
          <Column source="customerName" label="Customer" />
          <Column source="territoryName" label="Territory" />
          <Column source="status">
            <SelectField source="status" choices={statusChoices} />
          </Column>
          <NumberColumn source="total" options={{ style: 'currency', currency: 'EUR' }} />
          <Column source="orderedOn" field={DateField} />
          <Column source="dueOn" field={DateField} />
          <Column source="overdue" field={BooleanField} />
          <Column source="shippedOn" field={DateField} />
          <NumberColumn source="lineCount" />
          <NumberColumn source="subtotal" options={{ style: 'currency', currency: 'EUR' }} />
          <NumberColumn source="discountPercent" label="Discount %" />
          <Column source="online" field={BooleanField} />
          <Column source="purchaseOrder" />
          <Column source="note" />
          <Column source="createdBy" />
          <Column source="createdAt">
            <DateField source="createdAt" showTime />
          </Column>
          <NumberColumn source="version" />
        </DataTable>
      )}
    </List>
  )
}

const OrdersShow = () => (
  <Show actions={<OrdersShowActions />}>
    <SimpleShowLayout>
      <NumberField source="id" label="ID" />
      <TextField source="number" />
      <ReferenceField source="customerId" reference="customers" />
      <ReferenceField source="territoryId" reference="territories" />
      <SelectField source="status" choices={statusChoices} />
      <NumberField source="total" options={{ style: 'currency', currency: 'EUR' }} />
      <DateField source="orderedOn" />
      <DateField source="dueOn" />
      <BooleanField source="overdue" />
      <DateField source="shippedOn" />
      <NumberField source="lineCount" />
      <NumberField source="subtotal" options={{ style: 'currency', currency: 'EUR' }} />
      <NumberField source="discountPercent" label="Discount %" />
      <BooleanField source="online" />
      <TextField source="purchaseOrder" />
      <TextField source="note" />
      <ArrayField source="lines">
        <DataTable bulkActionButtons={false} rowClick={false}>
          <DataTable.Col source="productId" disableSort>
            <ReferenceField source="productId" reference="products" />
          </DataTable.Col>
          <DataTable.NumberCol source="quantity" disableSort />
          <DataTable.NumberCol
            source="unitPrice"
            disableSort
            options={{ style: 'currency', currency: 'EUR' }}
          />
          <DataTable.NumberCol
            source="lineTotal"
            disableSort
            options={{ style: 'currency', currency: 'EUR' }}
          />
        </DataTable>
      </ArrayField>
      <TextField source="createdBy" />
      <DateField source="createdAt" showTime />
    </SimpleShowLayout>
  </Show>
)

const OrdersInputs = () => (
  <>
    <TextInput source="number" validate={[required(), maxLength(20)]} />
    <ReferenceInput source="customerId" reference="customers">
      <AutocompleteInput filterToQuery={(q) => ({ q })} validate={required()} />
    </ReferenceInput>
    <DateInput source="orderedOn" validate={required()} />
    <DateInput source="dueOn" />
    <NumberInput
      source="discountPercent"
      label="Discount %"
      step={0.01}
      validate={[required(), minValue(0), maxValue(100)]}
      defaultValue={0}
      helperText="More than 20 % needs a sales lead."
    />
    <BooleanInput source="online" />
    <TextInput source="purchaseOrder" validate={maxLength(40)} />
    <TextInput source="note" multiline validate={maxLength(2000)} />
    <ArrayInput source="lines">
      <SimpleFormIterator inline>
        <ReferenceInput source="productId" reference="products">
          <AutocompleteInput filterToQuery={(q) => ({ q })} validate={required()} />
        </ReferenceInput>
        <NumberInput
          source="quantity"
          step={1}
          validate={[required(), minValue(1), maxValue(10000)]}
        />
        <NumberInput
          source="unitPrice"
          step={0.01}
          validate={[minValue(0), maxValue(9999999999.99)]}
        />
      </SimpleFormIterator>
    </ArrayInput>
  </>
)

const OrdersEdit = () => (
  <Edit mutationMode="pessimistic" mutationOptions={{ onError: useConflict() }}>
    <SimpleForm resetOptions={{ keepDirtyValues: true }}>
      <OrdersInputs />
    </SimpleForm>
  </Edit>
)

const OrdersCreate = () => (
  <Create redirect="show">
    <SimpleForm>
      <OrdersInputs />
    </SimpleForm>
  </Create>
)

export const orders: ResourceProps = {
  name: 'orders',
  list: OrdersList,
  show: OrdersShow,
  edit: OrdersEdit,
  create: OrdersCreate,
  recordRepresentation: 'number',
  options: { label: 'Orders' },
}
