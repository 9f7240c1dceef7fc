/** Faults of enums that the database stores as numbers, and advice about numbers without a name. */
import { defineEntity, defineSchema, enumOf, integer } from 'corollary'
import { expect, test } from 'vitest'
import { adviseUndeclaredNumbers } from '../../src/advice/advise-undeclared-numbers.js'
import { tablesOf } from '../../src/database/catalog/catalog.js'
import { readCatalog } from '../../src/database/catalog/read-catalog.js'
import { checkAgainstDatabase } from '../../src/database/check/check-contract.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { freshDatabase } from '../support/database.js'

const plain = defineEntity('orders', { id: integer({ primaryKey: true }) })

/** A model of one entity with these columns, and the diagnostics of its compilation. */
const compiled = (columns: object) => {
  const orders = { ...plain, fields: { ...plain.fields, ...columns } }
  const resource = defineSchema({ orders }).resource('orders', {
    key: 'tests.orders',
    response: { id: '.' },
    filter: {},
    defaultSort: ['id'],
  })
  const diagnostics = new Diagnostics()
  return { model: compileModel([resource], diagnostics), diagnostics }
}
const messagesOf = ({ all }: Diagnostics) => all.map(({ path, message }) => `${path}: ${message}`)

test('a contract names each value once, and numbers are whole', () => {
  const { diagnostics } = compiled({
    twice: enumOf({ 1: 'OPEN', 2: 'OPEN' }),
    empty: enumOf({}),
    half: enumOf({ 1.5: 'HALF' }),
    wrongDefault: enumOf({ 1: 'OPEN' }, { default: 'CLOSED' as never }),
  })
  expect(messagesOf(diagnostics)).toEqual([
    'entities.orders.twice: An enum needs at least one value, and no value twice.',
    'entities.orders.empty: An enum needs at least one value, and no value twice.',
    'entities.orders.half: The numbers of an enum must be integers within ±(2^53 − 1).',
    expect.stringMatching(/wrongDefault: The default does not fit: .*OPEN/),
  ])
})

test('check compares the numbers with the column, and counts those without a name', async () => {
  const { client, close } = await freshDatabase()
  try {
    await client.query(`
      create table orders (id int primary key, status smallint, kind smallint not null, word text);
      insert into orders select n, nullif(n % 4, 0), 1, 'x' from generate_series(1, 8) as n`)
    const { model, diagnostics } = compiled({
      status: enumOf({ 1: 'DRAFT', 3: 'SENT' }, { nullable: true }),
      kind: enumOf({ 1: 'SHORT', 40000: 'LONG' }),
      word: enumOf({ 1: 'A' }, { nullable: true }),
    })
    const catalog = await readCatalog(client, tablesOf(model.entities))
    checkAgainstDatabase(model, catalog, diagnostics)
    expect(messagesOf(diagnostics)).toEqual([
      'entities.orders.kind: The column is smallint, which cannot hold 40000.',
      expect.stringMatching(/word: .*does not fit the column's type text/),
    ])
    const advice = new Diagnostics()
    const sound = compiled({ status: enumOf({ 1: 'DRAFT', 3: 'SENT' }, { nullable: true }) })
    await adviseUndeclaredNumbers(client, sound.model, catalog, advice)
    expect(messagesOf(advice)).toEqual([
      'entities.orders.status: 2 of the first 10000 rows have a number that the enum does not declare, such as 2, and are sent as null; declare it.',
    ])
  } finally {
    await close()
  }
})
