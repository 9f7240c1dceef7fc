/**
 * Columns of an entity, as data. A column says its kind (what crosses the wire), not its database
 * type; the start holds the two against each other.
 */

import type { NoOthers } from './wrong.js'

export type ColumnKind =
  | 'text'
  | 'integer'
  | 'bigint'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'instant'
  | 'uuid'
  | 'enum'
  | 'json'
  | 'version'

export interface CommonOptions {
  /** Database column. Default: the field's name in snake_case. */
  readonly column?: string
  /** Default false: the column is NOT NULL. */
  readonly nullable?: boolean
  readonly primaryKey?: boolean
  /** The database fills it (identity, default, trigger); it is never written. */
  readonly generated?: boolean
  /** Authorities of which a caller needs one; for others there is no such field. Default: everybody sees it. */
  readonly visibleTo?: readonly string[]
  /** Authorities of which a caller needs one to write it; others only read it. Default: who sees it. */
  readonly editableBy?: readonly string[]
  readonly label?: string
  readonly description?: string
}

export interface TextOptions extends CommonOptions {
  /** Characters (Unicode code points), both inclusive. */
  readonly minLength?: number
  readonly maxLength?: number
  /** ECMA 262 expression, as in JSON Schema; not anchored by itself. */
  readonly pattern?: string
  readonly format?: 'email' | 'uri' | 'password'
  /** Deterministic collation of order and comparison, for example `und-x-icu`. Default: the column's own. */
  readonly collation?: string
  readonly default?: string
}

export interface NumberOptions extends CommonOptions {
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: number
}

export interface DecimalOptions extends CommonOptions {
  /** Digits in all, and behind the point, as in `numeric(precision, scale)`. */
  readonly precision: number
  readonly scale: number
  /** Decimal text, so that nothing is rounded. */
  readonly minimum?: string
  readonly maximum?: string
  readonly default?: string
}

export interface MoneyOptions extends DecimalOptions {
  /** ISO 4217 code. */
  readonly currency: string
}

export interface BooleanOptions extends CommonOptions {
  readonly default?: boolean
}

export interface DateOptions extends CommonOptions {
  readonly default?: string
}

export interface InstantOptions extends CommonOptions {
  /** Digits behind the second, as in `timestamptz(p)`; a value with more is refused. Default 6. */
  readonly precision?: number
  /** Set to the time of the transaction by every update. Default false. */
  readonly touchedOnUpdate?: boolean
}

export interface DefaultTextOptions extends CommonOptions {
  readonly default?: string
}

export interface EnumOptions<V extends string = string> extends CommonOptions {
  /** Texts that people see. Default: made from the name (`ON_LEAVE` reads "On leave"). */
  readonly labels?: Readonly<Partial<Record<V, string>>>
  readonly default?: V
}

/** What a column is at run time; the options of every kind side by side. */
export interface ColumnData extends CommonOptions {
  readonly is: 'column'
  readonly kind: ColumnKind
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly collation?: string
  readonly minimum?: number | string
  readonly maximum?: number | string
  readonly precision?: number
  readonly scale?: number
  readonly currency?: string
  readonly values?: readonly string[]
  readonly labels?: Readonly<Record<string, string | undefined>>
  readonly touchedOnUpdate?: boolean
  readonly default?: unknown
}

/** What the types need to know of a column's part: its rows' key, filled by the database, neither. */
export interface Role {
  readonly key: boolean
  readonly generated: boolean
}

/**
 * A column with its static types: `Out` is what an answer holds, `In` what a request may send,
 * `Given` is true when a create may leave it out.
 */
export interface Column<
  K extends ColumnKind = ColumnKind,
  Out = unknown,
  In = unknown,
  Null extends boolean = boolean,
  Given extends boolean = boolean,
  R extends Role = Role,
> extends ColumnData {
  readonly kind: K
  readonly types?: {
    readonly out: Out
    readonly in: In
    readonly null: Null
    readonly given: Given
    readonly role: R
  }
}

type IsNull<O> = O extends { readonly nullable: true } ? true : false
type IsGiven<O> = O extends { readonly nullable: true }
  ? true
  : O extends { readonly generated: true }
    ? true
    : O extends { readonly default: unknown }
      ? true
      : false
type RoleOf<O> = {
  readonly key: O extends { readonly primaryKey: true } ? true : false
  readonly generated: O extends { readonly generated: true } ? true : false
}
type Made<K extends ColumnKind, Out, In, O> = Column<K, Out, In, IsNull<O>, IsGiven<O>, RoleOf<O>>

/** Up to 15 digits survive a JSON number; more travel as text. */
type DecimalOut<P> = P extends 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15
  ? number
  : string

const column = <T>(kind: ColumnKind, options: object = {}): T =>
  ({ is: 'column', kind, ...options }) as T

/** JSON string. Database: text, varchar, char. */
export const text = <const O extends TextOptions>(
  options?: O & NoOthers<O, TextOptions>,
): Made<'text', string, string, O> => column('text', options)

/** JSON number within ±(2^53 − 1). Database: smallint, integer, bigint. Ids are of this kind. */
export const integer = <const O extends NumberOptions>(
  options?: O & NoOthers<O, NumberOptions>,
): Made<'integer', number, number, O> => column('integer', options)

/** Decimal string, for columns that really exceed 2^53. Database: bigint. */
export const bigint = <const O extends DefaultTextOptions>(
  options?: O & NoOthers<O, DefaultTextOptions>,
): Made<'bigint', string, string, O> => column('bigint', options)

/** Exact decimal: JSON number up to 15 digits of precision, else text. Database: numeric(p, s). */
export const decimal = <const O extends DecimalOptions>(
  options: O & NoOthers<O, DecimalOptions>,
): Made<'decimal', DecimalOut<O['precision']>, number | string, O> => column('decimal', options)

/** A decimal with a currency, for example `money({ precision: 12, scale: 2, currency: 'USD' })`. */
export const money = <const O extends MoneyOptions>(
  options: O & NoOthers<O, MoneyOptions>,
): Made<'decimal', DecimalOut<O['precision']>, number | string, O> => column('decimal', options)

/** JSON boolean. Database: boolean. */
export const boolean = <const O extends BooleanOptions>(
  options?: O & NoOthers<O, BooleanOptions>,
): Made<'boolean', boolean, boolean, O> => column('boolean', options)

/** `yyyy-MM-dd`. Database: date. */
export const date = <const O extends DateOptions>(
  options?: O & NoOthers<O, DateOptions>,
): Made<'date', string, string, O> => column('date', options)

/** RFC 3339 in UTC, up to microseconds. Database: timestamp with time zone. */
export const instant = <const O extends InstantOptions>(
  options?: O & NoOthers<O, InstantOptions>,
): Made<'instant', string, string, O> => column('instant', options)

/** Lower-case UUID text. Database: uuid. */
export const uuid = <const O extends DefaultTextOptions>(
  options?: O & NoOthers<O, DefaultTextOptions>,
): Made<'uuid', string, string, O> => column('uuid', options)

/** One of the named values. Database: text, varchar, or an enum type with these labels. */
export const enumOf = <const V extends readonly string[], const O extends EnumOptions<V[number]>>(
  values: V,
  options?: O & NoOthers<O, EnumOptions<V[number]>>,
): Made<'enum', V[number], V[number], O> => column('enum', { values, ...options })

/** Any JSON. Database: json, jsonb. Neither sorted nor compared; IS_NULL alone filters it. */
export const json = <const O extends CommonOptions>(
  options?: O & NoOthers<O, CommonOptions>,
): Made<'json', unknown, unknown, O> => column('json', options)

/** The record version: starts at 1 and counts every update. Database: integer, bigint. */
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
