/** Compiles columns of entities and members of bodies. */
import type { ColumnData } from '../../contract/column.js'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import { filePartTypes } from '../kinds/file.js'
import type { ValueType } from '../kinds/kind-definition.js'
import { integerRanges, kinds } from '../kinds/kinds.js'
import type { ColumnModel, EntityModel, TableName } from '../types/entity-model.js'
import { checkConstraints, usableConstraints } from './check-constraints.js'

export interface DatabaseType {
  /** As `format_type` names it without modifier; of a domain, the type that it is made of. */
  readonly name: string
  readonly isDomain: boolean
  /** That of an array's items; of a domain, the type that it is made of. */
  readonly item?: string | undefined
}

/** The database type of a column; undefined: unknown. */
export type DatabaseTypes = (table: TableName, column: string) => DatabaseType | undefined

/** What the compilation of entities needs besides their declarations. */
export interface CompilationContext {
  readonly diagnostics: Diagnostics
  readonly typeOf: DatabaseTypes
}

export type Draft<T> = { -readonly [K in keyof T]: T[K] }

export const snakeCase = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

export const compileColumn = (
  entity: EntityModel,
  field: string,
  { defaultFrom: _, refersTo: __, ...declared }: Omit<ColumnData, 'computed'>,
): ColumnModel => ({
  ...declared,
  entity,
  field,
  column: declared.column ?? snakeCase(field),
  nullable: declared.nullable ?? false,
  generated: declared.generated ?? false,
  touchedOnUpdate: declared.touchedOnUpdate ?? false,
})

/** Of a file. */
const defaultMaxBytes = 10_485_760

/** A file consists of columns, whose names begin alike: `photo_name`, `photo_type`. */
export const compileFile = (
  entity: EntityModel,
  field: string,
  declared: ColumnData,
  typeOf: DatabaseTypes,
): ColumnModel => {
  const file = compileColumn(entity, field, declared)
  const { visibleTo, label } = file
  const parts = Object.entries(filePartTypes).map(([name, type]) => {
    const part: ColumnModel = {
      ...type,
      ...(visibleTo ? { visibleTo } : {}),
      ...(label === undefined ? {} : { label: `${label}: ${name}` }),
      entity,
      field: `${field}.${name}`,
      column: `${file.column}_${name}`,
      nullable: true,
      generated: true,
      touchedOnUpdate: false,
    }
    return withDatabaseType(part, typeOf)
  })
  const { maxBytes = defaultMaxBytes } = declared
  return { ...file, maxBytes, parts, column: parts[0]!.column }
}

/** The limits of the database type apply if the contract declares none. */
export const withDatabaseType = (
  { databaseType: _, ...column }: ColumnModel,
  typeOf: DatabaseTypes,
): ColumnModel => {
  // The type of an expression is that of its column type.
  if (column.reads) return column
  const found = typeOf(column.entity.table, column.column)
  if (!found) return column
  const isEnumType = column.kind === 'enum' && !Object.hasOwn(kinds.enum.databaseTypes, found.name)
  return {
    ...ofDatabaseType(column, found),
    ...(isEnumType && found.isDomain ? { readAs: found.name } : {}),
  }
}

const ofDatabaseType = <T extends ValueType>(
  type: T,
  { name, item: itemName }: Pick<DatabaseType, 'name' | 'item'>,
): T => {
  const range = type.kind === 'integer' ? integerRanges[name] : undefined
  const item =
    type.item && itemName !== undefined ? ofDatabaseType(type.item, { name: itemName }) : type.item
  return { ...range, ...type, ...(item ? { item } : {}), databaseType: name }
}

/** A foreign key may be of a narrower type than the key that it refers to. */
export const withinDatabaseType = (column: ColumnModel): ColumnModel => {
  const range = integerRanges[column.databaseType ?? '']
  if (column.kind !== 'integer' || !range) return column
  const { minimum = range.minimum, maximum = range.maximum } = column
  return {
    ...column,
    minimum: Math.max(Number(minimum), range.minimum),
    maximum: Math.min(Number(maximum), range.maximum),
  }
}

/** A member of a body, declared like a column but without a table. */
export const compileShapeColumn = (
  entity: EntityModel,
  field: string,
  declared: ColumnData,
  at: string,
  diagnostics: Diagnostics,
): ColumnModel => {
  const column = compileColumn(entity, field, declared)
  checkConstraints(column, at, diagnostics)
  return usableConstraints(column)
}

/** An id beyond the limits for writing is not invalid: no record has it. */
export const withoutLimits = <T extends ValueType>({
  minimum: _minimum,
  maximum: _maximum,
  minLength: _minLength,
  maxLength: _maxLength,
  pattern: _pattern,
  format: _format,
  ...type
}: T) => type
