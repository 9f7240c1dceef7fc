/** Compiles fields that the database computes. Their columns exist before, for others to name. */

import type { AggregateCriteria, ExpressionPart } from '../../contract/computation.js'
import type { Entity } from '../../contract/entity.js'
import type { Entities } from '../../contract/paths.js'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import { createValueReader } from '../kinds/value-reader.js'
import { readsOf } from '../types/computed.js'
import type {
  ColumnModel,
  ComputedAggregate,
  ComputedCriterion,
  ComputedModel,
  ComputedPart,
  ComputedSql,
  EntityModel,
} from '../types/entity-model.js'
import { type ColumnTarget, describeTarget, fansOut, resolvePath } from '../types/path.js'
import { withoutLimits } from './compile-columns.js'

/** Resolves the expressions of computed columns, which entities have already. */
export const compileComputed = (
  entities: ReadonlyMap<string, EntityModel>,
  declared: Entities,
  diagnostics: Diagnostics,
): void => {
  for (const [name, entity] of entities) {
    for (const [field, column] of entity.computed) {
      const at = `entities.${name}.${field}`
      checkOptions(column, at, diagnostics)
      const computed = compileOne(entity, field, declared[name]!, at, diagnostics)
      if (computed) Object.assign(column, { computed })
    }
  }
  for (const [name, { computed }] of entities) {
    for (const [field, column] of computed) {
      const circle = circleFrom(column)
      if (!circle) continue
      const way = circle.map((each) => `${each.entity.name}.${each.field}`).join(' → ')
      const message = `The computed field reads itself: ${way}.`
      diagnostics.error('COMPUTED_INVALID', `entities.${name}.${field}`, message)
    }
  }
}

/** What only a column of a table has. */
const tableOptions = ['primaryKey', 'editableBy', 'default', 'audited'] as const

const checkOptions = (column: object, at: string, diagnostics: Diagnostics): void => {
  const declared: Readonly<Record<string, unknown>> = { ...column }
  for (const option of tableOptions) {
    if (declared[option] === undefined) continue
    const message = `'${option}' does not apply to a computed field; remove it.`
    diagnostics.error('COMPUTED_INVALID', at, message)
  }
}

const compileOne = (
  entity: EntityModel,
  field: string,
  { fields }: Entity,
  at: string,
  diagnostics: Diagnostics,
): ComputedModel | undefined => {
  const declared = fields[field]
  const computed = declared?.is === 'column' ? declared.computed : undefined
  if (!computed) return undefined
  const scope: Scope = { entity, at, diagnostics }
  if (computed.is === 'sql') return compileSql(computed, scope)
  const relation = entity.relations.get(computed.collection)
  if (relation?.type !== 'toMany') {
    const message = `'${computed.collection}' is not a collection of ${entity.name}.`
    diagnostics.error('PATH_INVALID', at, message)
    return undefined
  }
  const rows: Scope = { ...scope, entity: relation.target }
  const value = computed.value === undefined ? undefined : columnAt(computed.value, rows)
  const criteria = compileCriteria(computed.criteria, rows)
  if (!criteria || (computed.value !== undefined && !value)) return undefined
  return {
    is: 'aggregate',
    function: computed.function,
    relation,
    ...(value ? { value } : {}),
    criteria,
  } satisfies ComputedAggregate
}

interface Scope {
  readonly entity: EntityModel
  readonly at: string
  readonly diagnostics: Diagnostics
}

const compileSql = (
  { texts, parts }: Extract<ExpressionPart, { is: 'sql' }>,
  scope: Scope,
): ComputedSql | undefined => {
  const compiled = parts.map((part) => compilePart(part, scope))
  if (!compiled.every((part) => part !== undefined)) return undefined
  return { is: 'sql', texts, parts: compiled }
}

const compilePart = (part: ExpressionPart, scope: Scope): ComputedPart | undefined => {
  switch (part.is) {
    case 'path': {
      const target = columnAt(part.path, scope)
      return target && { is: 'column', target }
    }
    case 'among': {
      const criterion = compileCriterion(part.path, part.values, scope)
      return criterion && { is: 'among', criterion }
    }
    case 'sql':
      return compileSql(part, scope)
    default:
      return part
  }
}

const columnAt = (path: string, { entity, at, diagnostics }: Scope): ColumnTarget | undefined => {
  const target = resolvePath(entity, path, at, diagnostics)
  if (!target) return undefined
  if (target.type === 'column' && !target.reference && !fansOut(target)) return target
  const what = fansOut(target) ? 'a value of many records' : describeTarget(target)
  const message = `Path '${path}' leads to ${what}; it must lead to a column, directly or through to-one relations.`
  diagnostics.error('PATH_INVALID', at, message)
  return undefined
}

const compileCriteria = (
  criteria: AggregateCriteria,
  scope: Scope,
): readonly ComputedCriterion[] | undefined => {
  const compiled = Object.entries(criteria).map(([path, operand]) =>
    compileCriterion(path, operand, scope),
  )
  return compiled.every((each) => each !== undefined) ? compiled : undefined
}

const compileCriterion = (
  path: string,
  operand: unknown,
  scope: Scope,
): ComputedCriterion | undefined => {
  const target = columnAt(path, scope)
  if (!target) return undefined
  if (operand === null) return { target, values: undefined }
  const reader = createValueReader(withoutLimits(target.column))
  const values: string[] = []
  for (const value of Array.isArray(operand) ? operand : [operand]) {
    const reading = reader.read(value, 'UTC')
    if ('fault' in reading) {
      const message = `The value for '${path}' does not fit: ${reading.fault}.`
      scope.diagnostics.error('COMPUTED_INVALID', scope.at, message)
      return undefined
    }
    values.push(reading.parameter)
  }
  return { target, values }
}

/** The computed columns that lead from a column back to it. */
const circleFrom = (start: ColumnModel): readonly ColumnModel[] | undefined => {
  const seen = new Set<ColumnModel>()
  const search = (column: ColumnModel, way: readonly ColumnModel[]): typeof way | undefined => {
    for (const target of column.computed ? readsOf(column.computed) : []) {
      if (target.type !== 'column') continue
      if (target.column === start) return [...way, start]
      if (seen.has(target.column)) continue
      seen.add(target.column)
      const found = search(target.column, [...way, target.column])
      if (found) return found
    }
    return undefined
  }
  return search(start, [start])
}
