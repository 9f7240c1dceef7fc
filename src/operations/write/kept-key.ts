/** Checks that a write keeps the key of its record. */
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { idTexts } from '../../model/kinds/composite-id.js'
import { partText } from '../../model/kinds/value-reader.js'
import { columnsOf, type EntityModel, physicalColumns } from '../../model/types/entity-model.js'
import type { WriteShapeModel } from '../../model/types/write-model.js'
import type { Assignment } from '../../query/statements/write-statements.js'

/** A foreign key may share columns with the key of its record, which never changes. */
export const checkKey = (
  { primaryKey }: EntityModel,
  id: string,
  assignments: readonly Assignment[],
  shape: WriteShapeModel | undefined,
): void => {
  const kept = idTexts(primaryKey, id)
  const texts = new Map(columnsOf(primaryKey).map((column, index) => [column, kept[index]!]))
  for (const { column, value } of assignments) {
    if (value === null) continue
    const sent = idTexts(column, value)
    const isKept = physicalColumns(column).every((part, index) => {
      const text = texts.get(part.column)
      return text === undefined || text === partText(sent[index]!, part)
    })
    if (isKept) continue
    const member = [...(shape?.fields.values() ?? [])].find(
      (field) => field.type === 'column' && field.column === column,
    )
    throw new AppError(problem('keyChanged', { target: member?.name ?? column.field }))
  }
}
