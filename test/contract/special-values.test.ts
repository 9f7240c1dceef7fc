/** Advice of `corollary check` to declare columns with values that JSON lacks. */
import {
  arrayOf,
  date,
  decimal,
  defineEntity,
  defineSchema,
  float,
  instant,
  integer,
} from 'corollary'
import { expect, test } from 'vitest'
import { adviseSpecialValues } from '../../src/advice/advise-special-values.js'
import { tablesOf } from '../../src/database/catalog/catalog.js'
import { readCatalog } from '../../src/database/catalog/read-catalog.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { freshDatabase } from '../support/database.js'

const prices = defineEntity('prices', {
  id: integer({ primaryKey: true }),
  since: date(),
  validTo: instant(),
  ends: date({ nullable: true, specialValues: true }),
  factor: decimal({ precision: 8, scale: 2 }),
  shares: arrayOf(float()),
  plain: arrayOf(float()),
})
const slow = defineEntity('slow', { id: integer({ primaryKey: true }), until: date() })
const schema = defineSchema({ prices, slow })
const resources = (['prices', 'slow'] as const).map((name) =>
  schema.resource(name, {
    ...{ key: `special.${name}`, response: { id: '.' }, filter: {}, defaultSort: ['id'] },
  }),
)

const code = 'SPECIAL_VALUES_UNDECLARED'

test('check names undeclared columns whose default or rows have values that JSON lacks', async () => {
  const { client, close } = await freshDatabase()
  try {
    await client.query(`
      create table prices (id int primary key, since date not null,
        valid_to timestamptz not null default 'infinity', ends date, factor numeric(8,2) not null,
        shares float8[] not null, plain float8[] not null);
      create table slow (id int primary key, until date not null);
      insert into prices values (1, '2024-01-01', now(), 'infinity', 'NaN', '{1,NaN}', '{1}');
      insert into slow values (1, 'infinity')`)
    const diagnostics = new Diagnostics()
    const model = compileModel(resources, diagnostics)
    const catalog = await readCatalog(client, tablesOf(model.entities))
    // A table that cannot be read leaves the others as they are.
    await client.query('alter table slow rename until to since')
    await adviseSpecialValues(client, model, catalog, diagnostics)
    const message =
      'The column has infinity, NaN or years outside of 1 to 9999, which are sent as null;'
    expect(diagnostics.all.map(({ code, path, message }) => [code, path, message])).toEqual([
      [code, 'entities.prices.validTo', `${message} declare specialValues: true.`],
      [code, 'entities.prices.factor', `${message} declare specialValues: true.`],
      [code, 'entities.prices.shares', `${message} declare specialValues: true of its items.`],
    ])
  } finally {
    await close()
  }
})
