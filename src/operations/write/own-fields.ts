/**
 * Names the fields of errors: the members of a body, and the columns that code of a contract
 * writes.
 */
import { blameFields } from '../../database/catalog/integrity.js'

import { readerOf } from '../../model/kinds/value-reader.js'
import { type ColumnModel, tableColumns } from '../../model/types/entity-model.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { WriteField, WriteShapeModel } from '../../model/types/write-model.js'
import type { WriteContext } from '../context.js'

const withOwnFields = (
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

/** Names members of the body, otherwise fields of the entity. */
export const blame = (
  error: unknown,
  { resource, integrity }: Pick<WriteContext, 'resource' | 'integrity'>,
  shape: WriteShapeModel | undefined,
): unknown => blameFields(error, resource, withOwnFields(resource, shape), integrity)

const ownField = (column: ColumnModel): WriteField => ({
  name: column.field,
  type: 'column',
  column,
  reader: readerOf(column),
  required: false,
  nullable: column.nullable,
})
