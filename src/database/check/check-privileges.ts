/** Finds tables that the operations of resources use, and that the role of the service may not. */
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import type { TableName } from '../../model/types/entity-model.js'
import { reachOf } from '../../model/types/reach.js'
import { type Model, type ResourceModel, writeShapesOf } from '../../model/types/resource-model.js'
import { type Catalog, type Privilege, tableKey } from '../catalog/catalog.js'
import { quote, tableName } from './sql-names.js'

interface Use {
  readonly table: TableName
  readonly privileges: Set<Privilege>
  /** The first resource that uses it. */
  readonly path: string
}

/** One problem for each table, with the statement that grants everything it lacks. */
export const checkPrivileges = (model: Model, catalog: Catalog, diagnostics: Diagnostics): void => {
  for (const { table, privileges, path } of usesOf(model)) {
    const found = catalog.tables.get(tableKey(table))
    const missing = [...privileges].filter((each) => found && !found.privileges.includes(each))
    if (missing.length === 0) continue
    const { role } = catalog.settings
    const message = `The database role '${role}' lacks rights on '${tableKey(table)}': GRANT ${missing.join(', ')} ON ${tableName(table, catalog)} TO ${quote(role, catalog)};`
    diagnostics.error('PRIVILEGE_MISSING', path, message)
  }
}

const usesOf = (model: Model): Iterable<Use> => {
  const uses = new Map<string, Use>()
  const add = (path: string, table: TableName, ...privileges: readonly Privilege[]): void => {
    const use = uses.get(tableKey(table)) ?? { table, privileges: new Set<Privilege>(), path }
    for (const privilege of privileges) use.privileges.add(privilege)
    uses.set(tableKey(table), use)
  }
  for (const resource of model.resources) {
    const { entities, joinTables } = reachOf(resource, model)
    for (const { table } of entities) add(resource.name, table, 'SELECT')
    for (const table of joinTables) add(resource.name, table, 'SELECT')
    add(resource.name, resource.entity.table, ...writesOf(resource))
    for (const { fields } of writeShapesOf(resource)) {
      for (const field of fields.values()) {
        if (field.type === 'column' || field.relation.via.type !== 'joinTable') continue
        add(resource.name, field.relation.via.table, 'SELECT', 'INSERT', 'DELETE')
      }
    }
  }
  return uses.values()
}

/** Records are locked before they are changed or deleted. */
export const writesOf = ({
  create,
  update,
  intents,
  actions,
  operations,
}: ResourceModel): readonly Privilege[] => {
  const changes =
    update !== undefined ||
    intents.size > 0 ||
    [...actions.values()].some(({ kind }) => kind !== 'COLLECTION')
  const deletes = operations.some(({ name, supported }) => name === 'delete' && supported)
  const privileges: Privilege[] = []
  if (create) privileges.push('INSERT')
  if (changes || deletes) privileges.push('UPDATE')
  if (deletes) privileges.push('DELETE')
  return privileges
}
