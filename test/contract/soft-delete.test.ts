/** Faults of soft delete, and what `check` advises about it. */
import {
  belongsTo,
  DELETED,
  date,
  defineEntity,
  defineSchema,
  instant,
  integer,
  text,
} from 'corollary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adviseDeletedKeys } from '../../src/advice/advise-deleted-keys.js'
import { tablesOf } from '../../src/database/catalog/catalog.js'
import { readCatalog } from '../../src/database/catalog/read-catalog.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'
import { trashResources, trashTables } from '../support/trash.js'

interface Wrong {
  readonly orders?: object
  readonly lines?: object
  readonly reference?: object
  readonly filter?: object
  readonly resource?: object
}

const compiled = ({ orders = {}, lines = {}, reference, filter = {}, resource = {} }: Wrong) => {
  const schema = defineSchema({
    orders: defineEntity(
      'orders',
      {
        id: integer({ primaryKey: true }),
        name: text(),
        day: date({ nullable: true }),
        deletedAt: instant({ nullable: true }),
        createdAt: instant(),
      },
      orders,
    ),
    lines: defineEntity(
      'lines',
      {
        id: integer({ primaryKey: true }),
        order: belongsTo('orders', { column: 'order_id', ...reference }),
        parent: belongsTo('lines', { column: 'parent_id' }),
      },
      lines,
    ),
  })
  const api = schema.resource('orders', {
    ...{ key: 'tests.orders', response: { id: '.', name: '.' }, defaultSort: ['id'] },
    filter: filter as Record<string, never>,
    ...resource,
  } as never)
  const diagnostics = new Diagnostics()
  compileModel([api], diagnostics)
  return diagnostics.all.map(({ code, path, message }) => `${code} ${path}: ${message}`)
}

const marked = { softDelete: { at: 'deletedAt' } }

test.each<[string, Wrong, string]>([
  [
    'a column that does not exist',
    { orders: { softDelete: { at: 'deletedOn' } } },
    "SOFT_DELETE_INVALID entities.orders.softDelete.at: There is no column 'deletedOn' in orders",
  ],
  [
    'a day',
    { orders: { softDelete: { at: 'day' } } },
    "SOFT_DELETE_INVALID entities.orders.softDelete.at: 'day' must be a column of type instant that can be null",
  ],
  [
    'an instant that is never null',
    { orders: { softDelete: { at: 'createdAt' } } },
    "SOFT_DELETE_INVALID entities.orders.softDelete.at: 'createdAt' must be",
  ],
  [
    'an author that is never null',
    { orders: { softDelete: { at: 'deletedAt', by: 'name' } } },
    "SOFT_DELETE_INVALID entities.orders.softDelete.by: 'name' must be a column of type text",
  ],
  [
    'rows that are never written',
    { orders: { ...marked, immutable: true } },
    'SOFT_DELETE_INVALID entities.orders.softDelete: Rows of the entity are never written',
  ],
  [
    'parts of rows that are destroyed',
    { lines: { deletedWith: 'order' } },
    "SOFT_DELETE_INVALID entities.lines.deletedWith: 'order' leads to orders, whose rows are not deleted softly",
  ],
  [
    'parts of themselves',
    { lines: { deletedWith: 'parent' } },
    "SOFT_DELETE_INVALID entities.lines.deletedWith: 'parent' leads to lines",
  ],
  [
    'a relation that does not exist',
    { orders: marked, lines: { deletedWith: 'ordr' } },
    "SOFT_DELETE_INVALID entities.lines.deletedWith: There is no to-one relation 'ordr' in lines",
  ],
  [
    'a relation that shows deleted rows where rows are destroyed',
    { reference: { showsDeleted: true } },
    'SOFT_DELETE_INVALID entities.lines.order: Rows of orders are not deleted softly',
  ],
  [
    'a filter member without a mark',
    { filter: { deleted: DELETED({ authorities: ['trash'] }) } },
    "SOFT_DELETE_INVALID orders.filter.deleted: Rows of 'orders' are destroyed when they are deleted",
  ],
  [
    'a filter member without authorities',
    { orders: marked, filter: { deleted: DELETED({ authorities: [] }) } },
    "SOFT_DELETE_INVALID orders.filter.deleted: 'authorities' must name",
  ],
  [
    'a filter member in a rule of row access',
    {
      orders: {
        ...marked,
        rowAccess: {
          filter: { deleted: DELETED({ authorities: ['trash'] }) },
          visibleTo: () => 'all',
        },
      },
    },
    'SOFT_DELETE_INVALID entities.orders.rowAccess.filter.deleted: Row access cannot show deleted rows',
  ],
  [
    'an intent with the name of a built-in one',
    {
      orders: marked,
      resource: { delete: true, intents: { restore: { title: 'Back', fields: { name: '.' } } } },
    },
    "DUPLICATE orders.intents.restore: 'restore' is already an operation",
  ],
  [
    'a guard of an operation that the resource lacks',
    { resource: { delete: true, guards: { permanentDelete: { authorities: ['purge'] } } } },
    "GUARD_INVALID orders.guards.permanentDelete: The resource does not declare the operation 'permanentDelete'",
  ],
])('a contract with %s is refused', (_, wrong, expected) => {
  const messages = compiled(wrong)
  expect(messages).toContainEqual(expect.stringContaining(expected))
})

test('an intent may be called restore where deletes destroy records', () => {
  const intents = { restore: { title: 'Back', fields: { name: '.' } } }
  expect(compiled({ resource: { delete: true, intents } })).toEqual([])
})

describe('check', () => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase()
    await database.client.query(`${trashTables}
      create unique index taken on tags (lower(name));
      create unique index told_apart on tags (name, deleted_at);
      alter table orders add constraint numbers unique (number)`)
  })
  afterAll(() => database.close())

  test('names unique indexes in which deleted rows take their keys', async () => {
    const diagnostics = new Diagnostics()
    const model = compileModel(trashResources, diagnostics)
    const catalog = await readCatalog(database.client, tablesOf(model.entities))
    adviseDeletedKeys(model, catalog, diagnostics)
    expect(diagnostics.all.map(({ path, message }) => [path, message.split(': ').at(-1)])).toEqual([
      [
        'entities.orders.softDelete',
        'CREATE UNIQUE INDEX ON orders (number) WHERE deleted_at IS NULL',
      ],
      [
        'entities.tags.softDelete',
        'CREATE UNIQUE INDEX ON tags (lower(name)) WHERE deleted_at IS NULL',
      ],
    ])
  })
})
