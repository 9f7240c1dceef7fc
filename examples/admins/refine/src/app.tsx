import { Authenticated, Refine } from '@refinedev/core'
import routerProvider, { NavigateToResource } from '@refinedev/react-router'
import { HashRouter, Route, Routes } from 'react-router'
import { Layout } from './admin/layout'
import { LoginPage } from './admin/login-page'
import { notificationProvider } from './admin/notifications'
import { providers, queryClient } from './providers'
import { CustomersCreate, CustomersEdit, CustomersList, CustomersShow } from './resources/customers'
import { OrderLinesList, OrderLinesShow } from './resources/order-lines'
import { OrdersCreate, OrdersEdit, OrdersList, OrdersShow } from './resources/orders'
import { ProductsCreate, ProductsEdit, ProductsList, ProductsShow } from './resources/products'
import {
  TerritoriesCreate,
  TerritoriesEdit,
  TerritoriesList,
  TerritoriesShow,
} from './resources/territories'

const title = 'Sales'

const resources = [
  {
    name: 'sales.orders',
    list: '/orders',
    create: '/orders/new',
    show: '/orders/:id',
    edit: '/orders/:id/edit',
    meta: { label: 'Orders' },
  },
  {
    name: 'sales.customers',
    list: '/customers',
    create: '/customers/new',
    show: '/customers/:id',
    edit: '/customers/:id/edit',
    meta: { label: 'Customers' },
  },
  {
    name: 'sales.products',
    list: '/products',
    create: '/products/new',
    show: '/products/:id',
    edit: '/products/:id/edit',
    meta: { label: 'Products' },
  },
  {
    name: 'sales.order-lines',
    list: '/order-lines',
    show: '/order-lines/:id',
    meta: { label: 'Order lines' },
  },
  {
    name: 'sales.territories',
    list: '/territories',
    create: '/territories/new',
    show: '/territories/:id',
    edit: '/territories/:id/edit',
    meta: { label: 'Territories' },
  },
]

export const App = () => (
  <HashRouter>
    <Refine
      {...providers}
      {...{ resources, routerProvider, notificationProvider }}
      options={{
        liveMode: 'auto',
        syncWithLocation: true,
        disableTelemetry: true,
        reactQuery: { clientConfig: queryClient },
      }}
    >
      <Routes>
        <Route path="/login" element={<LoginPage title={title} label="Caller" />} />
        <Route
          element={
            <Authenticated key="pages">
              <Layout title={title} />
            </Authenticated>
          }
        >
          <Route index element={<NavigateToResource resource="sales.orders" />} />
          <Route path="/orders" element={<OrdersList />} />
          <Route path="/orders/new" element={<OrdersCreate />} />
          <Route path="/orders/:id" element={<OrdersShow />} />
          <Route path="/orders/:id/edit" element={<OrdersEdit />} />
          <Route path="/customers" element={<CustomersList />} />
          <Route path="/customers/new" element={<CustomersCreate />} />
          <Route path="/customers/:id" element={<CustomersShow />} />
          <Route path="/customers/:id/edit" element={<CustomersEdit />} />
          <Route path="/products" element={<ProductsList />} />
          <Route path="/products/new" element={<ProductsCreate />} />
          <Route path="/products/:id" element={<ProductsShow />} />
          <Route path="/products/:id/edit" element={<ProductsEdit />} />
          <Route path="/order-lines" element={<OrderLinesList />} />
          <Route path="/order-lines/:id" element={<OrderLinesShow />} />
          <Route path="/territories" element={<TerritoriesList />} />
          <Route path="/territories/new" element={<TerritoriesCreate />} />
          <Route path="/territories/:id" element={<TerritoriesShow />} />
          <Route path="/territories/:id/edit" element={<TerritoriesEdit />} />
        </Route>
      </Routes>
    </Refine>
  </HashRouter>
)
