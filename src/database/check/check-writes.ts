/** Validates what a resource writes: its columns, and the operations that a view accepts. */
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import { columnsOf, tableColumns, uniqueBy } from '../../model/types/entity-model.js'
import { type ResourceModel, writeShapesOf } from '../../model/types/resource-model.js'
import type { WriteShapeModel } from '../../model/types/write-model.js'
import { type CatalogColumn, type CatalogTable, tableKey } from '../catalog/catalog.js'
import { writesOf } from './check-privileges.js'

export const checkWrites = (
  resource: ResourceModel,
  table: CatalogTable,
  diagnostics: Diagnostics,
): void => {
  checkAccepted(resource, table, diagnostics)
  checkRequired(resource, table, diagnostics)
  checkRequiredBehind(resource, table, diagnostics)
  for (const shape of writeShapesOf(resource)) checkShape(resource, shape, table, diagnostics)
  checkTouched(resource, table, diagnostics)
}

/** Some views are updated by PostgreSQL itself, others by INSTEAD OF triggers or rules. */
const checkAccepted = (
  resource: ResourceModel,
  table: CatalogTable,
  diagnostics: Diagnostics,
): void => {
  const refused = writesOf(resource).filter((each) => !table.accepts.includes(each))
  if (refused.length === 0) return
  const name = tableKey(resource.entity.table)
  const message = `'${name}' does not accept ${refused.join(', ')}: PostgreSQL cannot update it by itself, and it has no INSTEAD OF trigger for it. Remove the operations, or add a trigger.`
  diagnostics.error('READ_ONLY', resource.name, message)
}

/** What a create does not send, the database must fill. */
const checkRequired = (
  resource: ResourceModel,
  table: CatalogTable,
  diagnostics: Diagnostics,
): void => {
  if (!resource.create) return
  const { entity } = resource
  // The compilation has checked that the create shape has the others.
  const filledColumns = tableColumns(entity).filter((column) => column.generated || !column.reads)
  const filled = uniqueBy(entity.tenant, [
    ...entity.filledByDatabase,
    ...filledColumns.flatMap(columnsOf),
  ])
  for (const found of table.columns.values()) {
    if (!found.notNull || found.hasDefault || found.generatedAlways) continue
    if (filled.includes(found.name)) continue
    diagnostics.error(
      'REQUIRED_MISSING',
      `${resource.name}.create`,
      `The column '${found.name}' is NOT NULL without default, and no field of the entity writes it; declare one, or name the column in filledByDatabase if a trigger fills it.`,
    )
  }
}

/** A trigger of the view may fill what the view does not have. */
const checkRequiredBehind = (
  { name, entity, create }: ResourceModel,
  { origins, isWrittenByTriggers }: CatalogTable,
  diagnostics: Diagnostics,
): void => {
  if (!create || isWrittenByTriggers) return
  const writtenColumns = uniqueBy(entity.tenant, tableColumns(entity).flatMap(columnsOf))
  for (const origin of origins) {
    for (const column of origin.required) {
      const inView = origin.columns[column]
      if (inView !== undefined && writtenColumns.includes(inView)) continue
      const remedy =
        inView === undefined
          ? 'and the view does not have it'
          : `and no field of the entity writes '${inView}'`
      const message = `The column '${column}' of '${origin.name}', the table behind the view, is NOT NULL without default, ${remedy}.`
      diagnostics.error('REQUIRED_MISSING', `${name}.create`, message)
    }
  }
}

/** Why nothing can be written to a column; undefined: it can be written. */
const refusalOf = (column: CatalogColumn | undefined): string | undefined => {
  if (column?.generatedAlways) {
    return 'The column is generated always; nothing can be written to it.'
  }
  if (column?.isUpdatable === false) {
    return 'The column of the view is computed, or comes from another table; nothing can be written to it.'
  }
  return undefined
}

const checkShape = (
  resource: ResourceModel,
  shape: WriteShapeModel,
  table: CatalogTable,
  diagnostics: Diagnostics,
): void => {
  for (const field of shape.fields.values()) {
    if (field.type !== 'column') continue
    const columns = columnsOf(field.column).map((column) => table.columns.get(column))
    const message = columns.map(refusalOf).find((refusal) => refusal !== undefined)
    if (message === undefined) continue
    diagnostics.error('PATH_INVALID', `${resource.name}.${shape.name}.${field.name}`, message)
  }
}

/** Columns that every update writes without being asked. */
const checkTouched = (
  resource: ResourceModel,
  table: CatalogTable,
  diagnostics: Diagnostics,
): void => {
  const { entity } = resource
  if (!writesOf(resource).includes('UPDATE')) return
  for (const column of entity.columns.values()) {
    if (column !== entity.version && !column.touchedOnUpdate) continue
    if (table.columns.get(column.column)?.isUpdatable !== false) continue
    const message = `Every update writes '${column.column}', which the view '${tableKey(entity.table)}' computes or reads from another table.`
    diagnostics.error('PATH_INVALID', `entities.${entity.name}.${column.field}`, message)
  }
}
