/** Wrong keys and references: reported when a contract is compiled, and against the database. */
import {
  asText,
  belongsTo,
  compositeKey,
  date,
  defineEntity,
  defineSchema,
  hasMany,
  integer,
  json,
  text,
} from 'corollary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adviseDrift } from '../../src/advice/advise-drift.js'
import { adviseIndexes } from '../../src/advice/advise-indexes.js'
import { tablesOf } from '../../src/database/catalog/catalog.js'
import { readCatalog } from '../../src/database/catalog/read-catalog.js'
import { checkAgainstDatabase } from '../../src/database/check/check-contract.js'
import { keyChecks, viewKeysOf } from '../../src/database/check/check-view-keys.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

/** Wrong contracts do not compile, so the fields come as plain objects. */
type Fields = Readonly<Record<string, unknown>>

const orders = { id: integer({ primaryKey: true }), code: text(), note: text({ nullable: true }) }
const lines = {
  id: compositeKey(['order', 'nr']),
  order: belongsTo('orders', { column: 'order_id' }),
  nr: integer(),
  amount: integer({ nullable: true }),
}
const define = (name: string, fields: Fields, view = false) =>
  defineEntity(name, fields as never, view ? { view } : {})

const response = (fields: Fields) => ({
  ...Object.fromEntries(
    Object.keys(fields).flatMap((name) => (name === 'id' ? [[name, '.']] : [])),
  ),
})

interface Contract {
  readonly orders?: Fields
  readonly lines?: Fields
  readonly others?: Readonly<Record<string, Fields>>
  readonly shapes?: object
  readonly view?: boolean
}

const compile = (contract: Contract) => {
  const fields = { ...lines, ...contract.lines }
  const schema = defineSchema({
    orders: define('orders', { ...orders, ...contract.orders }),
    lines: define('lines', fields, contract.view),
    ...Object.fromEntries(
      Object.entries(contract.others ?? {}).map(([name, each]) => [name, define(name, each)]),
    ),
  } as never) as unknown as { readonly resource: (name: string, data: object) => never }
  const diagnostics = new Diagnostics()
  const resource = schema.resource('lines', {
    key: 'tests.lines',
    response: response(fields),
    filter: {},
    defaultSort: ['id'],
    ...contract.shapes,
  })
  const model = compileModel([resource], diagnostics)
  return { model, diagnostics }
}

const errorsOf = ({ errors }: Diagnostics) => errors.map(({ path, message }) => [path, message])

const adviceOf = ({ all }: Diagnostics) =>
  all.filter(({ severity }) => severity === 'advice').map(({ message }) => message)

const about = (part: string, message: string) => ['entities.lines.id', `${part}${message}`] as const

describe('a composite key is refused if', () => {
  test.each([
    [
      'a part is unknown',
      { id: compositeKey(['order', 'nrr']) },
      about('', "There is no field 'nrr' in lines; did you mean 'nr'?"),
    ],
    [
      'a part may be null',
      { id: compositeKey(['order', 'amount']) },
      about("'amount'", ' may be null; a part of a key never is.'),
    ],
    [
      'a part is a list or JSON',
      { id: compositeKey(['order', 'nr']), nr: json() },
      about("'nr'", ' is of type json, which cannot be part of a key.'),
    ],
    [
      'a part is only read',
      { id: compositeKey(['order', 'nr']), nr: asText() },
      about("'nr'", ' is of type text, which cannot be part of a key.'),
    ],
    [
      'a part is a collection',
      { id: compositeKey(['nr', 'others']), others: hasMany('orders', { column: 'x' }) },
      about("'others'", ' is not a to-one relation that is never null.'),
    ],
    [
      'a part is hidden from some callers',
      { id: compositeKey(['order', 'nr']), nr: integer({ visibleTo: ['x'] }) },
      about('', "Every caller sees the key of a record; remove 'visibleTo' of 'nr'."),
    ],
    [
      'a part is named twice',
      { id: compositeKey(['nr', 'nr']) },
      about('', 'A composite key consists of at least two columns, each named once.'),
    ],
    [
      'it contains itself, behind a relation',
      { id: compositeKey(['nr', 'self']), self: belongsTo('lines', { column: 'self_nr' }) },
      about('', "The key of 'lines', to which 'self' refers, is not usable."),
    ],
  ])('%s', (_, fields, error) => {
    expect(errorsOf(compile({ lines: fields }).diagnostics)).toContainEqual(error)
  })
})

test('relations name one column for each part of the key, and an existing column of the target', () => {
  const { diagnostics } = compile({
    orders: {
      lines: hasMany('lines', { column: ['a', 'b'] }),
      odd: hasMany('lines', { column: 'a', references: 'cod' }),
    },
    others: {
      parcels: {
        id: integer({ primaryKey: true }),
        line: belongsTo('lines', { column: 'line_id' }),
        order: belongsTo('orders', { column: 'order_code', references: 'cod' }),
        hidden: belongsTo('orders', { column: 'order_note', references: 'secret' }),
      },
    },
  })
  expect(errorsOf(diagnostics)).toEqual([
    [
      'entities.orders.lines',
      "The key of orders consists of 'id'; name one column for each, in this order.",
    ],
    ['entities.orders.odd', "There is no column 'cod' in orders; did you mean 'code'?"],
    [
      'entities.parcels.line',
      "The key of lines consists of 'order_id' and 'nr'; name one column for each, in this order.",
    ],
    ['entities.parcels.order', "There is no column 'cod' in orders; did you mean 'code'?"],
    ['entities.parcels.hidden', "There is no column 'secret' in orders; there are id, code, note."],
  ])
})

test('a foreign key does not show the values of a column that is hidden from some callers', () => {
  const { diagnostics } = compile({
    orders: { code: text({ visibleTo: ['x'] }) },
    lines: { byCode: belongsTo('orders', { column: 'order_code', references: 'code' }) },
  })
  expect(errorsOf(diagnostics)).toEqual([
    [
      'entities.lines.byCode',
      "'code' of orders is hidden from some callers, but foreign keys would show its values.",
    ],
  ])
})

test('a column of a composite foreign key is a field of its own only if every caller sees both', () => {
  const visibleTo = ['x']
  const shared = (field: Fields, options = {}) => ({
    others: {
      parcels: {
        id: integer({ primaryKey: true }),
        line: belongsTo('lines', { column: ['order_id', 'nr'], nullable: true, ...options }),
        ...field,
      },
    },
  })
  const order = { column: 'order_id', nullable: true }
  const sound = [
    shared({ nr: integer({ nullable: true }) }),
    shared({ order: belongsTo('orders', order) }),
  ]
  for (const each of sound) expect(errorsOf(compile(each).diagnostics)).toEqual([])
  const hidden = [
    shared({ nr: integer({ nullable: true, visibleTo }) }),
    shared({ nr: integer({ nullable: true }) }, { visibleTo }),
    shared({ order: belongsTo('orders', { ...order, visibleTo }) }),
    shared({ order: belongsTo('orders', order) }, { visibleTo }),
  ]
  for (const each of hidden) {
    const codes = compile(each).diagnostics.errors.map(({ code }) => code)
    expect(new Set(codes)).toEqual(new Set(['DUPLICATE']))
  }
})

test('a key is a foreign key too if every caller sees both, and no update writes it', () => {
  const details = (options = {}) => ({
    lines: {
      id: integer({ primaryKey: true }),
      order: belongsTo('orders', { column: 'id', ...options }),
    },
  })
  expect(errorsOf(compile(details()).diagnostics)).toEqual([])
  expect(errorsOf(compile(details({ visibleTo: ['x'] })).diagnostics)).toEqual([
    ['entities.lines.order', "The column 'id' already belongs to the field 'id'."],
  ])
  const shapes = { create: { order: 'order.id', nr: '.' }, update: { order: 'order.id' } }
  expect(errorsOf(compile({ ...details(), shapes }).diagnostics)).toEqual([
    ['lines.update.order', "'order' is the key, which never changes; remove it."],
  ])
})

test('fields share a column only if the same callers edit them', () => {
  const editableBy = ['x', 'y']
  const nullable = true
  const errors = (line: Fields, field: Fields) => {
    const parcels = {
      id: integer({ primaryKey: true }),
      line: belongsTo('lines', { column: ['order_id', 'nr'], nullable, ...line }),
      ...field,
    }
    return errorsOf(compile({ others: { parcels } }).diagnostics)
  }
  const order = (options: Fields) => ({
    order: belongsTo('orders', { column: 'order_id', nullable, ...options }),
  })
  const same = ['y', 'x']
  expect(errors({ editableBy }, { nr: integer({ nullable, editableBy: same }) })).toEqual([])
  expect(errors({ editableBy }, order({ editableBy: same }))).toEqual([])
  const different = (field: string, column: string) => [
    [
      `entities.parcels.${field}`,
      `The column '${column}' also belongs to the field '${field === 'line' ? 'nr' : 'line'}', which other callers edit; give both the same 'editableBy'.`,
    ],
  ]
  expect(errors({}, { nr: integer({ nullable, editableBy }) })).toEqual(different('line', 'nr'))
  expect(errors({ editableBy }, { nr: integer({ nullable }) })).toEqual(different('line', 'nr'))
  expect(errors({ editableBy }, order({ editableBy: ['x'] }))).toContainEqual(
    different('order', 'order_id')[0],
  )
  expect(errors({}, order({ editableBy }))).toContainEqual(different('order', 'order_id')[0])
})

test('shapes write the parts of a key in a create only; a key has no statistics', () => {
  const { diagnostics } = compile({
    shapes: {
      response: { id: '.', nr: '.' },
      create: { id: '.', nr: '.' },
      update: { orderId: 'order.id', amount: '.' },
      stats: { id: { path: '.', operations: ['GROUP_BY'] } },
    },
  })
  expect(errorsOf(diagnostics)).toEqual([
    ['lines.create.id', "'id' is a composite key; write its parts instead."],
    [
      'lines.create',
      "'order' is neither nullable nor generated and has no default, so the create shape must contain it.",
    ],
    ['lines.update.orderId', "'order' is part of the key, which never changes; remove it."],
    ['lines.stats.id', 'A column of type key has no statistics.'],
  ])
})

describe('against the database', () => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase()
    await database.client.query(`
      create table orders (id int8 primary key, code text not null unique, note text, title text not null);
      create table lines (order_id int8 references orders, nr int8, amount int8,
        primary key (order_id, nr));
      create table pieces (id int8 primary key, order_id int8, nr int8, order_code text references orders (code),
        foreign key (order_id, nr) references lines);
      create table loose (order_id int8 not null, nr int8 not null, amount int8);
      create table spans (a date not null, b int8 not null, unique (a, b));
      create view sums as select order_id, nr, amount from lines;
      create view doubled as select order_id, nr, amount from lines, generate_series(1, 2);
      insert into orders values (1, 'a', null, 't');
      insert into lines values (1, 1, 1), (1, 2, 1)`)
  })
  afterAll(() => database.close())

  const check = async (contract: Contract, table = 'lines') => {
    const { model, diagnostics } = compile(contract)
    const entities = model.entities.map((entity) =>
      entity.name === 'lines' ? Object.assign(entity, { table: { name: table } }) : entity,
    )
    expect(errorsOf(diagnostics)).toEqual([])
    const catalog = await readCatalog(database.client, tablesOf(entities))
    checkAgainstDatabase(model, catalog, diagnostics)
    await keyChecks.check(database.client, viewKeysOf(entities, catalog), diagnostics)
    return { model, catalog, diagnostics }
  }

  test('a key of several columns must be unique together', async () => {
    expect(errorsOf((await check({})).diagnostics)).toEqual([])
    const { diagnostics } = await check({}, 'loose')
    expect(errorsOf(diagnostics)).toContainEqual([
      'entities.lines.id',
      "'order_id' and 'nr' are neither the primary key nor unique together in 'loose'.",
    ])
  })

  test('a unique constraint of NOT NULL columns is a key; the primary key is named otherwise', async () => {
    const spans = { id: compositeKey(['a', 'b']), a: date(), b: integer() }
    expect(errorsOf((await check({ others: { spans } })).diagnostics)).toEqual([])
    const wrong = { id: compositeKey(['order', 'amount']), amount: integer() }
    const { diagnostics } = await check({
      lines: wrong,
    })
    expect(errorsOf(diagnostics)).toContainEqual([
      'entities.lines.id',
      "'order_id' and 'amount' are neither the primary key nor unique together in 'lines'; its primary key is 'order_id' and 'nr'.",
    ])
  })

  test('the rows of a view are read to check a key of several columns', async () => {
    expect(errorsOf((await check({ view: true }, 'sums')).diagnostics)).toEqual([])
    expect(errorsOf((await check({ view: true }, 'doubled')).diagnostics)).toEqual([
      [
        'entities.lines.id',
        "'order_id' and 'nr' are not unique in the view 'doubled': pages would repeat records. Mark a column that is, or add one to the view.",
      ],
    ])
  })

  const piece = { id: integer({ primaryKey: true }) }

  test('references are compared with foreign keys, column by column', async () => {
    const pieces = (fields: Fields) => ({ others: { pieces: { ...piece, ...fields } } })
    const nullable = true
    const sound = pieces({
      line: belongsTo('lines', { column: ['order_id', 'nr'], nullable }),
      order: belongsTo('orders', { column: 'order_code', references: 'code', nullable }),
    })
    expect(errorsOf((await check(sound)).diagnostics)).toEqual([])
    const swapped = await check(
      pieces({ line: belongsTo('lines', { column: ['nr', 'order_id'], nullable }) }),
    )
    expect(errorsOf(swapped.diagnostics)).toEqual([
      [
        'entities.pieces.line',
        "The foreign key of 'nr' in 'pieces' refers to 'nr' of 'public.lines', not to 'order_id' of 'lines', the key of lines.",
      ],
      [
        'entities.pieces.line',
        "The foreign key of 'order_id' in 'pieces' refers to 'order_id' of 'public.lines', not to 'nr' of 'lines', the key of lines.",
      ],
    ])
    const repeated = await check(
      pieces({
        order: belongsTo('orders', { column: 'order_code', references: 'note', nullable }),
      }),
    )
    expect(errorsOf(repeated.diagnostics)).toContainEqual([
      'entities.pieces.order',
      "'note' is not unique in 'orders', so that no relation can refer to it; make it unique, or refer to the primary key.",
    ])
    const notNull = await check(
      pieces({ line: belongsTo('lines', { column: ['order_id', 'nr'] }) }),
    )
    expect(errorsOf(notNull.diagnostics)).toHaveLength(2)
  })

  test('advice names undeclared foreign keys and missing indexes of several columns', async () => {
    const fields = { orderId: integer({ nullable: true }), nr: integer({ nullable: true }) }
    const plain = await check({ others: { pieces: { ...piece, ...fields } } })
    adviseDrift(plain.model, plain.catalog, plain.diagnostics)
    expect(adviceOf(plain.diagnostics)).toContain(
      "The columns 'order_id' and 'nr' refer to lines; declare belongsTo('lines', { column: ['order_id', 'nr'] }) to read, filter and offer its records.",
    )
    const { model, catalog, diagnostics } = await check({
      lines: { pieces: hasMany('pieces', { column: ['order_id', 'nr'] }) },
      others: { pieces: piece },
      shapes: { filter: { pieces: { operation: 'SIZE_GT', path: 'pieces' } } },
    })
    adviseIndexes(model, catalog, diagnostics)
    expect(adviceOf(diagnostics)).toEqual([
      'No index serves this filter. CREATE INDEX ON pieces (order_id, nr);',
    ])
  })
})
