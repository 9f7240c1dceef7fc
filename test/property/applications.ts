/**
 * Random contracts that combine owned lists of two levels, computed fields, rules, enums stored as
 * numbers and soft delete, and the tables of each.
 */
import {
  BETWEEN,
  belongsTo,
  category,
  computed,
  DELETED,
  defineEntity,
  defineSchema,
  enumOf,
  IN,
  IS_TRUE,
  instant,
  integer,
  list,
  measure,
  owned,
  owns,
  type Resource,
  sql,
  text,
  version,
} from 'corollary'
import fc from 'fast-check'
import type { RuleCondition, RuleData } from '../../src/contract/rules.js'
import type { Json } from '../http/use-people.js'
import { rulesOn } from './rule-conditions.js'

export const statuses = ['OPEN', 'SENT', 'PAID'] as const
export const grades = ['A', 'B'] as const
export const products = [
  { name: 'Anvil', price: 5, weight: 8 },
  { name: 'Bolt', price: 1, weight: 0 },
  { name: 'Crate', price: 3, weight: 2 },
] as const

/** A value that is computed from the rows of a list of an order. */
export interface AggregateOf {
  readonly list: 'lines' | 'notes'
  readonly function: 'count' | 'exists' | 'sum' | 'min' | 'max'
  readonly path: string
  readonly criteria: Readonly<Record<string, unknown>>
}
/** A field that is computed from fields before it, where null counts as 0. */
export interface ExpressionOf {
  readonly left: string
  readonly operator: '+' | '-'
  readonly right: string
}
export interface NamedRule extends RuleData {
  readonly name: string
}

export interface Application {
  /** The numbers that stand for the names. */
  readonly statuses: readonly number[]
  readonly grades: readonly number[]
  readonly hasNotes: boolean
  readonly hasParcels: boolean
  readonly hasPositions: boolean
  readonly deletesOrders: boolean
  readonly deletesProducts: boolean
  /** Whether lines show products that are deleted. */
  readonly showsDeleted: boolean
  readonly aggregates: Readonly<Record<string, AggregateOf>>
  readonly expressions: Readonly<Record<string, ExpressionOf>>
  readonly rules: readonly NamedRule[]
}

const structure = fc.record({
  statuses: fc.shuffledSubarray([-1, 0, 1, 2, 40], { minLength: 3, maxLength: 3 }),
  grades: fc.shuffledSubarray([0, 1, 7], { minLength: 2, maxLength: 2 }),
  hasNotes: fc.boolean(),
  hasParcels: fc.boolean(),
  hasPositions: fc.boolean(),
  deletesOrders: fc.boolean(),
  deletesProducts: fc.boolean(),
  showsDeleted: fc.boolean(),
})
type Structure = typeof structure extends fc.Arbitrary<infer T> ? T : never

const lineCriteria = fc.constantFrom<AggregateOf['criteria']>(
  {},
  { grade: 'A' },
  { grade: null },
  { grade: ['A', 'B'], quantity: [1, 2, 3] },
  { 'product.name': ['Anvil', 'Crate'] },
)

const aggregateOf = ({ hasNotes, hasParcels }: Structure): fc.Arbitrary<AggregateOf> => {
  const functions = fc.constantFrom('count', 'exists', 'sum', 'min', 'max')
  const linePaths = ['quantity', 'price', 'total', 'product.weight']
  const ofLines = fc.record({
    list: fc.constant('lines' as const),
    function: functions,
    path: fc.constantFrom(...linePaths, ...(hasParcels ? ['load', 'heaviest'] : [])),
    criteria: lineCriteria,
  })
  const ofNotes = fc.record({
    list: fc.constant('notes' as const),
    function: functions,
    path: fc.constant('score'),
    criteria: fc.constantFrom({}, { score: 0 }),
  })
  return hasNotes ? fc.oneof({ weight: 3, arbitrary: ofLines }, ofNotes) : ofLines
}

const named = <T>(letter: string, values: readonly T[]): Readonly<Record<string, T>> =>
  Object.fromEntries(values.map((value, at) => [`${letter}${at}`, value]))

export const isFlag = ({ function: name }: AggregateOf): boolean => name === 'exists'
/** Orders of the first status obey all rules: otherwise few writes would succeed. */
const isOpen: RuleCondition = { is: 'among', path: 'status', values: ['OPEN'] }

export const application: fc.Arbitrary<Application> = structure.chain((structured) =>
  fc
    .array(aggregateOf(structured), { minLength: 2, maxLength: 5 })
    .map((list) => named('a', list))
    .chain((aggregates) => {
      const numbers = Object.keys(aggregates).filter((name) => !isFlag(aggregates[name]!))
      const flags = Object.keys(aggregates).filter((name) => isFlag(aggregates[name]!))
      const operator = fc.constantFrom('+' as const, '-' as const)
      const first = fc.constantFrom('discount', ...numbers)
      const second = fc.constantFrom('e0', ...numbers)
      const whole = [0, 1, 2, 5, 10, 40]
      const ruled = rulesOn({
        values: {
          status: statuses,
          discount: whole,
          limit: [null, ...whole],
          ...Object.fromEntries([...numbers, 'e0', 'e1'].map((name) => [name, whole])),
          ...Object.fromEntries(flags.map((name) => [name, [true, false]])),
        },
        comparable: [['discount', 'limit', ...numbers, 'e0', 'e1']],
        listed: ['status', 'discount', 'limit', 'e0', ...flags],
      })
      const rule = fc.tuple(ruled, fc.option(fc.constant(['lead']), { nil: undefined })).map(
        ([data, unlessCaller]): RuleData => ({
          ...data,
          unless: [...(data.unless ?? []), isOpen],
          ...(unlessCaller ? { unlessCaller } : {}),
        }),
      )
      return fc.record({
        aggregates: fc.constant(aggregates),
        expressions: fc.record({
          e0: fc.record({ left: first, operator, right: first }),
          e1: fc.record({ left: second, operator, right: second }),
        }),
        rules: fc
          .array(rule, { maxLength: 3 })
          .map((rules) => rules.map((data, at) => ({ name: `r${at}`, ...data }))),
      })
    })
    .map((rest) => ({ ...structured, ...rest })),
)

// ---------- the contract

const id = integer({ primaryKey: true, generated: true })
const namesOf = (names: readonly string[], numbers: readonly number[]) =>
  Object.fromEntries(names.map((name, at) => [numbers[at]!, name]))
const same = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '.']))

/** The types of a random contract are not known, so declarations are not checked by them. */
export const resourcesOf = (random: Application): readonly Resource[] => {
  const { hasNotes, hasParcels, hasPositions, deletesOrders, deletesProducts } = random
  const showsDeleted = deletesProducts && random.showsDeleted
  const deletedAt = instant({ nullable: true })
  const softDelete = { softDelete: { at: 'deletedAt' } }
  const entities = {
    products: defineEntity(
      'products',
      { id, name: text({ maxLength: 20 }), price: integer(), weight: integer(), deletedAt },
      (deletesProducts ? softDelete : {}) as never,
    ),
    orders: defineEntity(
      'orders',
      {
        id,
        number: text({ maxLength: 20 }),
        status: enumOf(namesOf(statuses, random.statuses) as never),
        discount: integer(),
        limit: integer({ nullable: true }),
        deletedAt,
        version: version(),
        lines: owns('lines', {
          column: 'order_id',
          ...(hasPositions ? { position: 'position' } : {}),
        }),
        ...(hasNotes ? { notes: owns('notes', { column: 'order_id' }) } : {}),
      } as Json,
      (deletesOrders ? softDelete : {}) as never,
    ),
    lines: defineEntity('lines', {
      id,
      order: belongsTo('orders', { column: 'order_id' }),
      position: integer({ default: 0 }),
      product: belongsTo('products', { column: 'product_id', showsDeleted }),
      quantity: integer(),
      price: integer({ defaultFrom: 'product.price' }),
      grade: enumOf(namesOf(grades, random.grades) as never, { nullable: true }),
      ...(hasParcels ? { parcels: owns('parcels', { column: 'line_id' }) } : {}),
    } as Json),
    notes: defineEntity('notes', {
      id,
      order: belongsTo('orders', { column: 'order_id' }),
      score: integer(),
    }),
    parcels: defineEntity('parcels', {
      id,
      line: belongsTo('lines', { column: 'line_id' }),
      weight: integer(),
    }),
  }
  const { aggregates, expressions } = random
  const schema = (defineSchema(entities as never) as Json)
    .computed('lines', ({ quantity, price, parcels }: Json) => ({
      total: computed(integer(), sql`${quantity} * ${price}`),
      ...(hasParcels ? { load: parcels.sum('weight'), heaviest: parcels.max('weight') } : {}),
    }))
    .computed('orders', (order: Json) =>
      Object.fromEntries(
        Object.entries(aggregates).map(([name, each]) => {
          const rows = order[each.list]
          const isOfRows = each.function === 'count' || isFlag(each)
          return [
            name,
            isOfRows
              ? rows[each.function](each.criteria)
              : rows[each.function](each.path, each.criteria),
          ]
        }),
      ),
    )
    .computed('orders', (order: Json) => ({ e0: expressionOf(expressions['e0']!, order) }))
    .computed('orders', (order: Json) => ({ e1: expressionOf(expressions['e1']!, order) }))

  const line = {
    productId: 'product.id',
    quantity: '.',
    price: '.',
    grade: '.',
    ...(hasParcels ? { parcels: owned('parcels', { weight: '.' } as never) } : {}),
  }
  const lists = {
    lines: owned('lines', line as never),
    ...(hasNotes ? { notes: owned('notes', { score: '.' } as never) } : {}),
  }
  const columns = same(['number', 'status', 'discount', 'limit'])
  const numbers = [...Object.keys(aggregates).filter((name) => !isFlag(aggregates[name]!))]
  const flags = Object.keys(aggregates).filter((name) => isFlag(aggregates[name]!))
  const values = [...Object.keys(aggregates), 'e0', 'e1']
  const orders = schema.resource('orders', {
    key: 'tests.orders',
    response: {
      ...{ id: '.', version: '.', ...columns, ...same(values) },
      lines: list('lines', {
        ...{ productId: 'product.id', productName: 'product.name', total: '.' },
        ...same(['quantity', 'price', 'grade']),
        ...(hasPositions ? { position: '.' } : {}),
        ...(hasParcels ? { load: '.', heaviest: '.' } : {}),
      } as never),
      ...(hasNotes ? { notes: list('notes', { score: '.' } as never) } : {}),
    },
    create: { ...columns, ...lists },
    update: { ...columns, ...lists },
    intents: {
      lists: { title: 'Change lists', fields: lists },
      terms: { title: 'Change terms', fields: { status: '.', discount: '.' } },
    },
    delete: true,
    changes: true,
    rules: () =>
      Object.fromEntries(random.rules.map(({ name, ...rule }) => [name, { rule }])) as never,
    filter: {
      status: IN(),
      ...Object.fromEntries(
        [...numbers, 'e0', 'e1'].map((name) => [`${name}Between`, BETWEEN(name as never)]),
      ),
      ...Object.fromEntries(flags.map((name) => [`${name}True`, IS_TRUE(name as never)])),
      ...(deletesOrders ? { deleted: DELETED({ authorities: ['trash'] }) } : {}),
    },
    defaultSort: ['id'],
    stats: { status: category(), e0: measure(), e1: measure() },
  })
  const productsApi = schema.resource('products', {
    key: 'tests.products',
    response: { id: '.', name: '.' },
    delete: true,
    filter: {},
    defaultSort: ['id'],
  })
  return [orders, productsApi]
}

/** The sum of sums is numeric. */
const expressionOf = ({ left, operator, right }: ExpressionOf, order: Json) =>
  computed(
    integer(),
    operator === '+'
      ? sql`(coalesce(${order[left]}, 0) + coalesce(${order[right]}, 0))::int`
      : sql`(coalesce(${order[left]}, 0) - coalesce(${order[right]}, 0))::int`,
  )

const key = 'id int4 generated always as identity primary key'
export const tables = `
  create table products (${key}, name text not null, price int4 not null, weight int4 not null,
    deleted_at timestamptz);
  create table orders (${key}, number text not null unique, status int2 not null,
    discount int4 not null, "limit" int4, deleted_at timestamptz, version int8 not null default 1);
  create table lines (${key}, order_id int4 not null references orders,
    position int4 not null default 0, product_id int4 not null references products,
    quantity int4 not null, price int4 not null, grade int2);
  create table notes (${key}, order_id int4 not null references orders, score int4 not null);
  create table parcels (${key}, line_id int4 not null references lines, weight int4 not null);
  insert into products (name, price, weight) values
    ${products.map(({ name, price, weight }) => `('${name}', ${price}, ${weight})`).join(', ')}`
