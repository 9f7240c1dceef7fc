/** The sales sample on a port, and typed clients of it, for a test file. */
import type { AddressInfo } from 'node:net'
import { type Client, createClient } from 'corollary/client'
import { beforeAll } from 'vitest'
import sales from '../../../../examples/sales/app.js'
import type { customers } from '../../../../examples/sales/resources/customers.js'
import type { orderLines } from '../../../../examples/sales/resources/order-lines.js'
import type { orders } from '../../../../examples/sales/resources/orders.js'
import type { products } from '../../../../examples/sales/resources/products.js'
import type { territories } from '../../../../examples/sales/resources/territories.js'
import { fewSalesDatabase } from '../../../../test/support/database.js'
import { useService } from '../../../../test/support/use-service.js'

type Sales = readonly [
  typeof orders,
  typeof customers,
  typeof products,
  typeof orderLines,
  typeof territories,
]

const callers = Object.fromEntries(
  (sales.callers ?? []).map(({ id, authorities }) => [id, { authorities }]),
)

/** @param caller of `examples/sales/callers.ts` */
export const useSalesClient = (caller: string): { readonly client: Client<Sales> } => {
  const { resources } = sales
  const workflow = useService({ resources, callers, database: fewSalesDatabase })
  let baseUrl = ''
  beforeAll(async () => {
    const { app } = workflow.service
    await app.listen({ host: '127.0.0.1', port: 0 })
    baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  })
  const headers = { Authorization: `Bearer ${caller}` }
  return {
    get client() {
      return createClient<Sales>({ baseUrl, headers })
    },
  }
}
