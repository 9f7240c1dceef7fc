/** Lists of owned records have no column: a file neither has nor changes them. */
import { expect, test } from 'vitest'
import { ordersApi, tables } from '../../support/owned-contract.js'
import { tablesOf, useService } from '../../support/use-service.js'

const shop = useService({
  resources: [{ ...ordersApi, data: { ...ordersApi.data, import: { key: 'number' } } }],
  callers: { all: { authorities: ['sales:secrets'] } },
  database: tablesOf(`${tables};
    insert into orders (number) values ('A');
    insert into lines (order_id, position, product_id, quantity, price) values (1, 0, 1, 1, 1.5)`),
})

const importFile = (body: string, query = '') =>
  shop.send('all', 'POST', `/api/sales/orders/import${query}`, body, { 'content-type': 'text/csv' })

test.each(['lines', 'lines[1].quantity', 'lines.0.quantity'])(
  'the column %s is refused as that of a list, or ignored with ignoreUnknown=true',
  async (header) => {
    const file = `number,${header}\nA,7\n`
    const refused = await importFile(file)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors).toMatchObject([
      { target: header, properties: { reason: 'column-of-list', header } },
    ])
    const ignored = await importFile(file, '?ignoreUnknown=true')
    expect(ignored.json().data, ignored.body).toMatchObject({
      unchanged: 1,
      columns: [{ field: 'number' }, { header, field: null }],
    })
    expect(await shop.rows('select quantity from lines')).toEqual([{ quantity: 1 }])
  },
)
