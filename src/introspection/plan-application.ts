/** Plans the entities that a database schema becomes. Pure: no I/O. */
import { tableKey } from '../database/catalog.js'
import { primaryKeyOf, type SourceColumn, type SourceTable } from '../database/source-tables.js'
import { type ApplicationPlan, type EntityPlan, type LeftOut, nameOf } from './application-plan.js'
import { camelCase, claim, reservedWords } from './names.js'
import {
  type ColumnPlan,
  columnFactories,
  isFilled,
  isReadOnly,
  planColumn,
} from './plan-columns.js'
import {
  type ForeignKey,
  foreignKeysOf,
  isJoinTable,
  ofTable,
  planCollection,
  planJoin,
  planReference,
} from './plan-relations.js'
import { planTenantColumn, planTenants } from './plan-tenants.js'

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
  const { tables, columnOf, leftOut: reasons, candidate } = planTenants(source)
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
    tenantCandidate: candidate,
  }
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
    label: labelOf(columns.filter(({ source }) => !references.has(source.name))),
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

const missingKey = (table: SourceTable): string => {
  if (!table.isView) return 'it has neither a primary key nor unique columns that are not null'
  const byHand = 'a view has no key; declare it by hand with { view: true } and what is unique'
  const candidate = keyCandidate(table)
  return candidate === undefined ? byHand : `${byHand}, perhaps '${candidate}'`
}

/** A start and `corollary check` read whether a declared key is unique. */
const keyCandidate = ({ indexes, columns }: SourceTable): string | undefined => {
  const index = indexes.find(({ unique, partial }) => unique && !partial)
  const names = index?.keys.map(({ column }) => column) ?? []
  if (names.length > 0 && names.every((name) => name !== null)) return names.join(', ')
  return columns.find(({ name }) => /^id$/i.test(name))?.name
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
