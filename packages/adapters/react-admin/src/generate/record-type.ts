/** The type of a record, from its fields. */
import type { Field, JsonSchema } from 'corollary/client'
import { propertyName, quoted } from '../../../shared/src/generate/literal.js'

export const recordType = (name: string, fields: readonly Field[]): string =>
  [
    `interface ${name} extends RaRecord {`,
    ...fields
      .filter((field) => field.name !== 'id')
      .map((field) => `  ${propertyName(field.name)}: ${typeOf(field, '  ')}`),
    '}',
  ].join('\n')

const typeOf = (field: Field, blanks: string): string => {
  const types = (field.items ? objectType(field, blanks) : valueType(field.schema)) || 'unknown'
  return field.nullable && types !== 'unknown' ? `${types} | null` : types
}

const objectType = ({ items = [], controlType }: Field, blanks: string): string => {
  const members = items.map(
    (item) => `${blanks}  ${propertyName(item.name)}: ${typeOf(item, `${blanks}  `)}`,
  )
  const object = `{\n${members.join('\n')}\n${blanks}}`
  return controlType === 'array' ? `${object}[]` : object
}

const valueType = (schema: JsonSchema): string => {
  const values = schema['enum']
  if (Array.isArray(values)) {
    return values
      .filter((value) => value !== null)
      .map((value) => (typeof value === 'string' ? quoted(value) : String(value)))
      .join(' | ')
  }
  const types = [schema['type'] ?? []].flat().filter((type) => type !== 'null')
  const names = types.map((type) => {
    if (type !== 'array') return jsonTypes[String(type)] ?? 'unknown'
    const item = valueType((schema['items'] ?? {}) as JsonSchema) || 'unknown'
    return item.includes(' ') ? `(${item})[]` : `${item}[]`
  })
  return [...new Set(names)].join(' | ')
}

const jsonTypes: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  object: 'Record<string, unknown>',
}
