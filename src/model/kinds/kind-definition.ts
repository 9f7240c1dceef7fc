/** What the table of kinds defines for each column type. */
import type { ColumnData } from '../../contract/column.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import type { Phrase } from '../../foundation/text/placeholders.js'

/** The part of a column that determines its values. */
export type ValueType = Pick<
  ColumnData,
  | 'kind'
  | 'values'
  | 'numbers'
  | 'precision'
  | 'scale'
  | 'minLength'
  | 'maxLength'
  | 'pattern'
  | 'format'
  | 'minimum'
  | 'maximum'
  | 'currency'
  | 'minItems'
  | 'maxItems'
  | 'maxBytes'
  | 'mediaTypes'
  | 'specialValues'
> & {
  /** Item type of an array. */
  readonly item?: ItemType
  /** Texts that are rejected, because no path could name the record. */
  readonly reserved?: readonly string[]
  /** The column's database type, as `format_type` names it without modifier. Undefined: unknown. */
  readonly databaseType?: string
  /**
   * Two or more columns that together are the value: a composite key, a reference to one, or a
   * file.
   */
  readonly parts?: readonly ValueType[]
}

/** The items of an array. */
export type ItemType = ValueType & Pick<ColumnData, 'nullable' | 'labels'>

/** The part of a column that determines how a value is written in SQL. */
export type SqlType = Pick<
  ValueType,
  'kind' | 'databaseType' | 'item' | 'numbers' | 'parts' | 'values'
>

export interface KindDefinition {
  /**
   * Database types that fit, as `format_type` names them without modifier, each with the type that
   * a parameter is cast to, so that the column is compared as its type compares. Null: no cast.
   */
  readonly databaseTypes: Readonly<Record<string, string | null>>
  /**
   * Type that other parameters are cast to: values of no column, or of one whose type is unknown.
   * Undefined for enums and arrays, where the type of the column decides.
   */
  readonly cast?: string
  /** Values have parts: they are not sorted, and have no options and no statistics. */
  readonly isStructure?: true
  /** How statistics measure values: as numbers, or by the days that they belong to. */
  readonly axis?: 'whole' | 'fractional' | 'days'
  /**
   * The database may have values that cannot be sent, such as `infinity`, or a number that an enum
   * does not declare. They are sent as null.
   */
  readonly hasSpecialValues?: true
  /** Values have seconds, and `precision` is the number of their fractional digits. */
  readonly hasSeconds?: true
  /** The schema of a value in a response. */
  readonly schema: (type: ValueType) => JsonSchema
  /** The schema of a value in a request, if requests may send further representations. */
  readonly requestSchema?: (type: ValueType) => JsonSchema
  /**
   * Turns representations that form clients send into the one of the schema; others pass unchanged.
   */
  readonly normalize?: (value: unknown, zone: string, type: ValueType) => unknown
  /**
   * Reads a representation that is accepted only if a setting allows it. Returns undefined for any
   * other value.
   */
  readonly readLegacyForm?: (value: unknown) => unknown
  /** Describes a rejected value if its JSON type says too little; completes "got …". */
  readonly describe?: (value: unknown, zone: string) => Phrase | undefined
  /**
   * Returns what is wrong with a value that the schema accepts, such as too many decimal places.
   */
  readonly fault?: (value: unknown, type: ValueType) => Phrase | undefined
  /** Turns the text of an id in a path into its JSON value. Default: the text itself. */
  readonly ofText?: (text: string) => unknown
  /** The parameter text of a valid value. */
  readonly toParameter: (value: unknown, type: ValueType) => string
  /** Turns a parameter text back into a value. Default: like a text that the database printed. */
  readonly ofParameter?: (text: string) => unknown
  /** What is accepted; completes "must be …". */
  readonly accepts: (type: ValueType) => Phrase
  /** One text for equal values that have several, such as `1.5` and `1.50`. */
  readonly canonical?: (text: string, type: SqlType) => string
  /** Responses contain the text that the database printed, apart from quotes and escapes. */
  readonly isVerbatim?: true
  /** Turns a text that the database printed into JSON text; `null` for values that JSON lacks. */
  readonly printer: (type: ValueType) => (text: string) => string
  /** Compares two parameter texts, for ranges. */
  readonly compare?: (a: string, b: string) => number
}
