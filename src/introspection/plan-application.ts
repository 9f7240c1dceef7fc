/** Plans the entities, relations and resources that a database schema becomes. Pure: no I/O. */
import { type CatalogConstraint, tableKey } from '../database/catalog.js'
import {
  isUnique,
  primaryKeyOf,
  type SourceColumn,
  type SourceTable,
} from '../database/source-tables.js'
import { memoize } from '../foundation/memoize.js'
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
import { planTenantColumn, planTenants } from './plan-tenants.js'

export interface RelationPlan {
  readonly name: string
  readonly type: 'belongsTo' | 'hasMany' | 'hasOne' | 'manyToMany'
  readonly target: EntityPlan
  /** Foreign key; of `manyToMany` the column of the join table that refers to this entity. */
  readonly columns: readonly string[]
  /** The unique column that the foreign key refers to. Undefined: the key. */
  readonly references?: ColumnPlan
  readonly isNullable: boolean
  /** Of `manyToMany` only. */
  readonly through?: { readonly table: string; readonly column: string; readonly isOwner: boolean }
}

export interface KeyPlan {
  readonly field: string
  /** In the order of the key. */
  readonly columns: readonly ColumnPlan[]
}

export const isComposite = ({ columns }: KeyPlan): boolean => columns.length > 1

export interface EntityPlan {
  /** Also the name of its constant: `orderDetails`. */
  readonly name: string
  readonly table: SourceTable
  readonly columns: readonly ColumnPlan[]
  readonly key: KeyPlan
  /** Text that names a record to people. */
  readonly label: ColumnPlan | undefined
  readonly relations: RelationPlan[]
  /** Columns that are not declared, because a trigger fills them. */
  readonly filledByDatabase: readonly string[]
  /** If the database has tenants: the column that names the owner of a row, or all share them. */
  readonly tenant: ColumnPlan | 'shared' | undefined
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
  readonly columns: readonly string[]
  /** `tableKey` of the table that it refers to. */
  readonly target: string
  /** In the order of the columns. */
  readonly targetColumns: readonly string[]
}

/** Names that files import beside entities. */
const importedNames = [
  ...columnFactories,
  ...[
    'belongsTo',
    'compositeKey',
    'defineEntity',
    'defineSchema',
    'hasMany',
    'hasOne',
    'manyToMany',
    'schema',
  ],
]

export const planApplication = (source: readonly SourceTable[]): ApplicationPlan => {
  const { tables, columnOf, leftOut: reasons } = planTenants(source)
  const leftOut: LeftOut[] = [...reasons].map(([table, reason]) => ({
    subject: nameOf(table),
    reason,
  }))
  const foreignKeys = tables.flatMap(foreignKeysOf)
  const joins = new Set(tables.filter((table) => isJoinTable(table, ofTable(foreignKeys, table))))
  const names = new Set<string>([...reservedWords, ...importedNames])
  const entities = new Map<string, EntityPlan>()
  for (const table of tables) {
    if (joins.has(table)) continue
    const owner = columnOf.get(table) ?? (columnOf.size > 0 ? 'shared' : undefined)
    const entity = planEntity(table, names, ofTable(foreignKeys, table), owner, leftOut)
    if (entity) entities.set(tableKey(table), entity)
  }
  for (const key of foreignKeys) {
    if (!joins.has(key.table)) planReference(key, entities, leftOut)
  }
  for (const key of foreignKeys) {
    if (!joins.has(key.table)) planCollection(key, entities)
  }
  for (const join of joins) planJoin(join, ofTable(foreignKeys, join), entities, leftOut)
  return {
    entities: [...entities.values()],
    leftOut,
    joinTables: [...joins].map(nameOf),
  }
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

const ofTable = (foreignKeys: readonly ForeignKey[], table: SourceTable): readonly ForeignKey[] =>
  groupsOf(foreignKeys).get(table) ?? []

const foreignKeysOf = (table: SourceTable): readonly ForeignKey[] =>
  table.constraints.flatMap((constraint) => {
    const { references, columns } = constraint
    if (!references) return []
    const target = tableKey({ schema: references.schema, name: references.table })
    return [{ table, constraint, columns, target, targetColumns: references.columns }]
  })

/** For the report. */
const nameOf = ({ schema, name, needsSchema }: SourceTable): string =>
  needsSchema ? `${schema}.${name}` : name

/** Two foreign keys, unique together, and otherwise only what the database fills by itself. */
const isJoinTable = (table: SourceTable, own: readonly ForeignKey[]): boolean => {
  const [first, second] = own
  if (own.length !== 2 || !first || !second || table.isView) return false
  const pair = [...first.columns, ...second.columns]
  if (pair.length !== 2) return false
  const isPayload = (column: SourceColumn) =>
    !pair.includes(column.name) && (!column.hasDefault || readConstant(column) !== undefined)
  return isUnique(table, pair) && !table.columns.some(isPayload)
}

const planEntity = (
  table: SourceTable,
  names: Set<string>,
  own: readonly ForeignKey[],
  owner: SourceColumn | 'shared' | undefined,
  leftOut: LeftOut[],
): EntityPlan | undefined => {
  const keyNames = keyColumnsOf(table)
  if (!keyNames) {
    leftOut.push({ subject: nameOf(table), reason: missingKey(table) })
    return undefined
  }
  const references = new Set(own.flatMap(({ columns }) => columns))
  const taken = new Set<string>()
  const filledByDatabase: string[] = []
  const unfilled: string[] = []
  const columns = table.columns.flatMap((source) => {
    const isInKey = keyNames.includes(source.name)
    const isKey = isInKey && keyNames.length === 1
    const isReference = references.has(source.name)
    const field = claim(taken, camelCase(source.name))
    const plan = planColumn(source, field, {
      isKey,
      isKeyPart: isInKey && !isKey,
      isReference,
    })
    const isWritten = 'field' in plan && !isReadOnly(plan)
    const isSearch = source.type === 'tsvector' && table.hasInsertTrigger
    if (isSearch && !isFilled(source)) filledByDatabase.push(source.name)
    else if (!isWritten && !isFilled(source)) unfilled.push(source.name)
    if ('field' in plan) return [plan]
    leftOut.push({ subject: `${nameOf(table)}.${source.name}`, reason: plan.reason })
    return []
  })
  const keyColumns = keyNames.map((name) => columns.find(({ source }) => source.name === name))
  if (!keyColumns.every((column) => column !== undefined)) {
    const reason = `its key '${keyNames.join(', ')}' cannot be declared`
    leftOut.push({ subject: nameOf(table), reason })
    return undefined
  }
  const [first] = keyColumns
  const field = keyColumns.length === 1 ? first!.field : claim(taken, 'id', 'key', 'recordId')
  if (unfilled.length > 0) {
    const reason = `records cannot be created: ${unfilled.join(', ')} must be filled and cannot be written`
    leftOut.push({ subject: nameOf(table), reason })
  }
  const name = camelCase(table.name)
  const tenant = typeof owner === 'object' ? planTenantColumn(owner, taken) : owner
  return {
    name: claim(names, name, camelCase(`${table.schema}_${table.name}`), `${name}Table`),
    table,
    columns,
    key: { field, columns: keyColumns },
    label: labelOf(columns),
    relations: [],
    filledByDatabase,
    tenant,
    isCreatable: unfilled.length === 0,
  }
}

/** The primary key, else columns that are unique and not null, as few as possible. */
const keyColumnsOf = (table: SourceTable): readonly string[] | undefined => {
  const key = primaryKeyOf(table)
  if (key.length > 0) return key
  const [fewest] = table.indexes
    .filter(({ unique, partial }) => unique && !partial)
    .map(({ keys }) => keys.map(({ column }) => column))
    .filter((columns) => columns.every((column) => isNotNull(table, column)))
    .sort((a, b) => a.length - b.length)
  return fewest as readonly string[] | undefined
}

const isNotNull = ({ columns }: SourceTable, name: string | null): boolean =>
  columns.some((column) => column.name === name && column.notNull)

const missingKey = (table: SourceTable): string =>
  table.isView
    ? 'a view has no key; declare it by hand with { view: true } and the column that is unique'
    : 'it has neither a primary key nor unique columns that are not null'

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
const takenIn = ({ columns, key, relations }: EntityPlan): Set<string> =>
  new Set([...columns.map(({ field }) => field), key.field, ...relations.map(({ name }) => name)])

/** The to-one relation whose foreign key is the column alone. */
export const relationOf = (
  { relations }: EntityPlan,
  { source }: ColumnPlan,
): RelationPlan | undefined =>
  relations.find(
    ({ type, columns }) =>
      type === 'belongsTo' && columns.length === 1 && columns[0] === source.name,
  )

/** Columns that are fields: a foreign key is reached by its relation, unless it is the key. */
export const fieldsOf = (entity: EntityPlan): readonly ColumnPlan[] =>
  entity.columns.filter((column) => column.isKey || !relationOf(entity, column))

/** Adds the relation of a foreign key, which replaces the field of its column. */
const planReference = (
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
  entity.relations.push({
    name: claim(
      taken,
      name,
      name + pascalCase(more.length === 0 ? referred.name : columns.at(-1)!),
    ),
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
const planCollection = (
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

const planJoin = (
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
  if (!left || !right || left.table.schema !== join.schema || right.table.schema !== join.schema) {
    const reason = 'it joins tables of which one is left out or in another schema'
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
