/** Finds the file of a record. */
import { visibleRecordsStatement } from '../../query/statements/lock-statements.js'
import type { Call } from '../context.js'
import { recordNotFound } from '../read/read.js'
import { fileFieldOf, fileMissing } from './file-fields.js'

export interface FoundFile {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly size: number
  readonly sha256: string
}

/** @throws AppError ROUTE_NOT_FOUND, RESOURCE_NOT_FOUND */
export const findFile = async (
  { resource, database, signal }: Call,
  id: string,
  name: string,
): Promise<FoundFile> => {
  const field = fileFieldOf(resource, name)
  const parts = field.target.column.parts!
  const records = await database.run(visibleRecordsStatement(resource, [id], parts), { signal })
  const record = records.get(id)
  if (!record) throw recordNotFound()
  const values = parts.map((part) => record[part.field])
  if (values.includes(null)) throw fileMissing(field)
  const [fileName, type, size, sha256, file] = values as [string, string, number, string, string]
  return { id: file, name: fileName, type, size, sha256 }
}
