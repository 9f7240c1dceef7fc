/** Compiles the option sources of a resource. */
import type {
  OptionSource,
  OptionSources,
  ResourceEntitySource,
  StaticCanonicalSource,
} from '../../contract/option-sources.js'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import type { ValueType } from '../kinds/kind-definition.js'
import { isEnum, isStructure } from '../kinds/kinds.js'
import { createValueReader } from '../kinds/value-reader.js'
import { enumLabel } from '../labels.js'
import {
  type EntityModel,
  isReference,
  type RelationModel,
  refersToKey,
  type ToOneModel,
} from '../types/entity-model.js'
import type { OptionRows, OptionSourceModel } from '../types/option-source-model.js'
import {
  type ColumnTarget,
  columnTarget,
  describeTarget,
  fansOut,
  isSamePlace,
  resolvePath,
} from '../types/path.js'
import type { ResourceModel } from '../types/resource-model.js'
import { unknownName } from '../unknown-name.js'

interface SourceContext {
  readonly diagnostics: Diagnostics
  readonly resource: ResourceModel
  readonly entity: EntityModel
  readonly key: string
  /** Path of the source in diagnostics. */
  readonly at: string
  readonly resources: readonly ResourceModel[]
}

const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

export const compileOptionSources = (
  declared: OptionSources,
  resource: ResourceModel,
  resources: readonly ResourceModel[],
  diagnostics: Diagnostics,
): ReadonlyMap<string, OptionSourceModel> => {
  const sources = new Map<string, OptionSourceModel>()
  const { entity } = resource
  for (const [key, source] of Object.entries(declared)) {
    const at = `${resource.name}.optionSources.${key}`
    const model = compileSource(source, { key, diagnostics, resource, entity, at, resources })
    if (model) sources.set(key, model)
  }
  return sources
}

const compileSource = (
  source: OptionSource,
  context: SourceContext,
): OptionSourceModel | undefined => {
  const { at, diagnostics, key } = context
  if (!keyPattern.test(key)) {
    const message = `The key '${key}' may contain only letters, digits, '.', '_' and '-', and must start with a letter or digit.`
    diagnostics.error('KEY_INVALID', at, message)
  }
  checkPolicy(source, context)
  const declared = compileRows[source.type](source as never, context)
  if (!declared) return undefined
  const declaredSorts = compileSorts(source, declared, context)
  const { rows, sorts } = (source.type === 'LIGHT_LOOKUP'
    ? rowsOfEntity(declared, declaredSorts)
    : undefined) ?? { rows: declared, sorts: declaredSorts }
  const { idType, labelType } = typesOf(rows)
  const { search = true, minSearchLength = 0, maxSize, dependsOn = [], filterField } = source
  return {
    key,
    type: source.type,
    rows,
    idType,
    idReader: createValueReader(idType, { id: true }),
    labelType,
    sorts,
    search,
    minSearchLength,
    ...(maxSize === undefined ? {} : { maxSize }),
    dependsOn,
    requireDependencies: source.requireDependencies ?? false,
    ...(filterField === undefined ? {} : { filterField }),
    excludeSelf: source.excludeSelf ?? false,
  }
}

const checkPolicy = (source: OptionSource, { at, diagnostics, resource }: SourceContext): void => {
  const { dependsOn = [], filterField, excludeSelf, maxSize = 1, minSearchLength = 0 } = source
  for (const field of [...dependsOn, ...(filterField === undefined ? [] : [filterField])]) {
    if (resource.filter.has(field)) continue
    const message = unknownName('filter field', field, resource.filter.keys())
    diagnostics.error('FIELD_UNKNOWN', at, message)
  }
  if (source.requireDependencies && dependsOn.length === 0) {
    const message = "'requireDependencies' needs 'dependsOn', the fields that a request must have."
    diagnostics.error('OPTION_SOURCE_INVALID', at, message)
  }
  if (excludeSelf && filterField === undefined) {
    const message = "'excludeSelf' needs 'filterField', the field that it leaves out of the filter."
    diagnostics.error('OPTION_SOURCE_INVALID', at, message)
  }
  const counts = { maxSize: [maxSize, 1], minSearchLength: [minSearchLength, 0] } as const
  for (const [name, [value, least]] of Object.entries(counts)) {
    if (Number.isInteger(value) && value >= least) continue
    const message = `'${name}' must be an integer of at least ${least}.`
    diagnostics.error('OPTION_SOURCE_INVALID', at, message)
  }
}

/** A column of the entity itself or behind to-one relations. */
const compileColumn = (
  path: string,
  member: string,
  { at, diagnostics, entity, key }: SourceContext,
): ColumnTarget | undefined => {
  const memberAt = `${at}.${member}`
  const target = resolvePath(entity, path === '.' ? key : path, memberAt, diagnostics)
  if (!target) return undefined
  const fits =
    target.type === 'column' && !target.reference && !fansOut(target) && !isStructure(target.column)
  if (fits) return target
  const message = `The path leads ${fansOut(target) ? 'through a collection' : `to ${describeTarget(target)}`}; it must lead to a column other than json and arrays, directly or through to-one relations.`
  diagnostics.error('PATH_INVALID', memberAt, message)
  return undefined
}

const compilePaths = (
  id: string,
  label: string,
  members: readonly [id: string, label: string],
  context: SourceContext,
): OptionRows | undefined => {
  const target = compileColumn(id, members[0], context)
  const named = label === id ? target : compileColumn(label, members[1], context)
  return target && named ? { from: 'paths', id: target, label: named } : undefined
}

const compileEntity = (
  { resource: key, path }: ResourceEntitySource,
  context: SourceContext,
): OptionRows | undefined => {
  const { at, diagnostics, resources } = context
  const other = resources.find((resource) => resource.key === key)
  if (!other) {
    const keys = resources.map((resource) => resource.key)
    const message = unknownName('resource', key, keys)
    diagnostics.error('OPTION_SOURCE_INVALID', `${at}.resource`, message)
    return undefined
  }
  const label = other.optionLabel === undefined ? undefined : other.response.get(other.optionLabel)
  const id = columnTarget([], other.entity.primaryKey)
  const rows = {
    from: 'entity',
    id,
    label: label?.type === 'column' ? label.target : id,
  } as const
  if (path === undefined) return rows
  const hops = referencesAlong(path, context)
  if (!hops) return undefined
  const last = hops.at(-1)!
  if (last.target !== other.entity) {
    const message = `Path '${path}' leads to ${last.target.name}, but '${key}' shows ${other.entity.name}.`
    diagnostics.error('PATH_INVALID', `${at}.path`, message)
    return undefined
  }
  if (!refersToKey(last)) {
    const message = `Path '${path}' refers to '${last.references.field}', but ids of '${key}' are its keys; use a LIGHT_LOOKUP with the id '${path}.${last.references.field}'.`
    diagnostics.error('PATH_INVALID', `${at}.path`, message)
    return undefined
  }
  const by = { hops: hops.slice(0, -1), column: last.key, relation: last }
  return { ...rows, referred: { by, always: false } }
}

/** The to-one relations of a path, at least one. Undefined if a name of it is something else. */
const referencesAlong = (
  path: string,
  { at, diagnostics, entity }: SourceContext,
): readonly ToOneModel[] | undefined => {
  const hops: ToOneModel[] = []
  let source = entity
  for (const segment of path.split('.')) {
    const hop: RelationModel | undefined = source.relations.get(segment)
    if (!isReference(hop)) {
      const reason = hop
        ? `'${segment}' is ${hop.type === 'toOne' ? 'a foreign key of the other table' : `a collection of ${source.name}`}, not a to-one relation.`
        : unknownName('relation', segment, source.relations.keys(), ` in ${source.name}`)
      diagnostics.error('PATH_INVALID', `${at}.path`, reason)
      return undefined
    }
    hops.push(hop)
    source = hop.target
  }
  return hops
}

/**
 * A lookup whose id is a foreign key, and whose label and sort keys are behind it, offers rows of
 * the related entity: its table is read, and not the records that share a row.
 */
const rowsOfEntity = (
  rows: OptionRows,
  sorts: OptionSourceModel['sorts'],
): Pick<OptionSourceModel, 'rows' | 'sorts'> | undefined => {
  if (rows.from !== 'paths') return undefined
  const { id, label } = rows
  const { references: relation } = id.column
  if (!isReference(relation)) return undefined
  const hops = [...id.hops, relation]
  const key = columnTarget([], relation.references)
  /** The target from the related row; undefined if it does not lead through it. */
  const behind = (target: ColumnTarget): ColumnTarget | undefined => {
    if (isSamePlace(target, id)) return key
    const isBehind = hops.every((hop, index) => target.hops[index] === hop)
    return isBehind ? { ...target, hops: target.hops.slice(hops.length) } : undefined
  }
  const labelBehind = behind(label)
  const sortsBehind = new Map<string, { name: string; target: ColumnTarget }>()
  for (const [name, { target }] of sorts) {
    const targetBehind = behind(target)
    if (targetBehind) sortsBehind.set(name, { name, target: targetBehind })
  }
  if (!labelBehind || sortsBehind.size < sorts.size) return undefined
  return {
    rows: {
      from: 'entity',
      id: key,
      label: labelBehind,
      referred: { by: { ...id, relation }, always: true },
    },
    sorts: sortsBehind,
  }
}

const compileList = (
  { options, path }: StaticCanonicalSource,
  context: SourceContext,
): OptionRows | undefined => {
  const { at, diagnostics } = context
  const target = path === undefined ? undefined : compileColumn(path, 'path', context)
  const listed = options ?? (target && optionsOfEnum(target))
  const seen = new Set(listed?.map(({ id }) => String(id)))
  if (!listed || listed.length === 0 || seen.size !== listed.length) {
    const message =
      "It needs 'options' with unique ids, or a 'path' to an enum column, whose values become the options."
    diagnostics.error('OPTION_SOURCE_INVALID', at, message)
    return undefined
  }
  return {
    from: 'list',
    ...(target ? { of: target } : {}),
    options: listed.map(({ id, label }) => ({ id: String(id), label })),
    isNumber: listed.every(({ id }) => Number.isSafeInteger(id)),
  }
}

const optionsOfEnum = ({ column }: ColumnTarget) =>
  column.values?.map((id) => ({ id, label: enumLabel(column, id) }))

const compileRows: {
  readonly [T in OptionSource['type']]: (
    source: Extract<OptionSource, { type: T }>,
    context: SourceContext,
  ) => OptionRows | undefined
} = {
  RESOURCE_ENTITY: compileEntity,
  DISTINCT_DIMENSION: ({ path }, context) => compilePaths(path, path, ['path', 'path'], context),
  CATEGORICAL_BUCKET: ({ path, label }, context) =>
    compilePaths(path, label, ['path', 'label'], context),
  LIGHT_LOOKUP: ({ id, label }, context) => compilePaths(id, label, ['id', 'label'], context),
  STATIC_CANONICAL: compileList,
}

const text: ValueType = { kind: 'text' }

const typesOf = (
  rows: OptionRows,
): { readonly idType: ValueType; readonly labelType: ValueType } =>
  rows.from === 'list'
    ? { idType: rows.isNumber ? { kind: 'integer' } : text, labelType: text }
    : { idType: searched(rows.id), labelType: isEnumLabel(rows) ? text : searched(rows.label) }

/** An enum column that is its own label shows the declared texts of its values. */
const isEnumLabel = ({ id, label }: Exclude<OptionRows, { from: 'list' }>): boolean =>
  id === label && isEnum(label.column)

/** Constraints of a column apply to writes, not to choices. */
const searched = ({ column }: ColumnTarget): ValueType => searchedType(column)

const searchedType = (type: ValueType): ValueType => {
  const { kind, values, numbers, precision, scale, databaseType, parts } = type
  return {
    kind,
    ...(values ? { values } : {}),
    ...(numbers ? { numbers } : {}),
    ...(precision === undefined ? {} : { precision }),
    ...(scale === undefined ? {} : { scale }),
    ...(databaseType === undefined ? {} : { databaseType }),
    ...(parts ? { parts: parts.map(searchedType) } : {}),
  }
}

/** Sort keys must fit into the `sort` parameter, without a comma, and into SQL as column names. */
const sortName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/

/** Names of the columns that every source has. */
const usualSorts = new Set(['id', 'label', 'position'])

const compileSorts = (
  source: OptionSource,
  rows: OptionRows,
  context: SourceContext,
): OptionSourceModel['sorts'] => {
  const sorts = new Map<string, { name: string; target: ColumnTarget }>()
  if (source.type === 'STATIC_CANONICAL' || rows.from === 'list') return sorts
  const entity = rows.from === 'entity' ? rows.id.column.entity : context.entity
  for (const [name, path] of Object.entries(source.sorts ?? {})) {
    if (usualSorts.has(name)) {
      const message = `Every source has the sort key '${name}'; choose another name.`
      context.diagnostics.error('DUPLICATE', `${context.at}.sorts.${name}`, message)
      continue
    }
    if (!sortName.test(name)) {
      const message = `'${name}' cannot be a sort key; use 1 to 63 letters, digits, '.', '_' and '-', starting with a letter or digit.`
      context.diagnostics.error('OPTION_SOURCE_INVALID', `${context.at}.sorts.${name}`, message)
      continue
    }
    const target = compileColumn(path === '.' ? name : path, `sorts.${name}`, {
      ...context,
      entity,
    })
    if (target) sorts.set(name, { name, target })
  }
  return sorts
}
