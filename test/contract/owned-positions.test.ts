/** Advice about unique constraints that keep the rows of an owned list from changing places. */
import { expect, test } from 'vitest'
import { advisePositions } from '../../src/advice/advise-positions.js'
import { tablesOf } from '../../src/database/catalog/catalog.js'
import { readCatalog } from '../../src/database/catalog/read-catalog.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { freshDatabase } from '../support/database.js'
import { linesApi, ordersApi, tables } from '../support/owned-contract.js'

test('check names the unique constraints of positions that are not deferrable', async () => {
  const { client, close } = await freshDatabase()
  try {
    await client.query(`${tables};
      create unique index places on lines (order_id, position);
      alter table lines add constraint positions unique (position, order_id);
      alter table lines add constraint late unique (order_id, position) deferrable;
      create unique index others on lines (order_id, position, product_id)`)
    const diagnostics = new Diagnostics()
    const model = compileModel([ordersApi, linesApi], diagnostics)
    const catalog = await readCatalog(client, tablesOf(model.entities))
    advisePositions(model, catalog, diagnostics)
    const start = (name: string) =>
      `The unique index '${name}' is checked row by row, so rows of the list cannot change places. Replace it: `
    expect(diagnostics.all.map(({ path, message }) => [path, message]).sort()).toEqual([
      [
        'entities.orders.lines',
        `${start('places')}DROP INDEX places; ALTER TABLE public.lines ADD UNIQUE (order_id, "position") DEFERRABLE`,
      ],
      [
        'entities.orders.lines',
        `${start('positions')}ALTER TABLE public.lines DROP CONSTRAINT positions, ADD UNIQUE ("position", order_id) DEFERRABLE`,
      ],
    ])
  } finally {
    await close()
  }
})
