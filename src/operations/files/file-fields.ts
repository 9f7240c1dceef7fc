/** The files of a record, as its caller sees them. */
import type { FileOwner } from '../../files/stored-files.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { ColumnModel } from '../../model/types/entity-model.js'
import { type FileField, fileFields, isFileField } from '../../model/types/response-field.js'
import type { ResourceView } from '../../query/rows/row-access.js'

/** @throws AppError ROUTE_NOT_FOUND */
export const fileFieldOf = ({ response }: ResourceView, name: string): FileField => {
  const field = response.get(name)
  if (isFileField(field)) return field
  const accepted = fileFields({ response }).map((each) => each.name)
  throw new AppError(problem('fileFieldUnknown', { field: name, accepted: accepted.join(', ') }))
}

export const fileMissing = ({ name }: FileField): AppError =>
  new AppError(problem('fileMissing', { field: name }))

/** The column with the ids of the files of a field. */
export const ownerOf = ({ entity: { table }, parts = [] }: ColumnModel): FileOwner => ({
  ...(table.schema === undefined ? {} : { schema: table.schema }),
  table: table.name,
  column: parts.at(-1)!.column,
})
