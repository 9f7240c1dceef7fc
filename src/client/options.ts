/** Options of the client's methods. */
import type { PageCount } from '../contract/resource.js'
import type { Atomicity } from '../wire/batch.js'
import type { csvDelimiters, ExportBody } from '../wire/export.js'
import type { ImportMode } from '../wire/import.js'

export type HeaderRecord = Readonly<Record<string, string>>

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** They override the headers of the client. */
  readonly headers?: HeaderRecord
}

/** Options of requests that write. */
export interface TryOptions extends CallOptions {
  /**
   * The service checks and executes everything, and then undoes it: the result is what the request
   * would give. Default false.
   */
  readonly dryRun?: boolean | undefined
}

export interface CreateOptions extends TryOptions {
  /**
   * The same key with the same body creates one record, however often it is sent within 24 hours.
   */
  readonly idempotencyKey?: string
}

export interface BatchOptions<M extends boolean> extends CreateOptions {
  /** ATOMIC, the default: all items or none. PER_ITEM: each succeeds or fails by itself. */
  readonly atomicity?: Atomicity
  /** If true, the outcome has ids and versions, but no records. */
  readonly isMinimal?: M
}

export interface ImportOptions extends TryOptions {
  /** Default: what the resource offers. */
  readonly mode?: ImportMode
  /** If false, rows that are right are imported. Default true: all rows or none. */
  readonly atomic?: boolean
  /**
   * Fields by the headers of their columns, where these are not the names or labels of the fields.
   * A column of null is ignored.
   */
  readonly columns?: Readonly<Record<string, string | null>>
  /** If true, columns of unknown fields are ignored. Default false. */
  readonly ignoreUnknown?: boolean
  /** If true, the outcome lists what became of rows. Default false. */
  readonly listRows?: boolean
  /** Separator of a CSV file. Default: the one that its header has most often. */
  readonly delimiter?: (typeof csvDelimiters)[number]
}

export interface WriteOptions extends TryOptions {
  /** The `etag` of the record. Without it the record is written whatever its version. */
  readonly ifMatch?: string | undefined
}

export interface DeleteOptions extends WriteOptions {
  /**
   * Destroys the record where a delete only marks it as deleted; also one that is deleted already.
   * Default false.
   */
  readonly permanent?: boolean | undefined
}

export interface ConditionalOptions extends CallOptions {
  /** The `etag` of the result that the caller has. */
  readonly ifNoneMatch: string | undefined
}

export type SortTerm<N extends string> = N | `${N},asc` | `${N},desc`
/** Sort terms in order of precedence. */
export type Sort<N extends string> = SortTerm<N> | readonly SortTerm<N>[]

interface SortedOptions<N extends string> extends CallOptions {
  /** Rows per page. Default: 20. */
  readonly size?: number
  /** Default: the declared order. */
  readonly sort?: Sort<N>
}

export interface PageOptions<N extends string, Id> extends SortedOptions<N> {
  /** Number of the page. The first page is 0, which is the default. */
  readonly page?: number
  /** These records come first on page 0, even if they do not match the filter. */
  readonly includeIds?: readonly Id[]
}

/** How the page of a resource counts its set, where the contract has `count`. */
export interface CountOptions<Count extends PageCount = PageCount> {
  readonly count: Count
}

export type CursorOptions<N extends string> = SortedOptions<N> &
  (
    | { readonly after?: string; readonly before?: never }
    | { readonly before?: string; readonly after?: never }
  )

export interface ChangesOptions extends CallOptions {
  /** The `position` of the last event that was received. Default: from now on. */
  readonly after?: string | undefined
  /** If false, the stream ends after the changes up to now. Default: true. */
  readonly follow?: boolean
}

export interface HistoryOptions extends CallOptions {
  readonly size?: number
  readonly after?: string
}

export interface LocateOptions<N extends string> extends SortedOptions<N> {}

export interface CursorWalk<N extends string> extends SortedOptions<N> {
  /**
   * `cursor` (default) walks a set of any size; `page` reports the total, and fails beyond the
   * deepest page.
   */
  readonly by?: 'cursor'
}
export interface PageWalk<N extends string> extends SortedOptions<N> {
  readonly by: 'page'
}

export interface OptionPageOptions<N extends string, Id> extends PageOptions<N, Id> {
  /** Text that labels contain. */
  readonly search?: string
}

export interface OptionSourceRequest<N extends string, F> extends OptionPageOptions<N, OptionId> {
  readonly filter?: F
}
export interface OptionSourceIdsOptions<F> extends CallOptions {
  /** Ids that do not match it are left out. */
  readonly filter?: F
}
/** The ids of a source are values of any column. */
export type OptionId = string | number | boolean

export interface ExportRequest<Names extends string, Cells extends string, Id, F>
  extends ExportBody {
  readonly format?: Exclude<ExportBody['format'], 'excel' | undefined>
  readonly filters?: F
  readonly selectedIds?: readonly Id[]
  readonly sort?: readonly SortTerm<Names>[]
  readonly fields?: readonly Cells[]
}
