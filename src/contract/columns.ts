/**
 * Declares columns of an entity. A column declares its kind, which determines its values on the
 * wire, and not its database type; the start checks that the two fit.
 */
import type { Column, ColumnKind, CompositeKey, FileColumn, FilledBy } from './column.js'
import type {
  ArrayOptions,
  BooleanOptions,
  CommonOptions,
  CompositeKeyOptions,
  DateOptions,
  DecimalOptions,
  DefaultTextOptions,
  DurationOptions,
  EnumOptions,
  FileOptions,
  FloatOptions,
  InstantOptions,
  LocalDateTimeOptions,
  MoneyOptions,
  NumberEnumOptions,
  NumberOptions,
  ReadOptions,
  TextOptions,
  TimeOptions,
} from './column-options.js'
import type { NoOthers } from './wrong.js'

type IsNull<O> = O extends { readonly nullable: true } ? true : false
type IsOptional<O> = O extends
  | { readonly nullable: true }
  | { readonly generated: true }
  | { readonly default: unknown }
  | { readonly filledBy: FilledBy }
  | { readonly defaultFrom: string }
  ? true
  : false
type RoleOf<O> = {
  readonly key: O extends { readonly primaryKey: true } ? true : false
  readonly generated: O extends { readonly generated: true } ? true : false
}
type Shown<Out, O> = O extends { readonly specialValues: true } ? Out | null : Out
type Declared<K extends ColumnKind, Out, In, O> = Column<
  K,
  Shown<Out, O>,
  In,
  IsNull<O>,
  IsOptional<O>,
  RoleOf<O>
>

/** A JSON number keeps up to 15 digits; decimals with more are sent as text. */
type DecimalOut<P> = P extends 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15
  ? number
  : string

const column = <T>(kind: ColumnKind, options: object = {}): T =>
  ({ is: 'column', kind, ...options }) as T

/** JSON string. Database: text, varchar, char. */
export const text = <const O extends TextOptions>(
  options?: O & NoOthers<O, TextOptions>,
): Declared<'text', string, string, O> => column('text', options)

/** JSON number within ±(2^53 − 1). Database: smallint, integer, bigint. Ids are of this kind. */
export const integer = <const O extends NumberOptions>(
  options?: O & NoOthers<O, NumberOptions>,
): Declared<'integer', number, number, O> => column('integer', options)

/** Decimal string, for columns that really exceed 2^53. Database: bigint. */
export const bigint = <const O extends DefaultTextOptions>(
  options?: O & NoOthers<O, DefaultTextOptions>,
): Declared<'bigint', string, string, O> => column('bigint', options)

/**
 * Exact decimal: JSON number up to 15 digits of precision, else text. Without precision and scale,
 * any number of digits. Database: numeric(p, s), numeric.
 */
export const decimal = <const O extends DecimalOptions>(
  options?: O & NoOthers<O, DecimalOptions>,
): Declared<'decimal', DecimalOut<O['precision']>, number | string, O> => column('decimal', options)

/** A decimal with a currency, for example `money({ precision: 12, scale: 2, currency: 'USD' })`. */
export const money = <const O extends MoneyOptions>(
  options: O & NoOthers<O, MoneyOptions>,
): Declared<'decimal', DecimalOut<O['precision']>, number | string, O> => column('decimal', options)

/**
 * JSON number that is not exact in the decimal system, such as a measurement. `NaN` and infinities
 * are sent as null. Database: real, double precision.
 */
export const float = <const O extends FloatOptions>(
  options?: O & NoOthers<O, FloatOptions>,
): Declared<'float', number, number, O> => column('float', options)

/** JSON boolean. Database: boolean. */
export const boolean = <const O extends BooleanOptions>(
  options?: O & NoOthers<O, BooleanOptions>,
): Declared<'boolean', boolean, boolean, O> => column('boolean', options)

/** `yyyy-MM-dd`. Database: date. */
export const date = <const O extends DateOptions>(
  options?: O & NoOthers<O, DateOptions>,
): Declared<'date', string, string, O> => column('date', options)

/** RFC 3339 in UTC, up to microseconds. Database: timestamp with time zone. */
export const instant = <const O extends InstantOptions>(
  options?: O & NoOthers<O, InstantOptions>,
): Declared<'instant', string, string, O> => column('instant', options)

/**
 * Date and time without a zone, `2026-03-20T15:45:00`, up to microseconds: what clocks show at
 * the place that the record is about. Database: timestamp without time zone.
 */
export const localDateTime = <const O extends LocalDateTimeOptions>(
  options?: O & NoOthers<O, LocalDateTimeOptions>,
): Declared<'localDateTime', string, string, O> => column('localDateTime', options)

/** Time of the day, `15:45:00`, up to microseconds. Database: time without time zone. */
export const time = <const O extends TimeOptions>(
  options?: O & NoOthers<O, TimeOptions>,
): Declared<'time', string, string, O> => column('time', options)

/** Duration of ISO 8601, `P1Y2M3DT4H5M6.5S`. Database: interval. */
export const duration = <const O extends DurationOptions>(
  options?: O & NoOthers<O, DurationOptions>,
): Declared<'duration', string, string, O> => column('duration', options)

/** Lower-case UUID text. Database: uuid. */
export const uuid = <const O extends DefaultTextOptions>(
  options?: O & NoOthers<O, DefaultTextOptions>,
): Declared<'uuid', string, string, O> => column('uuid', options)

/** Names of values by the numbers that the database stores. */
export type NumberedNames = Readonly<Record<number, string>>
type EnumNames = readonly string[] | NumberedNames
type ValueOf<N extends EnumNames> = N extends readonly string[]
  ? N[number]
  : N extends NumberedNames
    ? N[keyof N & number]
    : never
type EnumKind<N> = N extends readonly string[] ? 'enum' : 'numberEnum'
type EnumOptionsOf<N> = N extends readonly string[] ? EnumOptions : NumberEnumOptions

/**
 * One of the named values. A list of names is stored by name: in text, varchar, or an enum type
 * with these labels. Names by number are stored by number: in smallint, integer, bigint. Requests
 * and responses contain names.
 *
 * @example
 * state: enumOf(['OPEN', 'DONE'], { default: 'OPEN' })
 * status: enumOf({ 1: 'DRAFT', 2: 'SENT', 3: 'PAID' }, { default: 'DRAFT' })
 */
export const enumOf = <const N extends EnumNames, const O extends EnumOptions<ValueOf<N>>>(
  names: N,
  options?: O & NoOthers<O, EnumOptionsOf<N>>,
): Declared<EnumKind<N>, ValueOf<N>, ValueOf<N>, O> => {
  if (Array.isArray(names)) return column('enum', { values: names, ...options })
  const numbered = Object.entries(names as NumberedNames)
    .map(([number, name]) => ({ number: Number(number), name }))
    .sort((a, b) => a.number - b.number)
  const values = numbered.map(({ name }) => name)
  return column('numberEnum', { values, numbers: numbered.map(({ number }) => number), ...options })
}

/** Any JSON. Database: json, jsonb. It can be filtered by null only, and not sorted. */
export const json = <const O extends CommonOptions>(
  options?: O & NoOthers<O, CommonOptions>,
): Declared<'json', unknown, unknown, O> => column('json', options)

type Read<K extends ColumnKind, Out, O> = Column<
  K,
  Out,
  Out,
  IsNull<O>,
  true,
  { readonly key: false; readonly generated: true }
>

/**
 * The text that PostgreSQL prints for a value, for columns of types that no other function fits:
 * inet, xml, ranges, ltree, hstore, geometry … It is filtered and sorted as a text, without an
 * index, and never written. Database: every type but bytea.
 */
export const asText = <const O extends ReadOptions>(
  options?: O & NoOthers<O, ReadOptions>,
): Read<'text', string, O> => column('text', { ...options, reads: 'text' })

/** The number of bytes of a value, which itself is neither sent nor written. Database: bytea. */
export const byteLength = <const O extends ReadOptions>(
  options?: O & NoOthers<O, ReadOptions>,
): Read<'integer', number, O> => column('integer', { ...options, reads: 'byteLength' })

/**
 * A file, which records show as `{ name, type, size, sha256, href }` or null. It is uploaded to
 * `{resource}/{id}/files/{field}`, and its bytes are kept by the store of the service. Database,
 * for a field `photo`: the columns `photo_name` text, `photo_type` text, `photo_size` bigint,
 * `photo_sha256` text and `photo_file` uuid, all without NOT NULL.
 *
 * @example
 * photo: file({ maxBytes: 5 * 1024 * 1024, types: ['image/png', 'image/jpeg'] })
 */
export const file = <const O extends FileOptions>(
  { types, ...options }: O & NoOthers<O, FileOptions> = {} as O & NoOthers<O, FileOptions>,
): FileColumn =>
  column('file', {
    ...options,
    ...(types ? { mediaTypes: types } : {}),
    nullable: true,
    generated: true,
  })

/** Column types that an array may have items of. */
export type ItemKind = Exclude<ColumnKind, 'array' | 'file' | 'json' | 'numberEnum' | 'version'>

/** Declares the items of an array: their type, their limits, and whether they may be null. */
export type Item = Column<
  ItemKind,
  unknown,
  unknown,
  boolean,
  boolean,
  { readonly key: false; readonly generated: false }
>
type Items<I, Side extends 'out' | 'in'> =
  I extends Column<infer _K, infer Out, infer In, infer Null>
    ? readonly ((Side extends 'out' ? Out : In) | (Null extends true ? null : never))[]
    : never

/**
 * JSON list of values of one column type. Database: an array of one dimension. It is filtered like
 * a collection, by its items and their number, and it is not sorted.
 *
 * @example
 * tags: arrayOf(text({ maxLength: 40 }), { maxItems: 10 })
 */
export const arrayOf = <const I extends Item, const O extends ArrayOptions>(
  item: I,
  options?: O & NoOthers<O, ArrayOptions>,
): Declared<'array', Items<I, 'out'>, Items<I, 'in'>, O> => column('array', { item, ...options })

/** The record version: starts at 1, and every update increments it. Database: integer, bigint. */
export const version = (options?: {
  readonly column?: string
  readonly label?: string
}): Column<
  'version',
  number,
  number,
  false,
  true,
  { readonly key: false; readonly generated: true }
> => column('version', { ...options, generated: true })

/**
 * A primary key of several columns, in this order: columns of the entity, or to-one relations,
 * which stand for their foreign keys. Its value is one text, such as `10248~11`.
 *
 * @example
 * export const orderDetails = defineEntity('order_details', {
 *   id: compositeKey(['order', 'product']),
 *   order: belongsTo('orders', { column: 'order_id' }),
 *   product: belongsTo('products', { column: 'product_id' }),
 *   quantity: integer(),
 * })
 */
export const compositeKey = <const F extends readonly [string, string, ...string[]]>(
  fields: F,
  options?: CompositeKeyOptions,
): CompositeKey<F[number]> =>
  column('key', { ...options, fields, primaryKey: true, generated: true })
