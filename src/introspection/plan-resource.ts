/** Plans what the resource of an entity shows, takes, filters and measures. */
import { filterOperations } from '../contract/filter/table.js'
import { isUnique } from '../database/source-tables.js'
import { reservedMembers } from '../model/compile/compile-response.js'
import { type EntityPlan, fieldsOf, isComposite, type RelationPlan } from './application-plan.js'
import { camelCase, claim, kebabCase, pascalCase, plural } from './names.js'
import { type ColumnFactory, type ColumnPlan, isReadOnly } from './plan-columns.js'
import { type Code, call, type Printable } from './print-code.js'

type Members = Readonly<Record<string, Printable>>

export interface ResourcePlan {
  readonly entity: EntityPlan
  /** Members of the resource, in the order in which they are printed. */
  readonly members: Members
}

/** Gives the key of an entity's resource. */
export type KeyOf = (entity: EntityPlan) => string

const path = '.'

export const planResource = (entity: EntityPlan, keyOf: KeyOf): ResourcePlan => {
  const { table, label, isCreatable, tenant } = entity
  const { insert, update, delete: canDelete } = table.privileges
  // Every tenant would write what all of them see.
  const isWritable = !table.isView && tenant !== 'shared'
  const filters = columnFilters(entity)
  const references = referencesOf(entity, filters)
  const created = writeShape(entity, references, true)
  const updated = writeShape(entity, references, false)
  const stats = planStats(entity, references)
  const sources = planOptionSources(references, keyOf)
  return {
    entity,
    members: {
      key: keyOf(entity),
      ...(table.comment === null ? {} : { description: table.comment }),
      response: planResponse(entity, references),
      ...(isWritable && insert && isCreatable ? { create: created } : {}),
      ...(isWritable && update && Object.keys(updated).length > 0 ? { update: updated } : {}),
      ...(isWritable && canDelete ? { delete: true } : {}),
      filter: planFilter(filters, references),
      defaultSort: [isOrder(label) ? label.field : entity.key.field],
      ...(label ? { optionLabel: label.field } : {}),
      ...(Object.keys(sources).length > 0 ? { optionSources: sources } : {}),
      ...(Object.keys(stats).length > 0 ? { stats } : {}),
    },
  }
}

/** Records are sorted by names; a long text may be too long for an index. */
const isOrder = (label: ColumnPlan | undefined): label is ColumnPlan =>
  label !== undefined &&
  !label.isNullable &&
  (label.source.maxLength !== undefined || /(name|title|label)$/i.test(label.field))

/** A relation that a record holds itself, with the names of its members on the wire. */
interface Reference {
  readonly relation: RelationPlan
  /** Response and write member: `languageId`, `actorIds`. */
  readonly member: string
  readonly keyPath: string
  readonly labelPath: string | undefined
  readonly isList: boolean
  /** Its filter field: `languageIds`. */
  readonly filter: string
  /** The column that is written; undefined if its columns are fields of their own. */
  readonly column: ColumnPlan | undefined
}

const referencesOf = (
  entity: EntityPlan,
  filters: ReadonlyMap<string, Code>,
): readonly Reference[] => {
  const members = new Set([...entity.columns.map(({ field }) => field), entity.key.field])
  const filterNames = new Set(filters.keys())
  return entity.relations.flatMap((relation) => {
    const { name, type, target, columns, references, through } = relation
    if (type === 'hasMany' || type === 'hasOne' || (type === 'manyToMany' && !through!.isOwner))
      return []
    const own =
      columns.length === 1
        ? entity.columns.find(({ source }) => source.name === columns[0])
        : undefined
    const isList = type === 'manyToMany'
    // A key that is a reference too is shown once.
    if (!isList && own?.isKey) return []
    const member = isList
      ? claim(members, camelCase(`${through!.column}s`))
      : (own?.field ?? claim(members, `${name}Id`))
    const filter = isList ? member : member.endsWith('Id') ? `${member}s` : plural(member)
    return [
      {
        relation,
        member,
        keyPath: `${name}.${references?.field ?? target.key.field}`,
        labelPath: target.label && !isList ? `${name}.${target.label.field}` : undefined,
        isList,
        filter: claim(filterNames, filter, `${member}In`),
        column: isList ? undefined : own,
      },
    ]
  })
}

const planResponse = (entity: EntityPlan, references: readonly Reference[]): Members => {
  const members: Record<string, Printable> = {}
  if (isComposite(entity.key)) members[entity.key.field] = path
  for (const { field } of fieldsOf(entity)) members[field] = path
  const taken = new Set([
    ...reservedMembers,
    ...Object.keys(members),
    ...references.map(({ member }) => member),
  ])
  for (const { relation, member, keyPath, labelPath, isList } of references) {
    members[member] = isList ? call('ids', relation.name) : keyPath
    if (labelPath !== undefined) members[claim(taken, labelName(relation))] = labelPath
  }
  for (const relation of relationsOfKey(entity)) {
    const { label } = relation.target
    if (label) members[claim(taken, labelName(relation))] = `${relation.name}.${label.field}`
  }
  return members
}

const labelName = ({ name, target }: RelationPlan): string => name + pascalCase(target.label!.field)

/** The key is shown as a field, so of the record that it refers to only the label is missing. */
const relationsOfKey = ({ key, relations }: EntityPlan): readonly RelationPlan[] =>
  relations.filter(
    ({ type, columns }) =>
      type === 'belongsTo' &&
      key.columns.length === 1 &&
      columns.length === 1 &&
      columns[0] === key.columns[0]!.source.name,
  )

const writeShape = (
  entity: EntityPlan,
  references: readonly Reference[],
  isCreate: boolean,
): Members => {
  const members: Record<string, Printable> = {}
  for (const column of fieldsOf(entity)) {
    if (column.isGenerated || isReadOnly(column)) continue
    if (isCreate || !(column.isKey || column.isKeyPart)) members[column.field] = path
  }
  for (const { member, keyPath, isList, column } of references) {
    if (!isList && (!column || column.isGenerated)) continue
    if (isCreate || !column?.isKeyPart) members[member] = keyPath
  }
  return members
}

const ranged: readonly string[] = filterOperations.BETWEEN.kinds

/** Short texts are codes, and equal or not; longer ones are searched. */
const shortest = 5

interface Filter {
  readonly name: string
  readonly operation: string
}

const filterOf = (entity: EntityPlan, column: ColumnPlan): Filter | undefined => {
  const { field, factory, source, isKey } = column
  if (factory === 'version') return undefined
  if (ranged.includes(factory) && !isKey) return { name: `${field}Between`, operation: 'BETWEEN' }
  if (factory === 'enumOf' || factory === 'arrayOf') return { name: field, operation: 'IN' }
  if (factory === 'boolean' || factory === 'uuid') return { name: field, operation: 'EQUAL' }
  if (factory !== 'text') return undefined
  const isCode = isUnique(entity.table, [source.name]) || (source.maxLength ?? Infinity) <= shortest
  return { name: field, operation: isCode ? 'EQUAL' : 'LIKE' }
}

const columnFilters = (entity: EntityPlan): ReadonlyMap<string, Code> => {
  const taken = new Set<string>()
  const filters = new Map<string, Code>()
  for (const column of fieldsOf(entity)) {
    const filter = filterOf(entity, column)
    if (!filter) continue
    const name = claim(taken, filter.name)
    const path = name === column.field ? [] : [column.field]
    filters.set(name, call(filter.operation, ...path))
  }
  return filters
}

const planFilter = (
  filters: ReadonlyMap<string, Code>,
  references: readonly Reference[],
): Members => ({
  ...Object.fromEntries(filters),
  ...Object.fromEntries(references.map(({ filter, keyPath }) => [filter, call('IN', keyPath)])),
})

/** In paths, so letters beyond ASCII are left out. */
const sourceKey = (name: string): string => (/^[\w]+$/.test(name) ? name : kebabCase(name))

const planOptionSources = (references: readonly Reference[], keyOf: KeyOf): Members => {
  const taken = new Set<string>()
  return Object.fromEntries(
    references
      .filter(({ labelPath, relation }) => labelPath !== undefined && !relation.references)
      .map(({ relation, filter }) => {
        const source = {
          type: 'RESOURCE_ENTITY',
          resource: keyOf(relation.target),
          path: relation.name,
          filterField: filter,
        }
        return [claim(taken, sourceKey(plural(relation.name))), source]
      }),
  )
}

const statsOf: Partial<Record<ColumnFactory, string>> = {
  enumOf: 'category',
  boolean: 'category',
  integer: 'measure',
  bigint: 'measure',
  decimal: 'measure',
  float: 'measure',
  date: 'series',
  instant: 'series',
  localDateTime: 'series',
}

const planStats = (entity: EntityPlan, references: readonly Reference[]): Members => {
  const members: Record<string, Printable> = {}
  for (const { field, factory, isKey, isKeyPart } of fieldsOf(entity)) {
    const role = statsOf[factory]
    const isId = isKey || (isKeyPart && role === 'measure')
    if (role !== undefined && !isId) members[field] = call(role)
  }
  for (const { relation, keyPath, labelPath, column } of references) {
    if (labelPath === undefined || !column) continue
    members[relation.name] = call('reference', { path: keyPath, labelPath })
  }
  return members
}
