/** What a column is: as data at run time, and as a static type. */
import type { CommonOptions } from './column-options.js'
import type { Computation } from './computation.js'

export type ColumnKind =
  | 'text'
  | 'integer'
  | 'bigint'
  | 'decimal'
  | 'float'
  | 'boolean'
  | 'date'
  | 'instant'
  | 'localDateTime'
  | 'time'
  | 'duration'
  | 'uuid'
  | 'enum'
  | 'numberEnum'
  | 'json'
  | 'file'
  | 'version'
  | 'array'
  | 'key'

/** A column at run time, with the options of every kind. */
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
  /** The numbers that the database stores for the values of an enum, in the order of `values`. */
  readonly numbers?: readonly number[]
  readonly labels?: Readonly<Record<string, string | undefined>>
  readonly touchedOnUpdate?: boolean
  readonly filledBy?: FilledBy
  /** The items of an array. */
  readonly item?: ColumnData
  readonly minItems?: number
  readonly maxItems?: number
  /** Limits of a file: its bytes, and its media types. */
  readonly maxBytes?: number
  readonly mediaTypes?: readonly string[]
  readonly default?: unknown
  readonly specialValues?: boolean
  readonly reads?: ReadForm
  /** The database computes it; it is in no table. */
  readonly computed?: Computation
  /** A member of an action that holds the id of a record of this entity. */
  readonly refersTo?: string
  /** Fields of the entity that a composite key consists of. */
  readonly fields?: readonly string[]
}

/** What the service fills a column of a new record with. */
export type FilledBy = 'caller' | 'tenant' | 'now' | 'today'

/** What is read instead of the value of a column. */
export type ReadForm = 'text' | 'byteLength'

/** Whether a column is the primary key, and whether the database fills it. */
export interface Role {
  readonly key: boolean
  readonly generated: boolean
}

/**
 * A column with its static types: `Out` in responses, `In` in requests. `Optional` is true if a
 * create may leave it out.
 */
export interface Column<
  K extends ColumnKind = ColumnKind,
  Out = unknown,
  In = unknown,
  Null extends boolean = boolean,
  Optional extends boolean = boolean,
  R extends Role = Role,
> extends ColumnData {
  readonly kind: K
  readonly types?: {
    readonly out: Out
    readonly in: In
    readonly null: Null
    readonly optional: Optional
    readonly role: R
  }
}

/** A primary key of several columns, under one name and with one value. */
export interface CompositeKey<F extends string = string>
  extends Column<
    'key',
    string,
    string,
    false,
    true,
    { readonly key: true; readonly generated: true }
  > {
  readonly fields: readonly F[]
}

/** A file in a record. Its bytes are at `href`. */
export interface FileValue {
  readonly name: string
  /** Media type, such as `image/png`. */
  readonly type: string
  /** Bytes. */
  readonly size: number
  /** Digest of the bytes, in hexadecimal digits. */
  readonly sha256: string
  readonly href: string
}

type FilePart<K extends 'text' | 'integer', V> = Column<
  K,
  V,
  V,
  true,
  true,
  { readonly key: false; readonly generated: true }
>

/** What paths reach below a file: `photo.type`. */
export interface FileParts {
  readonly name: FilePart<'text', string>
  readonly type: FilePart<'text', string>
  readonly size: FilePart<'integer', number>
  readonly sha256: FilePart<'text', string>
}

/** A file of a record, which is uploaded to an address of its own. */
export type FileColumn = Column<
  'file',
  FileValue,
  never,
  true,
  true,
  { readonly key: false; readonly generated: true }
>
