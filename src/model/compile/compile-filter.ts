/** Compiles a filter shape: each field is an operation on a target that it takes. */
import type { FilterField, OperandForm, TargetKind } from '../../contract/filter/definition.js'
import {
  type DeletedChoice,
  type DeletedField,
  deletedChoices,
  isDeletedField,
} from '../../contract/filter/deleted.js'
import { expressionNames } from '../../contract/filter/expressions.js'
import { isRelatedFilter, type RelatedFilter } from '../../contract/filter/related.js'
import { isSearchField } from '../../contract/filter/search.js'
import {
  type FilterOperation,
  filterOperations,
  isFilterOperation,
} from '../../contract/filter/table.js'
import type { FilterShape } from '../../contract/shapes.js'
import { defined } from '../../foundation/json/defined.js'
import type { ValueType } from '../kinds/kind-definition.js'
import { kinds } from '../kinds/kinds.js'
import { createValueReader, type ValueReader } from '../kinds/value-reader.js'
import { markOf } from '../types/entity-model.js'
import {
  type FilterFieldModel,
  type FilterMember,
  type FilterShapeModel,
  isRelated,
  type RelatedFilterModel,
} from '../types/filter-model.js'
import {
  describeTarget,
  fansOut,
  referredBy,
  resolvePath,
  type Target,
  targetKind,
} from '../types/path.js'
import { unknownName } from '../unknown-name.js'
import { compileSearch } from './compile-search.js'
import type { ResourceContext } from './resource-context.js'

/** Query parameters and members that the framework reads beside a filter shape. */
const reserved: Readonly<Record<string, string>> = {
  _links: 'is ignored in every body',
  ...Object.fromEntries(expressionNames.map((name) => [name, 'combines filters'])),
}

/** @param at the path of the shape in diagnostics */
export const compileFilterShape = (
  shape: FilterShape,
  context: ResourceContext,
  at = `${context.name}.filter`,
): FilterShapeModel => {
  const members = new Map<string, FilterMember>()
  for (const [name, declared] of Object.entries(shape)) {
    const member = compileMember(name, declared, context, `${at}.${name}`)
    const hints = context.hints[name]
    if (member) members.set(name, hints ? { ...member, hints } : member)
  }
  return members
}

/**
 * The criteria of related rows are a schema each, which is named by the members that lead to it.
 * The parts of expressions are one, too.
 */
export const checkSchemaNames = (
  filter: FilterShapeModel,
  { name, diagnostics }: ResourceContext,
): void => {
  const names = new Map([['Part', 'the parts of expressions']])
  const check = (shape: FilterShapeModel, path: readonly string[]): void => {
    for (const member of shape.values()) {
      if (!isRelated(member)) continue
      const at = [...path, member.name]
      const schema = at.map((each) => each.charAt(0).toUpperCase() + each.slice(1)).join('')
      const other = names.get(schema)
      if (other !== undefined) {
        const message = `Its schema would have the name of that of ${other}; choose another name.`
        diagnostics.error('DUPLICATE', `${name}.filter.${at.join('.')}`, message)
      }
      names.set(schema, `'${at.join('.')}'`)
      check(member.filter, at)
    }
  }
  check(filter, [])
}

const compileMember = (
  name: string,
  declared: FilterField,
  context: ResourceContext,
  at: string,
): FilterMember | undefined => {
  const use = Object.hasOwn(reserved, name) ? reserved[name] : undefined
  if (use !== undefined) {
    context.diagnostics.error('DUPLICATE', at, `'${name}' ${use}; choose another name.`)
    return undefined
  }
  if (isRelatedFilter(declared)) return compileRelated(name, declared, context, at)
  if (isDeletedField(declared)) return compileDeleted(name, declared, context, at)
  if (isSearchField(declared)) return compileSearch(name, declared, context, at)
  return compileField(name, declared, context, at)
}

const compileRelated = (
  name: string,
  { match, path, filter, label, description }: RelatedFilter,
  context: ResourceContext,
  at: string,
): RelatedFilterModel | undefined => {
  const { entity, diagnostics } = context
  const target = resolvePath(entity, path === '.' ? name : path, at, diagnostics)
  if (!target) return undefined
  if (target.type !== 'collection' || fansOut(target)) {
    const what = fansOut(target) ? 'is behind another collection' : `is ${describeTarget(target)}`
    const message = `Path '${path}' ${what}; it must lead to a collection, directly or through to-one relations.`
    diagnostics.error('PATH_INVALID', at, message)
    return undefined
  }
  if (Object.keys(filter).length === 0) {
    const message = `Criteria of related rows are missing, for example ${match}('${path}', { id: EQUAL() }).`
    diagnostics.error('PATH_INVALID', at, message)
    return undefined
  }
  const related = { ...context, entity: target.relation.target, hints: {}, isRelated: true }
  return {
    ...{ name, match, target, filter: compileFilterShape(filter, related, at) },
    ...defined({ label, description }),
  }
}

const compileField = (
  name: string,
  declared: FilterField,
  { entity, diagnostics }: ResourceContext,
  at: string,
): FilterFieldModel | undefined => {
  const { operation, path, ...texts } = declared
  if (!isFilterOperation(operation)) {
    const message = unknownName('filter operation', operation, Object.keys(filterOperations))
    diagnostics.error('FILTER_OPERATION_UNKNOWN', at, message)
    return undefined
  }
  const target = resolvePath(entity, path === '.' ? name : path, at, diagnostics)
  if (!target) return undefined
  const { operand: form, kinds } = filterOperations[operation]
  if (!(kinds as readonly TargetKind[]).includes(targetKind(target))) {
    const fitting = operationsFor(targetKind(target)).join(', ')
    const message = `${operation} does not take ${describeTarget(target)}; it takes ${kinds.join(', ')}. Operations that fit: ${fitting || 'none'}.`
    diagnostics.error('OPERATION_KIND', at, message)
    return undefined
  }
  const readers = { reader: createReader(form, target), ...dayReaderOf(form, target) }
  return { name, operation, form, target, ...readers, ...texts }
}

/** A caller sees the field as an enum, and needs its authorities as for a column. */
const compileDeleted = (
  name: string,
  { authorities, label, description }: DeletedField,
  { entity, isRelated, diagnostics }: ResourceContext,
  at: string,
): FilterFieldModel | undefined => {
  const mark = markOf(entity)
  const refuse = (message: string): undefined => {
    diagnostics.error('SOFT_DELETE_INVALID', at, message)
    return undefined
  }
  if (isRelated) return refuse('Related rows that are deleted cannot be included.')
  if (!mark) {
    return refuse(
      `Rows of '${entity.name}' are destroyed when they are deleted; add 'softDelete' to it.`,
    )
  }
  if (!authorities?.length) return refuse("'authorities' must name who may see deleted records.")
  const type = { kind: 'enum', values: deletedChoices } as const
  const column = {
    ...type,
    ...{ entity, field: name, column: name, visibleTo: authorities, labels: deletedLabels },
    ...{ nullable: false, generated: false, touchedOnUpdate: false },
  }
  return {
    ...{ name, operation: 'EQUAL', form: 'value' },
    target: { type: 'column', hops: [], column, reference: false },
    reader: createValueReader(type),
    onlyDeleted: {
      ...{ name, operation: 'IS_NOT_NULL', form: 'switch', target: mark.at },
      reader: createReader('switch', mark.at),
    },
    label: label ?? 'Deleted records',
    ...(description === undefined ? {} : { description }),
  }
}

const deletedLabels: Readonly<Record<DeletedChoice, string>> = {
  exclude: 'Without deleted records',
  include: 'With deleted records',
  only: 'Only deleted records',
}

const operationsFor = (kind: TargetKind): readonly FilterOperation[] =>
  (Object.keys(filterOperations) as FilterOperation[]).filter((operation) =>
    (filterOperations[operation].kinds as readonly TargetKind[]).includes(kind),
  )

/** At most a century, so that the sum stays within the dates of the database. */
const days: ValueType = { kind: 'integer', minimum: 0, maximum: 36_500 }
const size: ValueType = { kind: 'integer', minimum: 0 }
const booleanForms = new Map<string, unknown>([
  ['true', true],
  ['false', false],
])

/**
 * Constraints of a column apply to writes, not to searches: a search beyond a maximum finds
 * nothing, but it is valid.
 */
const searched = (target: Target): ValueType => {
  if (target.type === 'collection') return size
  const { kind, values, numbers, databaseType, parts } = target.column.item ?? target.column
  return {
    kind,
    ...(values ? { values } : {}),
    ...(numbers ? { numbers } : {}),
    ...(databaseType === undefined ? {} : { databaseType }),
    ...(parts ? { parts } : {}),
  }
}

const createReader = (form: OperandForm, target: Target): ValueReader => {
  const fixed: Partial<Record<OperandForm, ValueType>> = {
    text: { kind: 'text' },
    switch: { kind: 'boolean' },
    flag: { kind: 'boolean' },
    day: { kind: 'date' },
    days,
    size,
  }
  const type = fixed[form] ?? searched(target)
  return createValueReader(type, {
    reference: target.type === 'column' && referredBy(target) !== undefined,
    ...(type.kind === 'boolean' ? { textForms: booleanForms } : {}),
  })
}

const dayReaderOf = (form: OperandForm, target: Target): { dayReader?: ValueReader } => {
  if (form !== 'range' || target.type !== 'column' || target.reference) return {}
  const { axis, hasSeconds } = kinds[target.column.kind]
  return axis === 'days' && hasSeconds ? { dayReader: createValueReader({ kind: 'date' }) } : {}
}
