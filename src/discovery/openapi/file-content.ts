/** Content that is a file: of a record, from an export, or for an import. */
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import { fileFields } from '../../model/types/response-field.js'
import type { Published } from '../schemas/published.js'
import { listOf, text } from '../schemas/schema-forms.js'

const binary: JsonSchema = { type: 'string', format: 'binary' }

const contentOf = (schemas: Readonly<Record<string, JsonSchema>>): JsonSchema =>
  Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }]))

/** Generated clients read every file as the first of these types: as bytes, which all three are. */
const tables: Readonly<Record<string, JsonSchema>> = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': binary,
  'text/csv': text,
}

/** What an export writes; as JSON, records with the chosen fields. */
export const exportContent = contentOf({
  ...tables,
  'application/json': listOf({ type: 'object' }),
})

/** What an import reads. */
export const importContent = contentOf(tables)

/** The types of all files of a record. */
export const fileContent = ({ resource }: Published): JsonSchema => {
  const types = fileFields(resource).flatMap(({ target }) => target.column.mediaTypes ?? ['*/*'])
  return contentOf(Object.fromEntries(types.map((type) => [type, binary])))
}
