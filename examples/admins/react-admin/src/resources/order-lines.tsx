import { type Theme, useMediaQuery } from '@mui/material'
import {
  AutocompleteArrayInput,
  ColumnsButton,
  DataTable,
  DateField,
  DateInput,
  ExportButton,
  FilterButton,
  List,
  NumberField,
  NumberInput,
  type RaRecord,
  ReferenceArrayInput,
  ReferenceField,
  type ResourceProps,
  Show,
  SimpleList,
  SimpleShowLayout,
  TextField,
  TopToolbar,
} from 'react-admin'

interface OrderLinesRecord extends RaRecord {
  orderId: number
  orderNumber: string | null
  orderedOn: string | null
  customerName: string | null
  position: number
  productId: number
  productName: string | null
  quantity: number
  unitPrice: number
  lineTotal: number
}

const Column = DataTable.Col<OrderLinesRecord>
const NumberColumn = DataTable.NumberCol<OrderLinesRecord>

const filters = [
  <ReferenceArrayInput key="orderIds" source="orderIds" reference="orders">
    <AutocompleteArrayInput filterToQuery={(q) => ({ q })} />
  </ReferenceArrayInput>,
  <ReferenceArrayInput key="productIds" source="productIds" reference="products">
    <AutocompleteArrayInput filterToQuery={(q) => ({ q })} />
  </ReferenceArrayInput>,
  <ReferenceArrayInput key="territoryIds" source="territoryIds" reference="territories">
    <AutocompleteArrayInput filterToQuery={(text) => ({ name: text })} />
  </ReferenceArrayInput>,
  <DateInput key="orderedOnBetween.from" source="orderedOnBetween.from" label="Ordered on from" />,
  <DateInput key="orderedOnBetween.to" source="orderedOnBetween.to" label="Ordered on to" />,
  <NumberInput key="quantityBetween.from" source="quantityBetween.from" label="Quantity from" />,
  <NumberInput key="quantityBetween.to" source="quantityBetween.to" label="Quantity to" />,
  <NumberInput
    key="lineTotalBetween.from"
    source="lineTotalBetween.from"
    label="Line total from"
    step={0.01}
  />,
  <NumberInput
    key="lineTotalBetween.to"
    source="lineTotalBetween.to"
    label="Line total to"
    step={0.01}
  />,
]

const OrderLinesListActions = () => (
  <TopToolbar>
    <FilterButton />
    <ColumnsButton />
    <ExportButton />
  </TopToolbar>
)

const hiddenColumns = ['id']

const OrderLinesList = () => {
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'))
  return (
    <List
      actions={<OrderLinesListActions />}
      filters={filters}
      sort={{ field: 'id', order: 'DESC' }}
    >
      {isSmall ? (
        <SimpleList primaryText="%{productName}" secondaryText="%{orderNumber}" rowClick="show" />
      ) : (
        <DataTable rowClick="show" bulkActionButtons={false} hiddenColumns={hiddenColumns}>
          <NumberColumn source="id" label="ID" />
          <Column source="orderNumber" label="Order" />
          <Column source="orderedOn" field={DateField} />
          <Column source="customerName" label="Customer" />
          <NumberColumn source="position" />
          <Column source="productName" label="Product" />
          <NumberColumn source="quantity" />
          <NumberColumn source="unitPrice" options={{ style: 'currency', currency: 'EUR' }} />
          <NumberColumn source="lineTotal" options={{ style: 'currency', currency: 'EUR' }} />
        </DataTable>
      )}
    </List>
  )
}

const OrderLinesShow = () => (
  <Show>
    <SimpleShowLayout>
      <NumberField source="id" label="ID" />
      <ReferenceField source="orderId" reference="orders" />
      <DateField source="orderedOn" />
      <TextField source="customerName" label="Customer" />
      <NumberField source="position" />
      <ReferenceField source="productId" reference="products" />
      <NumberField source="quantity" />
      <NumberField source="unitPrice" options={{ style: 'currency', currency: 'EUR' }} />
      <NumberField source="lineTotal" options={{ style: 'currency', currency: 'EUR' }} />
    </SimpleShowLayout>
  </Show>
)

export const orderLines: ResourceProps = {
  name: 'order-lines',
  list: OrderLinesList,
  show: OrderLinesShow,
  recordRepresentation: 'productName',
  options: { label: 'Order lines' },
}
