/** Faults of computed fields. */
import {
  belongsTo,
  boolean,
  computed,
  date,
  decimal,
  defineEntity,
  defineSchema,
  enumOf,
  hasMany,
  IS_TRUE,
  integer,
  now,
  sql,
  text,
  today,
} from 'corollary'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import type { Model } from '../../src/model/types/resource-model.js'
import { checkComputed } from '../../src/server/compose/check-computed.js'
import { freshDatabase } from '../support/database.js'

const orders = defineEntity('orders', {
  id: integer({ primaryKey: true }),
  word: text({ maxLength: 8 }),
  total: integer(),
  lines: hasMany('lines', { column: 'order_id' }),
})
const lines = defineEntity('lines', {
  id: integer({ primaryKey: true }),
  amount: integer(),
  order: belongsTo('orders', { column: 'order_id' }),
})
const base = defineSchema({ orders, lines })

type Schema = typeof base

const compiled = (extend: (schema: Schema) => unknown) => {
  const schema = extend(base) as Schema
  const resource = schema.resource('orders', {
    key: 'tests.orders',
    response: { id: '.' },
    filter: {},
    defaultSort: ['id'],
  })
  const diagnostics = new Diagnostics()
  const model = compileModel([resource], diagnostics)
  return { model, diagnostics }
}
const faultsIn = async (client: pg.ClientBase, { entities }: Model) => {
  const diagnostics = new Diagnostics()
  await checkComputed(client, entities, diagnostics)
  return messagesOf(diagnostics)
}
const messagesOf = ({ all }: Diagnostics) => all.map(({ path, message }) => `${path}: ${message}`)

test('wrong paths, values and circles are named', () => {
  const wrong = (fields: object) => (schema: Schema) =>
    schema.computed('orders', () => fields as never)
  const path = (name: string) => ({ is: 'path', path: name }) as const
  const { diagnostics } = compiled(
    wrong({
      lost: computed(integer(), sql`${path('totl')} + 1`),
      many: computed(integer(), sql`${path('lines.amount')} + 1`),
      first: computed(integer(), sql`${path('second')} + 1`),
      second: computed(integer(), sql`${path('first')} + 1`),
    }),
  )
  expect(messagesOf(diagnostics)).toEqual([
    expect.stringMatching(/orders.lost: There is no field 'totl' in orders; did you mean 'total'/),
    expect.stringMatching(/orders.many: Path 'lines.amount' leads to a value of many records;/),
    expect.stringMatching(
      /orders.first: The computed field reads itself: orders.first → orders.second → orders.first/,
    ),
    expect.stringMatching(/orders.second: .*reads itself/),
  ])
  const criteria = compiled((schema) =>
    schema.computed('orders', ({ lines: rows }) => ({
      some: rows.count({ amount: 'x' as never }),
    })),
  )
  expect(messagesOf(criteria.diagnostics)).toEqual([
    expect.stringMatching(/orders.some: The value for 'amount' does not fit: .*an integer/),
  ])
})

test('options of tables are refused, and fields of some callers as the state', () => {
  const schema = base.computed('orders', ({ total }) => ({
    twice: computed(integer({ editableBy: ['boss'], default: 1 }), sql`${total} * 2`),
    size: computed(enumOf(['SMALL', 'LARGE'], { visibleTo: ['boss'] }), sql`'SMALL'`),
  }))
  const resource = schema.resource('orders', {
    key: 'tests.orders',
    response: { id: '.', twice: '.' },
    update: { word: '.' },
    filter: {},
    defaultSort: ['id'],
    stateField: 'size',
    guards: { update: { rule: { needs: ['twise'], refuses: () => undefined } } },
  } as never)
  const diagnostics = new Diagnostics()
  compileModel([resource], diagnostics)
  expect(messagesOf(diagnostics)).toEqual([
    "entities.orders.twice: 'editableBy' does not apply to a computed field; remove it.",
    "entities.orders.twice: 'default' does not apply to a computed field; remove it.",
    expect.stringMatching(/'size' is hidden from some callers\./),
    expect.stringMatching(/no column 'twise'.*did you mean 'twice'/),
  ])
})

test('row access does not depend on the time', () => {
  const dated = defineEntity(
    'orders',
    { id: integer({ primaryKey: true }), word: text({ maxLength: 8 }), dueOn: date() },
    { rowAccess: { filter: { late: IS_TRUE() }, visibleTo: () => ({ late: true }) } },
  )
  const schema = defineSchema({ orders: dated }).computed('orders', ({ dueOn }) => ({
    late: computed(boolean(), sql`${dueOn} < ${today}`),
  }))
  const resource = schema.resource('orders', {
    key: 'tests.orders',
    response: { id: '.' },
    filter: {},
    defaultSort: ['id'],
  })
  const diagnostics = new Diagnostics()
  compileModel([resource], diagnostics)
  expect(messagesOf(diagnostics)).toEqual([
    'entities.orders.rowAccess.filter.late: The field depends on the current time, so row access cannot use it; compare with a stored value.',
  ])
})

test('a write shape does not contain computed fields', () => {
  const schema = base.computed('orders', ({ lines: rows }) => ({ size: rows.count() }))
  const resource = schema.resource('orders', {
    key: 'tests.orders',
    response: { id: '.', size: '.' },
    update: { word: '.', size: '.' } as never,
    filter: {},
    defaultSort: ['id'],
  })
  const diagnostics = new Diagnostics()
  compileModel([resource], diagnostics)
  expect(messagesOf(diagnostics)).toEqual([
    "orders.update.size: 'size' is computed, and cannot be written.",
  ])
})

test('the start compares expressions with PostgreSQL', async () => {
  const { client, close } = await freshDatabase()
  try {
    await client.query(`
      create table orders (id int primary key, word text not null, total int not null);
      create table lines (id int primary key, amount int not null, order_id int not null references orders)`)
    const { model } = compiled((schema) =>
      schema
        .computed('orders', ({ word, total }) => ({
          right: computed(integer(), sql`${total} + length(${word})`),
          half: computed(integer(), sql`${total} / 2.0`),
          exact: computed(decimal({ precision: 8, scale: 2 }), sql`${total} / 3.0`),
          broken: computed(text(), sql`lenth(${word})`),
          random: computed(boolean(), sql`random() < 0.5`),
          late: computed(date(), sql`current_date`),
          since: computed(date(), sql`(${now} at time zone 'UTC')::date`),
        }))
        .computed('orders', ({ lines: rows }) => ({
          sum: rows.sum('amount'),
          wrong: rows.sum('order.word' as never),
        })),
    )
    expect(await faultsIn(client, model)).toEqual([
      'entities.orders.half: The expression is of type numeric, and the field of type integer, which fits smallint, integer, bigint. Cast it, or declare another type.',
      expect.stringMatching(
        /broken: PostgreSQL refuses the expression: function lenth\(text\) does not exist/,
      ),
      'entities.orders.random: The function random is volatile: equal rows would have different values.',
      'entities.orders.late: The expression depends on the time; use today or now of the package there, so that it is known.',
      expect.stringMatching(/wrong: PostgreSQL refuses the expression: function sum\(text\)/),
    ])
  } finally {
    await close()
  }
})

test('the start refuses a field that is not nullable and null where another field is', async () => {
  const { client, close } = await freshDatabase()
  try {
    await client.query(`
      create table orders (id int primary key, word text not null, total int not null,
        due date, owner int references orders)`)
    const declared = defineEntity('orders', {
      id: integer({ primaryKey: true }),
      word: text({ maxLength: 8 }),
      total: integer(),
      due: date({ nullable: true }),
      owner: belongsTo('orders', { column: 'owner', nullable: true }),
    })
    const schema = defineSchema({ orders: declared }).computed(
      'orders',
      ({ due, total, word, owner }) => ({
        late: computed(boolean(), sql`${due} < ${today}`),
        perhapsLate: computed(boolean({ nullable: true }), sql`${due} < ${today}`),
        isLate: computed(boolean(), sql`coalesce(${due} < ${today}, false)`),
        isOld: computed(boolean(), sql`not ${due.among('2026-01-01')} or ${due} is null`),
        isOther: computed(boolean(), sql`not ${due.among('2026-01-01')}`),
        share: computed(integer(), sql`${total} / ${owner.total}`),
        named: computed(text(), sql`concat(${word}, ${owner.word})`),
        joined: computed(text(), sql`upper(${word} || ${owner.word})`),
        quotient: computed(integer(), sql`100 / nullif(${total}, 0)`),
      }),
    )
    const resource = schema.resource('orders', {
      key: 'tests.orders',
      response: { id: '.' },
      filter: {},
      defaultSort: ['id'],
    })
    const model = compileModel([resource], new Diagnostics())
    const isNull = (field: string, path: string) =>
      `entities.orders.${field}: The expression is null where '${path}' is null, and the field is not nullable. Use coalesce, or declare it nullable.`
    expect(await faultsIn(client, model)).toEqual([
      isNull('late', 'due'),
      isNull('share', 'owner.total'),
      isNull('joined', 'owner.word'),
    ])
  } finally {
    await close()
  }
})
