/** Plans relations: by foreign keys, from both of their sides, and over join tables. */
import { type CatalogConstraint, tableKey } from '../database/catalog/catalog.js'
import {
  isUnique,
  keyColumnsOf,
  type SourceColumn,
  type SourceTable,
} from '../database/catalog/source-tables.js'
import { fits } from '../database/check/check-columns.js'
import { memoize } from '../foundation/functions/memoize.js'
import { type EntityPlan, type LeftOut, nameOf, type RelationPlan } from './application-plan.js'
import { claim, pascalCase, plural, relationName, singular } from './names.js'
import {
  type ColumnPlan,
  columnFactories,
  keyless,
  readConstant,
  type Undeclared,
} from './plan-columns.js'

export interface ForeignKey {
  readonly table: SourceTable
  readonly constraint: CatalogConstraint
  readonly columns: readonly string[]
  /** `tableKey` of the table that it refers to. */
  readonly target: string
  /** Columns of the target, in the order of the columns. */
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
 * Two foreign keys to the keys of tables of the same schema, unique together, and otherwise only
 * what the database fills by itself.
 */
export const isJoinTable = (
  table: SourceTable,
  foreignKeys: readonly ForeignKey[],
  tableOf: ReadonlyMap<string, SourceTable>,
): boolean => {
  const [first, second] = foreignKeys
  if (foreignKeys.length !== 2 || !first || !second || table.isView) return false
  if (foreignKeys.some(({ constraint }) => constraint.references!.schema !== table.schema))
    return false
  const pair = [...first.columns, ...second.columns]
  if (pair.length !== 2 || !foreignKeys.every((key) => refersToKey(key, tableOf))) return false
  const isPayload = (column: SourceColumn) =>
    !pair.includes(column.name) && (!column.hasDefault || readConstant(column) !== undefined)
  return isUnique(table, pair) && !table.columns.some(isPayload)
}

/** Whether the foreign key refers to a key of one column, of its own type. */
const refersToKey = (
  { table, columns, target, targetColumns }: ForeignKey,
  tableOf: ReadonlyMap<string, SourceTable>,
): boolean => {
  const referred = tableOf.get(target)
  // A table that does not exist is left out, and this table with it.
  if (!referred) return true
  const [key, ...others] = keyColumnsOf(referred) ?? []
  const typeOf = ({ columns: all }: SourceTable, name: string | undefined) =>
    all.find((column) => column.name === name)?.type
  return (
    others.length === 0 &&
    key === targetColumns[0] &&
    typeOf(table, columns[0]) === typeOf(referred, key)
  )
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
  const fromColumns = columns.map((column) =>
    entity?.columns.find(({ source }) => source.name === column),
  )
  if (!entity || !referred || !fromColumns.every((column) => column !== undefined)) return
  const link = linkTo(referred, fromColumns, targetColumns)
  if ('reason' in link) {
    leftOut.push({ subject: `${nameOf(table)}.${constraint.name}`, reason: link.reason })
    return
  }
  const taken = takenIn(entity)
  const [first, ...more] = fromColumns
  if (more.length === 0 && !first!.isKey) taken.delete(first!.field)
  const name =
    more.length === 0
      ? relationName(columns[0]!, referred.table.name, targetColumns[0])
      : singular(referred.name)
  const specific = name + pascalCase(more.length === 0 ? referred.name : columns.at(-1)!)
  entity.relations.push({
    name: claim(taken, name, ...(first!.isKey ? [singular(referred.name)] : []), specific),
    type: 'belongsTo',
    target: referred,
    ...link,
    isNullable: fromColumns.some(({ isNullable }) => isNullable),
  })
}

/** The columns in the order of the key, or the unique column that one refers to. */
const linkTo = (
  { key, columns }: EntityPlan,
  fromColumns: readonly ColumnPlan[],
  targetNames: readonly string[],
): Pick<RelationPlan, 'columns' | 'references'> | Undeclared => {
  const referred = targetNames.map((name) => columns.find(({ source }) => source.name === name))
  for (const [index, column] of fromColumns.entries()) {
    const reason = misfit(column, referred[index])
    if (reason !== undefined) return { reason }
  }
  const inOrder = key.columns.map((column) => fromColumns[referred.indexOf(column)]?.source.name)
  if (fromColumns.length === inOrder.length && inOrder.every((name) => name !== undefined)) {
    return { columns: inOrder }
  }
  const [first] = fromColumns
  if (fromColumns.length === 1) return { columns: [first!.source.name], references: referred[0]! }
  return {
    reason: 'it is a foreign key of several columns, which are not the key that it refers to',
  }
}

/** An enum that is stored as numbers cannot be a key. */
const isKeyable = (values: ColumnPlan['values']): values is readonly string[] | undefined =>
  values === undefined || Array.isArray(values)

/** Why a column cannot refer to another one, although the database compares them. */
const misfit = (column: ColumnPlan, referred: ColumnPlan | undefined): string | undefined => {
  if (!referred || keyless.has(referred.factory) || !isKeyable(referred.values)) {
    return 'it refers to a column that cannot be declared as a key'
  }
  const { factory, values = [] } = referred
  if (!fits({ kind: columnFactories[factory], values }, column.source)) {
    return `it refers to a column of another type: ${column.source.name} is ${column.source.type}, ${referred.source.name} is ${referred.source.type}`
  }
  const collations = [column, referred].map(({ source }) => source.collation)
  return collations.includes(null) || collations[0] === collations[1]
    ? undefined
    : 'it refers to a column with another collation, with which PostgreSQL does not compare it'
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
    (relation) =>
      relation.type === 'belongsTo' &&
      relation.target === entity &&
      relation.columns.length === columns.length &&
      relation.columns.every((column) => columns.includes(column)),
  )
  if (!entity || !source || !reference) return
  const { references } = reference
  const isOne = isUnique(table, columns) && !references
  const name = isOne ? singular(source.name) : plural(source.name)
  const others = source.relations.filter(
    (relation) =>
      relation.type === 'belongsTo' && relation.target === entity && relation !== reference,
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
  foreignKeys: readonly ForeignKey[],
  entities: ReadonlyMap<string, EntityPlan>,
  leftOut: LeftOut[],
): void => {
  const [first, second] = [...foreignKeys].sort((a, b) => ownerRank(join, a) - ownerRank(join, b))
  const [left, right] = [entities.get(first!.target), entities.get(second!.target)]
  if (!left || !right) {
    const reason = 'it joins tables of which one is left out'
    leftOut.push({ subject: nameOf(join), reason })
    return
  }
  const link = (from: EntityPlan, to: EntityPlan, fromKey: ForeignKey, toKey: ForeignKey): void => {
    const name = plural(relationName(toKey.columns[0]!, to.table.name, toKey.targetColumns[0]))
    from.relations.push({
      name: claim(takenIn(from), name, `${name}By${pascalCase(join.name)}`),
      type: 'manyToMany',
      target: to,
      columns: fromKey.columns,
      isNullable: true,
      through: { table: join.name, column: toKey.columns[0]!, isOwner: fromKey === first },
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
