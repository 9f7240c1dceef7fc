/** Files of records: what is known about one, and the columns that hold it. */
import type { FileValue } from '../../contract/column.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import type { ValueType } from './kind-definition.js'

export type FilePartName = Exclude<keyof FileValue, 'href'> | 'file'

/** The columns of a file, in this order. The last one names the bytes in their store. */
export const filePartTypes: Readonly<Record<FilePartName, Omit<ValueType, 'parts'>>> = {
  name: { kind: 'text' },
  type: { kind: 'text' },
  size: { kind: 'integer', minimum: 0 },
  sha256: { kind: 'text' },
  file: { kind: 'uuid' },
}

export const fileParts: readonly ValueType[] = Object.values(filePartTypes)

/** Parts that paths reach: `photo.size`. */
export const isShownPart = (name: string): boolean =>
  name !== 'file' && Object.hasOwn(filePartTypes, name)

/** What a record shows of a file, apart from its address. */
export const fileFacts = ([name, type, size, sha256]: readonly (string | null)[]) => ({
  ...{ name, type, size: Number(size), sha256 },
})

/** The SHA-256 of an empty file. */
const digestOfNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

export const schemaOfFile: JsonSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    type: { type: 'string' },
    size: { type: 'integer', minimum: 0 },
    sha256: { type: 'string', pattern: '^[0-9a-f]{64}$', examples: [digestOfNothing] },
    href: { type: 'string' },
  },
  required: ['name', 'type', 'size', 'sha256', 'href'],
  additionalProperties: false,
}
