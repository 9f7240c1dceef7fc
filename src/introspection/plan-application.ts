/** Plans the entities, relations and resources that a database schema becomes. Pure: no I/O. */
import { type CatalogConstraint, tableKey } from '../database/catalog.js'
import {
  isUnique,
  primaryKeyOf,
  type SourceColumn,
  type SourceTable,
} from '../database/source-tables.js'
import {
  camelCase,
  claim,
  pascalCase,
  plural,
  relationName,
  reservedWords,
  singular,
} from './names.js'
import {
  type ColumnPlan,
  columnFactories,
  isFilled,
  isReadOnly,
  planColumn,
  readConstant,
} from './plan-columns.js'

export interface RelationPlan {
  readonly name: string
  readonly type: 'belongsTo' | 'hasMany' | 'hasOne' | 'manyToMany'
  readonly target: EntityPlan
  /** Foreign key column; of `manyToMany` the one of the join table that refers to this entity. */
  readonly column: string
  readonly isNullable: boolean
  /** Of `manyToMany` only. */
  readonly through?: { readonly table: string; readonly column: string; readonly isOwner: boolean }
}

export interface EntityPlan {
  /** Also the name of its constant: `orderDetails`. */
  readonly name: string
  readonly table: SourceTable
  readonly columns: readonly ColumnPlan[]
  readonly key: ColumnPlan
  /** Text that names a record to people. */
  readonly label: ColumnPlan | undefined
  readonly relations: RelationPlan[]
  /** Columns that are not declared, because a trigger fills them. */
  readonly filledByDatabase: readonly string[]
  /** False if a column must be filled that cannot be written. */
  readonly isCreatable: boolean
}

/** What the application does not have, and why. */
export interface LeftOut {
  /** `film.fulltext`, or a table. */
  readonly subject: string
  readonly reason: string
}

export interface ApplicationPlan {
  readonly entities: readonly EntityPlan[]
  readonly leftOut: readonly LeftOut[]
  readonly joinTables: readonly string[]
}

interface ForeignKey {
  readonly table: SourceTable
  readonly constraint: CatalogConstraint
  readonly column: string
  /** `tableKey` of the table that it refers to. */
  readonly target: string
  readonly targetColumn: string
}

/** Names that files import beside entities. */
const importedNames = [
  ...columnFactories,
  ...['belongsTo', 'defineEntity', 'defineSchema', 'hasMany', 'hasOne', 'manyToMany', 'schema'],
]

export const planApplication = (tables: readonly SourceTable[]): ApplicationPlan => {
  const leftOut: LeftOut[] = []
  const foreignKeys = tables.flatMap((table) => foreignKeysOf(table, leftOut))
  const joins = tables.filter((table) => isJoinTable(table, foreignKeys))
  const names = new Set<string>([...reservedWords, ...importedNames])
  const entities = new Map<string, EntityPlan>()
  for (const table of tables) {
    if (joins.includes(table)) continue
    const entity = planEntity(table, names, foreignKeys, leftOut)
    if (entity) entities.set(tableKey(table), entity)
  }
  for (const key of foreignKeys) {
    if (!joins.includes(key.table)) planReference(key, entities)
  }
  for (const key of foreignKeys) {
    if (!joins.includes(key.table)) planCollection(key, entities)
  }
  for (const join of joins) planJoin(join, foreignKeys, entities, leftOut)
  return {
    entities: [...entities.values()],
    leftOut,
    joinTables: joins.map(nameOf),
  }
}

const foreignKeysOf = (table: SourceTable, leftOut: LeftOut[]): readonly ForeignKey[] =>
  table.constraints.flatMap((constraint) => {
    const { references, columns } = constraint
    if (!references) return []
    const [column, ...more] = columns
    const [targetColumn] = references.columns
    if (more.length > 0) {
      const reason = 'it is a foreign key of several columns; relations take one'
      leftOut.push({ subject: `${nameOf(table)}.${constraint.name}`, reason })
      return []
    }
    const target = tableKey({ schema: references.schema, name: references.table })
    return [{ table, constraint, column: column!, target, targetColumn: targetColumn! }]
  })

/** For the report. */
const nameOf = ({ schema, name, needsSchema }: SourceTable): string =>
  needsSchema ? `${schema}.${name}` : name

/** Two foreign keys, unique together, and otherwise only what the database fills by itself. */
const isJoinTable = (table: SourceTable, foreignKeys: readonly ForeignKey[]): boolean => {
  const own = foreignKeys.filter((key) => key.table === table)
  const [first, second] = own
  if (own.length !== 2 || !first || !second || table.isView) return false
  const pair = [first.column, second.column]
  const isPayload = (column: SourceColumn) =>
    !pair.includes(column.name) && (!column.hasDefault || readConstant(column) !== undefined)
  return isUnique(table, pair) && !table.columns.some(isPayload)
}

const planEntity = (
  table: SourceTable,
  names: Set<string>,
  foreignKeys: readonly ForeignKey[],
  leftOut: LeftOut[],
): EntityPlan | undefined => {
  const keyName = keyColumnOf(table)
  if (keyName === undefined) {
    leftOut.push({ subject: nameOf(table), reason: missingKey(table) })
    return undefined
  }
  const references = new Set(
    foreignKeys.filter((key) => key.table === table).map(({ column }) => column),
  )
  const taken = new Set<string>()
  const filledByDatabase: string[] = []
  const unfilled: string[] = []
  const columns = table.columns.flatMap((source) => {
    const isKey = source.name === keyName
    const isReference = references.has(source.name)
    const field = claim(taken, camelCase(source.name))
    const plan = planColumn(source, field, { isKey, isReference })
    const isWritten = 'field' in plan && !isReadOnly(plan)
    const isSearch = source.type === 'tsvector' && table.hasInsertTrigger
    if (isSearch && !isFilled(source)) filledByDatabase.push(source.name)
    else if (!isWritten && !isFilled(source)) unfilled.push(source.name)
    if ('field' in plan) return [plan]
    leftOut.push({ subject: `${nameOf(table)}.${source.name}`, reason: plan.reason })
    return []
  })
  const key = columns.find(({ isKey }) => isKey)
  if (!key) {
    leftOut.push({ subject: nameOf(table), reason: `its key '${keyName}' cannot be declared` })
    return undefined
  }
  if (unfilled.length > 0) {
    const reason = `records cannot be created: ${unfilled.join(', ')} must be filled and cannot be written`
    leftOut.push({ subject: nameOf(table), reason })
  }
  const name = camelCase(table.name)
  return {
    name: claim(names, name, camelCase(`${table.schema}_${table.name}`), `${name}Table`),
    table,
    columns,
    key,
    label: labelOf(columns),
    relations: [],
    filledByDatabase,
    isCreatable: unfilled.length === 0,
  }
}

/** The primary key, else a unique column that is not null. */
const keyColumnOf = (table: SourceTable): string | undefined => {
  const key = primaryKeyOf(table)
  if (key.length > 0) return key.length === 1 ? key[0] : undefined
  return table.columns.find(({ name, notNull }) => notNull && isUnique(table, [name]))?.name
}

const missingKey = (table: SourceTable): string => {
  const key = primaryKeyOf(table)
  if (key.length > 1) return `its primary key has several columns: ${key.join(', ')}`
  return table.isView
    ? 'a view has no key; declare it by hand with { view: true } and the column that is unique'
    : 'it has neither a primary key nor a unique column that is not null'
}

const labelNames = ['label', 'fullName', 'displayName', 'name', 'lastName', 'title', 'description']

const labelOf = (columns: readonly ColumnPlan[]): ColumnPlan | undefined => {
  const texts = columns.filter(({ factory, isKey }) => factory === 'text' && !isKey)
  const named = labelNames.map((name) => texts.find(({ field }) => field === name))
  const ending = /(Name|Title)$/
  return (
    named.find((column) => column !== undefined) ??
    texts.find(({ field, isNullable }) => ending.test(field) && !isNullable) ??
    texts.find(({ isNullable }) => !isNullable)
  )
}

/** Names that are taken in an entity. */
const takenIn = ({ columns, relations }: EntityPlan): Set<string> =>
  new Set([...columns.map(({ field }) => field), ...relations.map(({ name }) => name)])

/** Columns that are fields: a foreign key is reached by its relation, unless it is the key. */
export const fieldsOf = ({ columns, relations }: EntityPlan): readonly ColumnPlan[] =>
  columns.filter(
    ({ isKey, source }) =>
      isKey ||
      !relations.some(({ type, column }) => type === 'belongsTo' && column === source.name),
  )

/** Adds the relation of a foreign key, which replaces the field of its column. */
const planReference = (
  { table, column, target, targetColumn }: ForeignKey,
  entities: ReadonlyMap<string, EntityPlan>,
): void => {
  const entity = entities.get(tableKey(table))
  const referred = entities.get(target)
  if (!entity || referred?.key.source.name !== targetColumn) return
  const own = entity.columns.find(({ source }) => source.name === column)
  if (!own) return
  const taken = takenIn(entity)
  if (!own.isKey) taken.delete(own.field)
  const name = relationName(column)
  entity.relations.push({
    name: claim(taken, name, name + pascalCase(referred.name)),
    type: 'belongsTo',
    target: referred,
    column,
    isNullable: own.isNullable,
  })
}

/**
 * The rows that refer to a record: `inventories`, and `filmsByOriginalLanguage` beside `films`. One
 * row at most if the foreign key is unique: `passport`.
 */
const planCollection = (
  { table, column, target }: ForeignKey,
  entities: ReadonlyMap<string, EntityPlan>,
): void => {
  const entity = entities.get(target)
  const source = entities.get(tableKey(table))
  const reference = source?.relations.find(
    (one) => one.type === 'belongsTo' && one.column === column && one.target === entity,
  )
  if (!entity || !source || !reference) return
  const isOne = isUnique(table, [column])
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
    column,
    isNullable: true,
  })
}

const planJoin = (
  join: SourceTable,
  foreignKeys: readonly ForeignKey[],
  entities: ReadonlyMap<string, EntityPlan>,
  leftOut: LeftOut[],
): void => {
  const own = foreignKeys.filter(({ table }) => table === join)
  const [first, second] = [...own].sort((a, b) => ownerRank(join, a) - ownerRank(join, b))
  const [left, right] = [entities.get(first!.target), entities.get(second!.target)]
  if (!left || !right || left.table.schema !== join.schema || right.table.schema !== join.schema) {
    const reason = 'it joins tables of which one is left out or in another schema'
    leftOut.push({ subject: nameOf(join), reason })
    return
  }
  const link = (from: EntityPlan, to: EntityPlan, here: ForeignKey, there: ForeignKey): void => {
    const name = plural(relationName(there.column))
    from.relations.push({
      name: claim(takenIn(from), name, `${name}By${pascalCase(join.name)}`),
      type: 'manyToMany',
      target: to,
      column: here.column,
      isNullable: true,
      through: { table: join.name, column: there.column, isOwner: here === first },
    })
  }
  link(left, right, first!, second!)
  link(right, left, second!, first!)
}

/**
 * `film_actor` belongs to `film`, whatever the order of its columns; else the first column decides.
 */
const ownerRank = (join: SourceTable, { column, constraint }: ForeignKey): number =>
  join.name.startsWith(constraint.references!.table)
    ? -1
    : join.columns.findIndex(({ name }) => name === column)
