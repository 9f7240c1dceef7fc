/** Plans the entities that a database schema becomes. Pure: no I/O. */
import { tableKey } from '../database/catalog/catalog.js'
import {
  keyColumnsOf,
  type SourceColumn,
  type SourceTable,
} from '../database/catalog/source-tables.js'
import { reservedMembers } from '../model/compile/compile-response.js'
import { type ApplicationPlan, type EntityPlan, type LeftOut, nameOf } from './application-plan.js'
import { camelCase, claim, reservedWords } from './names.js'
import { checksOfColumn, planChecks } from './plan-checks.js'
import {
  type ColumnPlan,
  columnFactories,
  isFilled,
  isReadOnly,
  planColumn,
  planFile,
} from './plan-columns.js'
import { filesOf } from './plan-files.js'
import { type IsNumericId, planIds } from './plan-ids.js'
import { labelOf } from './plan-label.js'
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
  ...Object.keys(columnFactories),
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
  const isNumericId = planIds(tables, foreignKeys)
  const tableOf = new Map(tables.map((table) => [tableKey(table), table]))
  const joins = new Set(
    tables.filter((table) => isJoinTable(table, ofTable(foreignKeys, table), tableOf)),
  )
  const names = new Set<string>([...reservedWords, ...importedNames])
  const context = { names, leftOut, isNumericId }
  const entities = new Map<string, EntityPlan>()
  for (const table of tables) {
    if (joins.has(table)) continue
    const owner = columnOf.get(table) ?? (columnOf.size > 0 ? 'shared' : undefined)
    const entity = planEntity(table, ofTable(foreignKeys, table), owner, context)
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

/** What the plans of all entities share. */
interface EntityContext {
  /** Names that are taken. */
  readonly names: Set<string>
  readonly isNumericId: IsNumericId
  readonly leftOut: LeftOut[]
}

const planEntity = (
  table: SourceTable,
  foreignKeys: readonly ForeignKey[],
  owner: SourceColumn | 'shared' | undefined,
  { names, isNumericId, leftOut }: EntityContext,
): EntityPlan | undefined => {
  const keyNames = keyColumnsOf(table)
  if (!keyNames) {
    leftOut.push({ subject: nameOf(table), reason: missingKey(table) })
    return undefined
  }
  const references = new Set(foreignKeys.flatMap(({ columns }) => columns))
  const taken = new Set<string>(reservedMembers)
  const planned = planColumns(table, { keyNames, references, taken, isNumericId })
  const { columns, filledByDatabase, unfilled } = planned
  leftOut.push(...planned.leftOut)
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
    label: labelOf(
      table,
      columns.filter(({ source }) => !references.has(source.name)),
    ),
    relations: [],
    checks: planChecks(table, columns),
    filledByDatabase,
    tenant,
    isCreatable: unfilled.length === 0,
  }
}

interface PlannedColumns {
  readonly columns: readonly ColumnPlan[]
  /** Names of columns that the contract does not declare, because the database fills them. */
  readonly filledByDatabase: readonly string[]
  /** Names of columns that no request writes although each record needs a value. */
  readonly unfilled: readonly string[]
  readonly leftOut: readonly LeftOut[]
}

const planColumns = (
  table: SourceTable,
  {
    keyNames,
    references,
    taken,
    isNumericId,
  }: {
    readonly keyNames: readonly string[]
    /** Names of columns of foreign keys. */
    readonly references: ReadonlySet<string>
    /** Names of fields, to which the new ones are added. */
    readonly taken: Set<string>
    readonly isNumericId: IsNumericId
  },
): PlannedColumns => {
  const filledByDatabase: string[] = []
  const unfilled: string[] = []
  const leftOut: LeftOut[] = []
  const files = filesOf(table)
  const columns = table.columns.flatMap((source) => {
    const file = files.find(({ parts }) => parts.includes(source))
    if (file) {
      const isFirst = file.parts[0] === source
      return isFirst ? [planFile(file, claim(taken, camelCase(file.name)))] : []
    }
    const isInKey = keyNames.includes(source.name)
    const isKey = isInKey && keyNames.length === 1
    // Bytes are not declared, so a file may have their name.
    const isBytes = source.type === 'bytea'
    const field = isBytes ? source.name : claim(taken, camelCase(source.name))
    const roles = {
      isKey,
      isKeyPart: isInKey && !isKey,
      isReference: references.has(source.name),
      isNumericId: isNumericId(source),
    }
    const plan = planColumn(source, field, roles, checksOfColumn(table, source).limits)
    const isWritten = 'field' in plan && !isReadOnly(plan)
    const isSearch = source.type === 'tsvector' && table.hasInsertTrigger
    if (isSearch && !isFilled(source)) filledByDatabase.push(source.name)
    else if (!isWritten && !isFilled(source)) unfilled.push(source.name)
    if ('field' in plan) return [plan]
    leftOut.push({ subject: `${nameOf(table)}.${source.name}`, reason: plan.reason })
    return []
  })
  return { columns, filledByDatabase, unfilled, leftOut }
}

const missingKey = ({ isView, viewKey }: SourceTable): string =>
  isView && viewKey && 'reason' in viewKey
    ? viewKey.reason
    : 'it has neither a primary key nor unique columns that are not null'
