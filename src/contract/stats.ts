/** Statistics of a resource: fields to group by, to plot over time and to measure. */
import type { Entities, Here } from './paths.js'
import type { CheckColumn } from './shape-checks.js'
import type { NoOthers } from './wrong.js'

export const statsOperations = [
  'GROUP_BY',
  'TIME_SERIES',
  'DISTRIBUTION_TERMS',
  'DISTRIBUTION_HISTOGRAM',
  'METRIC_FIELD',
] as const
export type StatsOperation = (typeof statsOperations)[number]

export const metricOperations = ['COUNT', 'SUM', 'AVG', 'MIN', 'MAX', 'DISTINCT_COUNT'] as const
export type MetricOperation = (typeof metricOperations)[number]

export type SemanticType =
  | 'CATEGORY'
  | 'TEXT'
  | 'BOOLEAN'
  | 'NUMBER'
  | 'MONEY'
  | 'DATE'
  | 'INSTANT'
  | 'REFERENCE'

/** Default buckets of a histogram. */
export type HistogramDefault =
  | { readonly bucketSize: number | string }
  | { readonly bucketCount: number }

/** A time such as `30 s`, `5 min` or `1 h`. */
export type StatsAge = `${number} ${'s' | 'min' | 'h'}`

/** Statistics that are stored, and computed again at intervals. */
export interface Materialized {
  /** Maximum age of a stored result that a response may show, up to 24 hours. */
  readonly every: StatsAge
}

/** Statistics withhold groups of fewer records. */
export interface MinimumGroupSize {
  readonly size: number
  /** Callers with one of these authorities see all groups. Default: no caller does. */
  readonly unless?: readonly string[]
}

export interface StatsFieldOptions {
  /** Column or to-one path. Default: the column of the field's own name. */
  readonly path?: string
  /** Text that users see. Default: from the column, or else derived from the name. */
  readonly label?: string
  /**
   * Metrics that requests may use. Default: for a dimension all but DISTINCT_COUNT, and COUNT
   * always; for a measure SUM, AVG, MIN, MAX.
   */
  readonly metrics?: readonly MetricOperation[]
  /** Whether the field has a histogram; an object sets its default buckets. Default false. */
  readonly histogram?: boolean | HistogramDefault
  /** Whether the field is also a measure. Default false. */
  readonly measure?: boolean
  /**
   * Statistics of all records by this field are stored, and may be as old as this. Default: they
   * are always current.
   */
  readonly materialized?: Materialized
  /**
   * Groups by this field, and metrics of it, are withheld if they come from fewer records. Default:
   * that of the resource.
   */
  readonly minimumGroupSize?: MinimumGroupSize
  /** Authorities, one of which allows using the field. Default: none is needed. */
  readonly authorities?: readonly string[]
}

export interface ReferenceOptions extends StatsFieldOptions {
  /** The key, for example `department.id`. */
  readonly path: string
  /** A text path that names the key, for example `department.name`. */
  readonly labelPath: string
}

/** One field of the registry: `P` the path of its values, `L` of their labels. */
export interface StatsField<P extends string = string, L extends string = string>
  extends StatsFieldOptions {
  /** `.` is the column of the field's own name. */
  readonly path: P
  readonly labelPath?: L
  readonly operations: readonly StatsOperation[]
  /** Default: from the column type. */
  readonly type?: SemanticType
}

export type StatsFields = Readonly<Record<string, StatsField>>

type PathOf<O> = O extends { readonly path: infer P extends string } ? P : '.'
type Declared<O> = StatsField<PathOf<O>, never>

const make = <F>(
  roles: readonly StatsOperation[],
  options: StatsFieldOptions = {},
  extra: object = {},
): F => {
  const { histogram = false, measure = false } = options
  const operations = new Set(roles)
  if (histogram !== false) operations.add('DISTRIBUTION_HISTOGRAM')
  if (measure) operations.add('METRIC_FIELD')
  return { path: '.', ...options, ...extra, operations: [...operations] } as unknown as F
}

/** Grouped by its values: `status: category()` */
export const category = <const O extends StatsFieldOptions>(
  options?: O & NoOthers<O, StatsFieldOptions>,
): Declared<O> => make(['GROUP_BY', 'DISTRIBUTION_TERMS'], options)

/**
 * Grouped by a key with a label.
 *
 * @example
 * department: reference({ path: 'department.id', labelPath: 'department.name' })
 */
export const reference = <const O extends ReferenceOptions>(
  options: O & NoOthers<O, ReferenceOptions>,
): StatsField<O['path'], O['labelPath']> =>
  make(['GROUP_BY', 'DISTRIBUTION_TERMS'], options, { type: 'REFERENCE' })

/** Summed, averaged, …: `salary: measure({ histogram: true })` */
export const measure = <const O extends StatsFieldOptions>(
  options?: O & NoOthers<O, StatsFieldOptions>,
): Declared<O> => make(['METRIC_FIELD'], options)

/** Plotted over time: `hiredOn: series({ histogram: true })` */
export const series = <const O extends StatsFieldOptions>(
  options?: O & NoOthers<O, StatsFieldOptions>,
): Declared<O> => make(['TIME_SERIES'], options)

export type StatsMode = 'AUTO' | 'DISABLED'

/** Modes by endpoint. Default: `platform.stats.default-mode`. */
export interface StatsModes {
  readonly groupBy?: StatsMode
  readonly timeSeries?: StatsMode
  readonly distribution?: StatsMode
}

export type CheckStats<S extends Entities, E extends keyof S, Fields> = {
  readonly [K in keyof Fields]: Fields[K] extends StatsField<infer Path, infer LabelPath>
    ? CheckColumn<S, E, Here<K, Path>, CheckLabel<S, E, LabelPath, Fields[K]>>
    : StatsField
}
type CheckLabel<S extends Entities, E extends keyof S, Path extends string, Field> = [
  Path,
] extends [never]
  ? Field
  : CheckColumn<S, E, Path, Field>
