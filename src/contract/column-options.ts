/** Options of columns, by their type. */

export interface CommonOptions {
  /** Database column. Default: the field's name in snake_case. */
  readonly column?: string
  /** Default false: the column is NOT NULL. */
  readonly nullable?: boolean
  readonly primaryKey?: boolean
  /** The database fills it (identity, default, trigger); it is never written. */
  readonly generated?: boolean
  /** Authorities, one of which makes the field visible. Default: visible to every caller. */
  readonly visibleTo?: readonly string[]
  /** Authorities, one of which allows writing. Default: callers who see the field may write it. */
  readonly editableBy?: readonly string[]
  /**
   * The history of a record contains old and new values of the field. Default false: it contains
   * only that the field was changed.
   */
  readonly audited?: boolean
  readonly label?: string
  readonly description?: string
  /**
   * A create that leaves the column out copies the value at this path, `product.listPrice`, from
   * the record that the create refers to.
   */
  readonly defaultFrom?: string
}

/** Options of column types whose values JSON cannot always express. */
interface SpecialValuesOptions {
  /**
   * The column may hold `infinity`, `NaN` or years outside of 1 to 9999, which are sent as null. A
   * null that an update sends back keeps such a value. Default false. Not for keys.
   */
  readonly specialValues?: boolean
}

/** Options of column types that a tenant may have. */
interface TenantOptions {
  /** The service fills the column of a new record with the tenant of the caller. */
  readonly filledBy?: 'tenant'
}

export interface TextOptions extends CommonOptions {
  /**
   * The service fills the column of a new record: with the name of the caller, or its tenant. It is
   * in no write shape, unless the contract puts it there.
   */
  readonly filledBy?: 'caller' | 'tenant'
  /** Characters (Unicode code points), both inclusive. */
  readonly minLength?: number
  readonly maxLength?: number
  /** ECMA 262 expression, as in JSON Schema; not anchored by itself. */
  readonly pattern?: string
  readonly format?: 'email' | 'uri' | 'password'
  /**
   * Deterministic collation for sorting and comparing, such as `und-x-icu`. Default: the column's.
   */
  readonly collation?: string
  readonly default?: string
}

export interface NumberOptions extends CommonOptions, TenantOptions {
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: number
}

/** A number that is not exact cannot be a key. */
export interface FloatOptions
  extends Omit<NumberOptions, 'primaryKey' | 'filledBy'>,
    SpecialValuesOptions {}

/** Total digits and digits after the point, as in `numeric(precision, scale)`. */
interface DecimalDigits {
  readonly precision: number
  readonly scale: number
}

/** A `numeric` without precision: any number of digits. */
interface AnyDigits {
  readonly precision?: never
  readonly scale?: never
}

export type DecimalOptions = CommonOptions &
  SpecialValuesOptions &
  (DecimalDigits | AnyDigits) & {
    /** Decimal text, so that nothing is rounded. */
    readonly minimum?: string
    readonly maximum?: string
    readonly default?: string
  }

export type MoneyOptions = DecimalOptions & {
  /** ISO 4217 code. */
  readonly currency: string
}

export interface BooleanOptions extends CommonOptions {
  readonly default?: boolean
}

export interface DateOptions extends CommonOptions, SpecialValuesOptions {
  /** The service fills the column of a new record with the day in its zone. */
  readonly filledBy?: 'today'
  readonly default?: string
}

export interface InstantOptions extends CommonOptions, SpecialValuesOptions {
  /** The service fills the column of a new record with the time of the request. */
  readonly filledBy?: 'now'
  /** Fractional digits of a second, as in `timestamptz(p)`; more are rejected. Default 6. */
  readonly precision?: number
  /** Every update sets the column to the time of the transaction. Default false. */
  readonly touchedOnUpdate?: boolean
}

/** Times without a zone. */
export interface TimeOptions extends CommonOptions {
  /** Fractional digits of a second, as in `timestamp(p)`; more are rejected. Default 6. */
  readonly precision?: number
  readonly default?: string
}

export interface LocalDateTimeOptions extends TimeOptions, SpecialValuesOptions {}

/** Equal durations have several forms, so a duration cannot be a key. */
export interface DurationOptions extends Omit<TimeOptions, 'primaryKey'>, SpecialValuesOptions {}

/** A column that is read through an expression, and never written. */
export interface ReadOptions extends Omit<CommonOptions, 'primaryKey' | 'editableBy'> {
  /**
   * A default or a trigger fills the column. Without it, records whose column is NOT NULL cannot be
   * created.
   */
  readonly generated?: boolean
}

export interface DefaultTextOptions extends CommonOptions, TenantOptions {
  readonly default?: string
}

export interface EnumOptions<V extends string = string> extends CommonOptions {
  /** Texts that users see. Default: derived from the name (`ON_LEAVE` reads "On leave"). */
  readonly labels?: Readonly<Partial<Record<V, string>>>
  readonly default?: V
}

/** An id is a number or a text, and not the name of a number, so such an enum cannot be a key. */
export interface NumberEnumOptions<V extends string = string>
  extends Omit<EnumOptions<V>, 'primaryKey'> {}

export interface ArrayOptions extends Omit<CommonOptions, 'primaryKey'> {
  /** Number of items, both inclusive. */
  readonly minItems?: number
  readonly maxItems?: number
  readonly default?: readonly unknown[]
}

export interface CompositeKeyOptions {
  readonly label?: string
  readonly description?: string
}

export interface FileOptions
  extends Pick<CommonOptions, 'visibleTo' | 'editableBy' | 'audited' | 'label' | 'description'> {
  /**
   * What the names of the columns begin with. Default: the field's name in snake_case, as in
   * `photo_name`.
   */
  readonly column?: string
  /** Maximum size. Default 10 485 760 (10 MiB). */
  readonly maxBytes?: number
  /** Accepted media types, such as `image/png` or `image/*`. Default: all. */
  readonly types?: readonly string[]
}
