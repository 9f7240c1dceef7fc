/** Compiles the statistics of a resource. */
import type { ColumnKind } from '../../contract/column.js'
import {
  type MinimumGroupSize,
  metricOperations,
  type SemanticType,
  type StatsField,
  type StatsFields,
  type StatsModes,
  type StatsOperation,
  statsOperations,
} from '../../contract/stats.js'
import { defined } from '../../foundation/json/defined.js'
import { readBucketSize } from '../kinds/bucket-size.js'
import type { KindDefinition } from '../kinds/kind-definition.js'
import { isStructure, kinds } from '../kinds/kinds.js'
import { fieldLabel } from '../labels.js'
import { type ColumnTarget, describeTarget, fansOut, resolvePath } from '../types/path.js'
import type { StatsFieldModel, StatsModel } from '../types/stats-model.js'
import { unknownName } from '../unknown-name.js'
import type { ResourceContext } from './resource-context.js'

export const compileStats = (
  declared: StatsFields,
  modes: StatsModes,
  minimumGroupSize: MinimumGroupSize | undefined,
  context: ResourceContext,
): StatsModel => {
  const fields = new Map<string, StatsFieldModel>()
  for (const [name, field] of Object.entries(declared)) {
    const model = compileField(name, { ...defined({ minimumGroupSize }), ...field }, context)
    if (model) fields.set(name, model)
  }
  return { fields, modes }
}

/** Default semantic type of each column type. */
const semanticTypes: Partial<Record<ColumnKind, SemanticType>> = {
  text: 'TEXT',
  uuid: 'TEXT',
  enum: 'CATEGORY',
  numberEnum: 'CATEGORY',
  boolean: 'BOOLEAN',
  integer: 'NUMBER',
  bigint: 'NUMBER',
  version: 'NUMBER',
  decimal: 'NUMBER',
  float: 'NUMBER',
  date: 'DATE',
  instant: 'INSTANT',
  localDateTime: 'INSTANT',
  time: 'CATEGORY',
  duration: 'CATEGORY',
}

const compileField = (
  name: string,
  declared: StatsField,
  context: ResourceContext,
): StatsFieldModel | undefined => {
  const at = `${context.name}.stats.${name}`
  const target = compileTarget(declared.path ?? '.', name, at, context)
  const { labelPath } = declared
  const labelTarget =
    labelPath === undefined ? undefined : compileTarget(labelPath, name, `${at}.labelPath`, context)
  if (!target || (labelPath !== undefined && !labelTarget)) return undefined
  const { column } = target
  const usual = column.currency === undefined ? semanticTypes[column.kind] : 'MONEY'
  const { histogram } = declared
  const field: StatsFieldModel = {
    name,
    label: declared.label ?? column.label ?? fieldLabel(name),
    type: declared.type ?? usual!,
    target,
    ...(labelTarget ? { labelTarget } : {}),
    operations: new Set(declared.operations),
    ...(declared.metrics ? { metrics: declared.metrics } : {}),
    ...(typeof histogram === 'object' ? { histogram } : {}),
    ...(declared.materialized ? { maxAgeMs: readAge(declared.materialized.every) } : {}),
    ...defined({ minimumGroupSize: declared.minimumGroupSize }),
    authorities: declared.authorities ?? [],
  }
  for (const problem of problemsOf(field)) {
    context.diagnostics.error('STATS_INVALID', at, problem)
  }
  return field
}

const unitMs: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: 3_600_000 }
const longestMs = 24 * unitMs['h']!

/** Milliseconds; NaN for a text that is not accepted. */
const readAge = (text: string): number => {
  const [, digits, unit] = /^([1-9]\d{0,4}) (s|min|h)$/.exec(text) ?? []
  const milliseconds = Number(digits) * (unitMs[unit ?? ''] ?? Number.NaN)
  return milliseconds <= longestMs ? milliseconds : Number.NaN
}

const compileTarget = (
  path: string,
  name: string,
  at: string,
  { entity, diagnostics }: ResourceContext,
): ColumnTarget | undefined => {
  const target = resolvePath(entity, path === '.' ? name : path, at, diagnostics)
  if (!target) return undefined
  if (target.type === 'column' && !target.reference && !fansOut(target)) return target
  const way = fansOut(target) ? 'through a collection' : `to ${describeTarget(target)}`
  const message = `The path leads ${way}; statistics need a column, directly or through to-one relations.`
  diagnostics.error('PATH_INVALID', at, message)
  return undefined
}

const measuredBy = (...axes: readonly KindDefinition['axis'][]): readonly ColumnKind[] =>
  (Object.keys(kinds) as ColumnKind[]).filter(
    (kind) => kinds[kind].axis && axes.includes(kinds[kind].axis),
  )
const numbers = measuredBy('whole', 'fractional')
const calendar = measuredBy('days')

/** Column types that a role needs; the other roles take every type but json and arrays. */
const roleKinds: Partial<Record<StatsOperation, readonly ColumnKind[]>> = {
  TIME_SERIES: calendar,
  DISTRIBUTION_HISTOGRAM: [...numbers, ...calendar],
  METRIC_FIELD: numbers,
}

const problemsOf = (field: StatsFieldModel): readonly string[] => {
  const { target, labelTarget, metrics = [], type, histogram, maxAgeMs, minimumGroupSize } = field
  const { kind } = target.column
  const problems: string[] = []
  const hasNone = isStructure(target.column) || kind === 'key'
  if (field.operations.size === 0)
    problems.push(`It has no role; possible roles are ${statsOperations.join(', ')}.`)
  if (hasNone) problems.push(`A column of type ${kind} has no statistics.`)
  for (const operation of field.operations) {
    const kinds = roleKinds[operation]
    if (!statsOperations.includes(operation)) {
      problems.push(unknownName('role', operation, statsOperations))
    } else if (kinds && !kinds.includes(kind)) {
      problems.push(`${operation} takes ${kinds.join(', ')}; the column is of type ${kind}.`)
    }
  }
  for (const metric of metrics) {
    if (!metricOperations.includes(metric)) {
      problems.push(unknownName('metric', metric, metricOperations))
    }
  }
  if (labelTarget && labelTarget.column.kind !== 'text') {
    problems.push(
      `A label path must lead to a text column; this one is of type ${labelTarget.column.kind}.`,
    )
  }
  const fitting = typeKinds[type]
  if (hasNone) return problems
  if (!fitting) {
    problems.push(unknownName('type', type, Object.keys(typeKinds)))
  } else if (!fitting.includes(kind)) {
    problems.push(`The type ${type} does not fit a column of type ${kind}.`)
  }
  if (Number.isNaN(maxAgeMs)) {
    problems.push("materialized.every is '<number> s', '<number> min' or '<number> h', up to 24 h.")
  }
  if (maxAgeMs !== undefined && [...field.operations].every((role) => role === 'METRIC_FIELD')) {
    problems.push(
      'Statistics are stored by the field that they are grouped by; this one is only a measure.',
    )
  }
  if (minimumGroupSize && !isGroupSize(minimumGroupSize.size)) {
    problems.push('minimumGroupSize.size must be a whole number from 2 to 10000.')
  }
  if (histogram && !isCut(histogram, kind)) {
    problems.push(
      'The default of a histogram is { bucketSize }, a width that requests may send, or { bucketCount }, from 1 to 10000.',
    )
  }
  return problems
}

const all: readonly ColumnKind[] = [
  ...numbers,
  'text',
  'enum',
  'numberEnum',
  'boolean',
  ...calendar,
  'time',
  'duration',
  'uuid',
]

/** Column types that a semantic type fits. */
const typeKinds: Readonly<Record<SemanticType, readonly ColumnKind[] | undefined>> = {
  CATEGORY: all,
  REFERENCE: all,
  TEXT: ['text', 'uuid', 'enum', 'numberEnum'],
  BOOLEAN: ['boolean'],
  NUMBER: numbers,
  MONEY: numbers,
  DATE: ['date'],
  INSTANT: ['instant', 'localDateTime'],
}

const isGroupSize = (size: number): boolean =>
  Number.isInteger(size) && size >= 2 && size <= maxBuckets

const maxBuckets = 10_000

const isCut = (histogram: object, kind: ColumnKind): boolean => {
  const [cut, more] = Object.entries(histogram)
  if (!cut || more) return false
  const [name, value] = cut
  if (name === 'bucketSize') return readBucketSize(value, kind) !== undefined
  const count = value as number
  return name === 'bucketCount' && Number.isInteger(count) && count >= 1 && count <= maxBuckets
}
