import { Admin, Resource } from 'react-admin'
import { authProvider, dataProvider } from './providers'
import { customers } from './resources/customers'
import { orderLines } from './resources/order-lines'
import { orders } from './resources/orders'
import { products } from './resources/products'
import { territories } from './resources/territories'

export const App = () => (
  <Admin title="Sales" dataProvider={dataProvider} authProvider={authProvider} disableTelemetry>
    <Resource {...orders} />
    <Resource {...customers} />
    <Resource {...products} />
    <Resource {...orderLines} />
    <Resource {...territories} />
  </Admin>
)
