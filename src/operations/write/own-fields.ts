/**
 * Adds the fields of the entity to a body's shape, to name columns that code of a contract writes.
 */

import { readerOf } from '../../model/kinds/value-reader.js'
import { type ColumnModel, tableColumns } from '../../model/types/entity-model.js'
import type {
  ResourceModel,
  WriteField,
  WriteShapeModel,
} from '../../model/types/resource-model.js'

export const withOwnFields = (
  { entity, hidden }: ResourceModel,
  shape: WriteShapeModel | undefined,
): WriteShapeModel => {
  const fields = new Map(shape?.fields)
  const named = new Set(
    [...fields.values()].map((field) => (field.type === 'column' ? field.column.column : '')),
  )
  for (const column of tableColumns(entity)) {
    const isTaken = named.has(column.column) || fields.has(column.field)
    if (!isTaken && !hidden?.has(column.field)) fields.set(column.field, ownField(column))
  }
  return { name: entity.name, mode: shape?.mode ?? 'action', fields }
}

const ownField = (column: ColumnModel): WriteField => ({
  name: column.field,
  type: 'column',
  column,
  reader: readerOf(column),
  required: false,
  nullable: column.nullable,
})
