/** Expressions over the fields of a record, which the database evaluates. They are data. */
import type { Column, ColumnData } from './column.js'
import type {
  AggregateCriteria,
  AggregateFunction,
  Computation,
  ExpressionPart,
  SqlExpression,
} from './computation.js'
import type { Entities, FieldsOf, InAt, OutAt, ToMany, Walk } from './paths.js'
import type { BelongsTo, HasOne } from './relations.js'
import type { Wrong } from './wrong.js'

/** Computed fields are read like columns, and never written. */
export type ComputedColumn<C> =
  C extends Column<infer K, infer Out, infer In, infer Null>
    ? Column<K, Out, In, Null, true, { readonly key: false; readonly generated: true }>
    : never

/** A field in an expression. */
export interface FieldReference<Value = unknown> {
  readonly is: 'path'
  readonly path: string
  /** Condition: the field has one of these values. Null has none of them. */
  among(...values: readonly Value[]): ExpressionPart
}

/** The fields of an entity, as functions of an expression see them. */
export type RecordReference<S extends Entities, E> = E extends keyof S
  ? {
      readonly [K in keyof FieldsOf<S, E>]: FieldsOf<S, E>[K] extends Column<
        infer _K,
        infer _O,
        infer In
      >
        ? FieldReference<In>
        : FieldsOf<S, E>[K] extends BelongsTo<infer To> | HasOne<infer To>
          ? RecordReference<S, To>
          : FieldsOf<S, E>[K] extends ToMany
            ? CollectionReference<S, FieldsOf<S, E>[K]['to']>
            : never
    }
  : never

type Ended<C> = { readonly end: C; readonly many: false }
type ColumnAt<S extends Entities, E extends keyof S, P extends string> =
  Walk<S, E, P> extends Ended<infer C extends Column> ? C : never

type NumberKinds = 'integer' | 'bigint' | 'decimal' | 'float'
type OrderedKinds =
  | NumberKinds
  | 'date'
  | 'instant'
  | 'localDateTime'
  | 'time'
  | 'duration'
  | 'text'

type CheckValue<S extends Entities, E, P extends string, Kinds> = E extends keyof S
  ? [ColumnAt<S, E, P>] extends [never]
    ? Wrong<`no column or to-one path: ${P}`>
    : ColumnAt<S, E, P>['kind'] extends Kinds
      ? P
      : Wrong<`not a value of ${Kinds & string}: ${P}`>
  : never

type CheckCriteria<S extends Entities, E, C> = E extends keyof S
  ? {
      readonly [P in keyof C]: [ColumnAt<S, E, P & string>] extends [never]
        ? Wrong<`no column or to-one path: ${P & string}`>
        : CriterionOf<InAt<Walk<S, E, P & string>>>
    }
  : never
type CriterionOf<V> = V | readonly V[] | null

type Same<S extends Entities, E, P extends string, Null extends boolean> = E extends keyof S
  ? Column<
      ColumnAt<S, E, P>['kind'],
      NonNullable<OutAt<Walk<S, E, P>>>,
      InAt<Walk<S, E, P>>,
      Null,
      true,
      { readonly key: false; readonly generated: true }
    >
  : never
type Plain<K extends 'integer' | 'boolean' | 'decimal', V, Null extends boolean> = Column<
  K,
  V,
  K extends 'decimal' ? number | string : V,
  Null,
  true,
  { readonly key: false; readonly generated: true }
>

/** The rows of a collection that the caller may see. Each function makes a computed field. */
export interface CollectionReference<S extends Entities, E> {
  /** The number of rows. */
  count<const C extends AggregateCriteria>(
    criteria?: C & CheckCriteria<S, E, C>,
  ): Plain<'integer', number, false>
  /** Whether there is a row. */
  exists<const C extends AggregateCriteria>(
    criteria?: C & CheckCriteria<S, E, C>,
  ): Plain<'boolean', boolean, false>
  /** Of no rows: 0. It has the type of the column. */
  sum<const P extends string, const C extends AggregateCriteria>(
    path: P & CheckValue<S, E, P, NumberKinds>,
    criteria?: C & CheckCriteria<S, E, C>,
  ): Same<S, E, P, false>
  /** Of no rows: null. */
  min<const P extends string, const C extends AggregateCriteria>(
    path: P & CheckValue<S, E, P, OrderedKinds>,
    criteria?: C & CheckCriteria<S, E, C>,
  ): Same<S, E, P, true>
  /** Of no rows: null. */
  max<const P extends string, const C extends AggregateCriteria>(
    path: P & CheckValue<S, E, P, OrderedKinds>,
    criteria?: C & CheckCriteria<S, E, C>,
  ): Same<S, E, P, true>
  /** An exact decimal. Of no rows: null. */
  avg<const P extends string, const C extends AggregateCriteria>(
    path: P & CheckValue<S, E, P, 'integer' | 'bigint' | 'decimal'>,
    criteria?: C & CheckCriteria<S, E, C>,
  ): Plain<'decimal', string, true>
}

/** The day of the request in the zone of the service. */
export const today: ExpressionPart = { is: 'clock', reads: 'today' }
/** The time of the request. */
export const now: ExpressionPart = { is: 'clock', reads: 'now' }

const isPart = (hole: unknown): hole is ExpressionPart =>
  typeof hole === 'object' && hole !== null && 'is' in hole

/**
 * SQL over fields of a record. A number, a text or a boolean in a hole is a constant.
 *
 * @example
 * sql`round(${subtotal} * (100 - ${discountPercent}) / 100, 2)`
 */
export const sql = (
  texts: TemplateStringsArray,
  ...holes: readonly (ExpressionPart | FieldReference | string | number | boolean)[]
): SqlExpression => ({
  is: 'sql',
  texts: [...texts],
  parts: holes.map((hole) => {
    if (!isPart(hole)) return { is: 'constant', value: hole as string | number | boolean }
    return hole.is === 'path' ? { is: 'path', path: hole.path } : hole
  }),
})

/**
 * A field that PostgreSQL computes from other fields of its record. The column declares its type.
 *
 * @example
 * lineTotal: computed(decimal({ precision: 14, scale: 2 }), sql`${quantity} * ${unitPrice}`)
 */
export const computed = <const C extends Column>(
  column: C,
  expression: SqlExpression,
): ComputedColumn<C> => made(column, expression)

const made = <C>(column: ColumnData, computation: Computation): C =>
  ({ ...column, generated: true, computed: computation }) as C

/** Makes the references that the function of a computed field gets. */
export const referencesOf = (entities: Entities, entity: string): object =>
  recordOf(entities, entity, '')

const recordOf = (entities: Entities, entity: string, prefix: string): object => {
  const record = {}
  for (const [name, field] of Object.entries(entities[entity]?.fields ?? {})) {
    const path = `${prefix}${name}`
    const read = () => {
      if (field.is === 'column') return fieldOf(path)
      return field.type === 'belongsTo' || field.type === 'hasOne'
        ? recordOf(entities, field.to, `${path}.`)
        : collectionOf(entities, field.to, path)
    }
    // Records refer to each other, so each is made when it is named.
    Object.defineProperty(record, name, { get: read, enumerable: true })
  }
  return record
}

const fieldOf = (path: string): FieldReference => ({
  is: 'path',
  path,
  among: (...values) => ({ is: 'among', path, values }),
})

const collectionOf = (entities: Entities, entity: string, collection: string) => {
  const aggregate =
    (name: AggregateFunction) =>
    (criteria: AggregateCriteria = {}) =>
      made(plainTypes[name]!, { is: 'aggregate', function: name, collection, criteria })
  const aggregateOf =
    (name: AggregateFunction) =>
    (value: string, criteria: AggregateCriteria = {}) =>
      made(plainTypes[name] ?? typeOf(entities, entity, value, name !== 'sum'), {
        ...{ is: 'aggregate', function: name, collection, value, criteria },
      })
  return {
    count: aggregate('count'),
    exists: aggregate('exists'),
    sum: aggregateOf('sum'),
    min: aggregateOf('min'),
    max: aggregateOf('max'),
    avg: aggregateOf('avg'),
  }
}

const plainTypes: Partial<Record<AggregateFunction, ColumnData>> = {
  count: { is: 'column', kind: 'integer' },
  exists: { is: 'column', kind: 'boolean' },
  avg: { is: 'column', kind: 'decimal', nullable: true },
}

/** The type of the column at a path, without what concerns the column itself. */
const typeOf = (
  entities: Entities,
  entity: string,
  path: string,
  nullable: boolean,
): ColumnData => {
  const [head = '', ...rest] = path.split('.')
  const field = entities[entity]?.fields[head]
  if (field?.is === 'relation') return typeOf(entities, field.to, rest.join('.'), nullable)
  // The compiler of the model reports a path that leads nowhere.
  if (!field) return { is: 'column', kind: 'integer', nullable }
  const { kind, precision, scale, currency, collation } = field
  return {
    ...{ is: 'column', kind, nullable },
    ...(precision === undefined ? {} : { precision }),
    ...(scale === undefined ? {} : { scale }),
    ...(currency === undefined ? {} : { currency }),
    ...(collation === undefined ? {} : { collation }),
  }
}
