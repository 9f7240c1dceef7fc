/** Orders, customers and products: the application of `npm run start:sales`. */
import { defineApplication } from 'corollary'
import { callers } from './callers.js'
import { prepareDatabase } from './database/seed.js'
import { customers } from './resources/customers.js'
import { orderLines } from './resources/order-lines.js'
import { orders } from './resources/orders.js'
import { products } from './resources/products.js'
import { territories } from './resources/territories.js'

export default defineApplication({
  title: 'Sales',
  info: {
    description: 'Orders, customers and products of a sample company that furnishes offices.',
    contact: { name: 'The sample company' },
    license: { name: 'MIT', identifier: 'MIT' },
  },
  resources: [orders, customers, products, orderLines, territories],
  callers,
  prepare: prepareDatabase,
})
