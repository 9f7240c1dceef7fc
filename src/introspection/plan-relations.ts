/** Plans relations: by foreign keys, from both of their sides, and over join tables. */
import { type CatalogConstraint, tableKey } from '../database/catalog.js'
import { isUnique, type SourceColumn, type SourceTable } from '../database/source-tables.js'
import { memoize } from '../foundation/memoize.js'
import {
  type EntityPlan,
  isComposite,
  type LeftOut,
  nameOf,
  type RelationPlan,
} from './application-plan.js'
import { claim, pascalCase, plural, relationName, singular } from './names.js'
import { readConstant } from './plan-columns.js'

export interface ForeignKey {
  readonly table: SourceTable
  readonly constraint: CatalogConstraint
  readonly columns: readonly string[]
  /** `tableKey` of the table that it refers to. */
  readonly target: string
  /** In the order of the columns. */
  readonly targetColumns: readonly string[]
}

/** The foreign keys of each table. */
const groupsOf = memoize((foreignKeys: readonly ForeignKey[]) => {
  const groups = new Map<SourceTable, ForeignKey[]>()
  for (const key of foreignKeys) {
    const group = groups.get(key.table)
    if (group) group.push(key)
    else groups.set(key.table, [key])
  }
  return groups
})

export const ofTable = (
  foreignKeys: readonly ForeignKey[],
  table: SourceTable,
): readonly ForeignKey[] => groupsOf(foreignKeys).get(table) ?? []

export const foreignKeysOf = (table: SourceTable): readonly ForeignKey[] =>
  table.constraints.flatMap((constraint) => {
    const { references, columns } = constraint
    if (!references) return []
    const target = tableKey({ schema: references.schema, name: references.table })
    return [{ table, constraint, columns, target, targetColumns: references.columns }]
  })

/**
 * Two foreign keys to tables of the same schema, unique together, and otherwise only what the
 * database fills by itself.
 */
export const isJoinTable = (table: SourceTable, own: readonly ForeignKey[]): boolean => {
  const [first, second] = own
  if (own.length !== 2 || !first || !second || table.isView) return false
  if (own.some(({ constraint }) => constraint.references!.schema !== table.schema)) return false
  const pair = [...first.columns, ...second.columns]
  if (pair.length !== 2) return false
  const isPayload = (column: SourceColumn) =>
    !pair.includes(column.name) && (!column.hasDefault || readConstant(column) !== undefined)
  return isUnique(table, pair) && !table.columns.some(isPayload)
}

/** Names that are taken in an entity. */
const takenIn = ({ columns, key, relations, tenant }: EntityPlan): Set<string> =>
  new Set([
    ...[...columns, ...(typeof tenant === 'object' ? [tenant] : [])].map(({ field }) => field),
    key.field,
    ...relations.map(({ name }) => name),
  ])

/** Adds the relation of a foreign key, which replaces the field of its column. */
export const planReference = (
  { table, constraint, columns, target, targetColumns }: ForeignKey,
  entities: ReadonlyMap<string, EntityPlan>,
  leftOut: LeftOut[],
): void => {
  const entity = entities.get(tableKey(table))
  const referred = entities.get(target)
  const own = columns.map((column) => entity?.columns.find(({ source }) => source.name === column))
  if (!entity || !referred || !own.every((column) => column !== undefined)) return
  const link = linkTo(referred, columns, targetColumns)
  if (!link) {
    const reason = 'it is a foreign key of several columns, which are not the key that it refers to'
    leftOut.push({ subject: `${nameOf(table)}.${constraint.name}`, reason })
    return
  }
  const taken = takenIn(entity)
  const [first, ...more] = own
  if (more.length === 0 && !first!.isKey) taken.delete(first!.field)
  const name = more.length === 0 ? relationName(columns[0]!) : singular(referred.name)
  const specific = name + pascalCase(more.length === 0 ? referred.name : columns.at(-1)!)
  entity.relations.push({
    name: claim(taken, name, ...(first!.isKey ? [singular(referred.name)] : []), specific),
    type: 'belongsTo',
    target: referred,
    ...link,
    isNullable: own.some(({ isNullable }) => isNullable),
  })
}

/** The columns in the order of the key, or the unique column that one refers to. */
const linkTo = (
  { key, columns }: EntityPlan,
  names: readonly string[],
  targetNames: readonly string[],
): Pick<RelationPlan, 'columns' | 'references'> | undefined => {
  const keyNames = key.columns.map(({ source }) => source.name)
  const inOrder = keyNames.map((name) => names[targetNames.indexOf(name)])
  if (names.length === keyNames.length && inOrder.every((name) => name !== undefined)) {
    return { columns: inOrder }
  }
  const unique = columns.find(({ source }) => source.name === targetNames[0])
  return names.length === 1 && unique ? { columns: names, references: unique } : undefined
}

/**
 * The rows that refer to a record: `inventories`, and `filmsByOriginalLanguage` beside `films`. One
 * row at most if the foreign key is unique: `passport`.
 */
export const planCollection = (
  { table, columns, target }: ForeignKey,
  entities: ReadonlyMap<string, EntityPlan>,
): void => {
  const entity = entities.get(target)
  const source = entities.get(tableKey(table))
  const reference = source?.relations.find(
    (one) =>
      one.type === 'belongsTo' &&
      one.target === entity &&
      one.columns.length === columns.length &&
      one.columns.every((column) => columns.includes(column)),
  )
  if (!entity || !source || !reference) return
  const { references } = reference
  const isOne = isUnique(table, columns) && !references
  const name = isOne ? singular(source.name) : plural(source.name)
  const others = source.relations.filter(
    (one) => one.type === 'belongsTo' && one.target === entity && one !== reference,
  )
  const specific = `${name}By${pascalCase(reference.name)}`
  const isPlain = others.length === 0 || reference.name === entity.name
  entity.relations.push({
    name: claim(takenIn(entity), isPlain && source !== entity ? name : specific, specific),
    type: isOne ? 'hasOne' : 'hasMany',
    target: source,
    columns: reference.columns,
    ...(references ? { references } : {}),
    isNullable: true,
  })
}

export const planJoin = (
  join: SourceTable,
  own: readonly ForeignKey[],
  entities: ReadonlyMap<string, EntityPlan>,
  leftOut: LeftOut[],
): void => {
  const [first, second] = [...own].sort((a, b) => ownerRank(join, a) - ownerRank(join, b))
  const [left, right] = [entities.get(first!.target), entities.get(second!.target)]
  if (left && right && [left, right].some(({ key }) => isComposite(key))) {
    const reason = 'it refers to unique columns that are not the keys of their tables'
    leftOut.push({ subject: nameOf(join), reason })
    return
  }
  if (!left || !right) {
    const reason = 'it joins tables of which one is left out'
    leftOut.push({ subject: nameOf(join), reason })
    return
  }
  const link = (from: EntityPlan, to: EntityPlan, here: ForeignKey, there: ForeignKey): void => {
    const name = plural(relationName(there.columns[0]!))
    from.relations.push({
      name: claim(takenIn(from), name, `${name}By${pascalCase(join.name)}`),
      type: 'manyToMany',
      target: to,
      columns: here.columns,
      isNullable: true,
      through: { table: join.name, column: there.columns[0]!, isOwner: here === first },
    })
  }
  link(left, right, first!, second!)
  link(right, left, second!, first!)
}

/**
 * `film_actor` belongs to `film`, whatever the order of its columns; else the first column decides.
 */
const ownerRank = (join: SourceTable, { columns, constraint }: ForeignKey): number =>
  join.name.startsWith(constraint.references!.table)
    ? -1
    : join.columns.findIndex(({ name }) => name === columns[0])
