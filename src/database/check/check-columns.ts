/** Validates the columns of an entity against those of its table. */
import type { ColumnKind } from '../../contract/column.js'
import { type Diagnostics, didYouMean } from '../../foundation/errors/diagnostics.js'
import { withoutPadding } from '../../foundation/text/padding.js'
import type { ValueType } from '../../model/kinds/kind-definition.js'
import { integerRanges, isStructure, kinds } from '../../model/kinds/kinds.js'
import type { ColumnModel } from '../../model/types/entity-model.js'
import type { CatalogColumn, CatalogTable, CatalogType } from '../catalog/catalog.js'

export const reportColumn = (
  column: string,
  table: CatalogTable,
  tableName: string,
  path: string,
  diagnostics: Diagnostics,
): void => {
  const hint = didYouMean(column, table.columns.keys())
  diagnostics.error('COLUMN_UNKNOWN', path, `'${tableName}' has no column '${column}'${hint}`)
}

/** @param rules for the values of the column: `valueRules` or `referenceRules` */
export const checkColumn = (
  column: ColumnModel,
  found: CatalogColumn,
  table: CatalogTable,
  path: string,
  diagnostics: Diagnostics,
  rules: readonly Rule<StoredType>[],
): void => {
  if (!fits(column, found)) {
    diagnostics.error('KIND_MISMATCH', path, kindMessage(column, found))
    return
  }
  for (const [isBroken, code, message] of columnRules) {
    if (isBroken(column, found, table)) diagnostics.error(code, path, message(column, found))
  }
  if (column.reads) return
  const { item } = column
  const values = item && found.item ? { ...found, ...found.item, item: null } : found
  for (const [isBroken, code, message] of rules) {
    const type = item ?? column
    if (isBroken(type, values, table)) diagnostics.error(code, path, message(type, values))
  }
}

/** An array fits if its items do. */
export const fits = (
  { kind, values = [], item, reads }: ValueType & Pick<ColumnModel, 'reads'>,
  found: CatalogType,
): boolean => {
  if (reads === 'byteLength') return found.type === 'bytea'
  if (reads === 'text') return (found.item ?? found).type !== 'bytea'
  if (item) return found.item !== null && fits(item, found.item)
  return kind === 'enum' && found.isEnum
    ? values.every((value) => found.enumLabels.includes(value))
    : Object.hasOwn(kinds[kind].databaseTypes, found.type)
}

const kindMessage = (
  { kind, values = [], item, reads }: ColumnModel,
  found: CatalogColumn,
): string => {
  if (kind === 'enum' && found.isEnum) return labelsMessage(values, found)
  if (item?.kind === 'enum' && found.item?.isEnum) return labelsMessage(item.values, found.item)
  if ((found.item ?? found).type === 'bytea') {
    return `The column is of type ${found.type}, whose values are not sent. ${found.item ? 'Leave' : 'Declare it with byteLength() to show their size, or leave'} it out of the entity.`
  }
  if (reads === 'byteLength') {
    return `The column is of type ${found.type}; byteLength() fits bytea.`
  }
  const fitting = kindsOf(found)
  const [, schema, name] = /^(.+)\.([^.]+)$/.exec(found.type) ?? []
  if (schema !== undefined && kindsOf({ ...found, type: name! }).length > 0) {
    return `The column is of type ${found.type}, whose operators the search path does not find. Add the schema ${schema} to it: alter role … set search_path = …, ${schema}.`
  }
  if (fitting.length === 0) {
    return `The column is of type ${found.type}, and no column type of a contract fits it. Declare it with asText() to read it as text, or leave it out of the entity.`
  }
  const types = Object.keys(kinds[item?.kind ?? kind].databaseTypes)
  const expected = types.map((type) => (item ? `${type}[]` : type)).join(', ')
  return `The kind ${item ? arrayOfKind(item.kind) : kind} does not fit the column's type ${found.type}; it fits ${expected}. Declare the column as ${fitting.join(' or ')}.`
}

const arrayOfKind = (kind: string): string => `array of ${kind}`

const labelsMessage = (values: readonly string[] = [], { type, enumLabels }: CatalogType): string =>
  `The type ${type} has no ${values.filter((value) => !enumLabels.includes(value)).join(', ')}; it has ${enumLabels.join(', ')}.`

/** The column types that a column could be declared with. */
const kindsOf = ({ type, isEnum, item }: CatalogType): readonly string[] => {
  if (item) return kindsOf(item).filter(isItemKind).map(arrayOfKind)
  return (
    Object.entries(kinds)
      .filter(([kind, { databaseTypes }]) =>
        kind === 'enum' && isEnum ? true : Object.hasOwn(databaseTypes, type),
      )
      .map(([kind]) => kind)
      // Any whole number could be the number of an enum.
      .filter((kind) => kind !== 'numberEnum')
  )
}

const isItemKind = (kind: string): boolean =>
  kind !== 'version' && !isStructure({ kind: kind as ColumnKind })

type Rule<T> = readonly [
  (type: T, found: CatalogColumn, table: CatalogTable) => boolean,
  (
    | 'COLLATION_MISMATCH'
    | 'DEFAULT_MISSING'
    | 'KIND_MISMATCH'
    | 'NULLABLE_MISMATCH'
    | 'SIZE_MISMATCH'
  ),
  (type: T, found: CatalogColumn) => string,
]

/** A column, or the items of an array. */
type StoredType = ValueType & Partial<Pick<ColumnModel, 'collation' | 'generated'>>

/** Characters that the contract lets a value have. */
const longest = ({ maxLength, values }: StoredType): number =>
  values ? Math.max(...values.map((value) => value.length)) : (maxLength ?? Infinity)

const allowsMoreDigits = (
  { kind, precision, scale = 0 }: StoredType,
  found: CatalogColumn,
): boolean =>
  kind === 'decimal' &&
  found.precision !== undefined &&
  (precision === undefined ||
    scale > found.scale! ||
    precision - scale > found.precision - found.scale!)

/**
 * Values of the column may not fit the contract: they are sent, but not accepted when sent back.
 */
const holdsMoreDigits = ({ kind, precision, scale }: StoredType, found: CatalogColumn): boolean =>
  kind === 'decimal' && (found.precision !== precision || found.scale !== scale)

const rounds = ({ precision = 6 }: StoredType, found: CatalogColumn): boolean =>
  found.precision !== undefined && precision > found.precision

/** Values of an enum type that the contract does not name, but would still send. */
const unlisted = (values: readonly string[] = [], { enumLabels }: CatalogColumn) =>
  enumLabels.filter((label) => !values.includes(label))

/** Values of a contract that responses would show without their trailing blanks. */
const padded = (values: readonly string[] = []): readonly string[] =>
  values.filter((value) => value !== withoutPadding(value))

const exceeds = (
  { kind, minimum = 0, maximum = 0 }: StoredType,
  range: (typeof integerRanges)[string],
): boolean =>
  kind === 'integer' &&
  range !== undefined &&
  (Number(minimum) < range.minimum || Number(maximum) > range.maximum)

/** Numbers of an enum that the column cannot hold. */
const beyond = (
  { numbers = [] }: StoredType,
  range: (typeof integerRanges)[string],
): readonly number[] =>
  range ? numbers.filter((each) => each < range.minimum || each > range.maximum) : []

/** An insert may leave the column out. */
export const isFilled = (
  { hasDefault, generatedAlways }: CatalogColumn,
  { hasInsertTrigger }: CatalogTable,
): boolean => hasDefault || generatedAlways || hasInsertTrigger

const columnRules: readonly Rule<ColumnModel>[] = [
  [
    (column, found, table) => !table.isView && !column.nullable && !found.notNull,
    'NULLABLE_MISMATCH',
    () =>
      'The column may be null, the contract says it is not; add nullable: true, or NOT NULL to the column.',
  ],
  [
    (column, found) => column.nullable && found.notNull,
    'NULLABLE_MISMATCH',
    () => 'The column is NOT NULL, the contract says it may be null; remove nullable: true.',
  ],
  [
    (column, found, table) =>
      column.generated && !table.isView && found.notNull && !isFilled(found, table),
    'DEFAULT_MISSING',
    () =>
      'The contract says that the database fills the column, but it has neither default nor identity, and the table has no trigger before an insert.',
  ],
]

/** Rules for the values of a column, or for the items of an array. */
export const valueRules: readonly Rule<StoredType>[] = [
  [
    (column, found, { isView }) =>
      !isView && found.maxLength !== undefined && longest(column) > found.maxLength,
    'SIZE_MISMATCH',
    (_, found) =>
      `The column holds ${found.maxLength} characters; declare maxLength: ${found.maxLength} or less.`,
  ],
  [
    allowsMoreDigits,
    'SIZE_MISMATCH',
    (_, found) =>
      `The column is numeric(${found.precision},${found.scale}); the contract allows more digits. Declare precision: ${found.precision}, scale: ${found.scale}.`,
  ],
  [
    (column, found, { isView }) =>
      !isView && !allowsMoreDigits(column, found) && holdsMoreDigits(column, found),
    'SIZE_MISMATCH',
    ({ precision, scale }, found) =>
      found.precision === undefined
        ? `The column is numeric without precision and may hold values that do not fit (${precision},${scale}); declare neither precision nor scale, or make it numeric(${precision},${scale}).`
        : `The column is numeric(${found.precision},${found.scale}) and may hold values that do not fit (${precision},${scale}); declare precision: ${found.precision}, scale: ${found.scale}.`,
  ],
  [
    (column, found, { isView }) =>
      kinds[column.kind].hasSeconds === true &&
      !isView &&
      !column.generated &&
      rounds(column, found),
    'SIZE_MISMATCH',
    (_, found) =>
      `The column keeps ${found.precision} digits behind the second and rounds the others; declare precision: ${found.precision} or less.`,
  ],
  [
    ({ kind, generated }, found, { isView }) =>
      kind === 'duration' && !isView && !generated && /^interval [a-z]/.test(found.fullType),
    'SIZE_MISMATCH',
    (_, { fullType }) =>
      `The column is ${fullType} and drops other parts of a duration; make it interval.`,
  ],
  [
    ({ kind, values }, found) => kind === 'enum' && unlisted(values, found).length > 0,
    'KIND_MISMATCH',
    ({ values }, found) =>
      `The type ${found.type} also has ${unlisted(values, found).join(', ')}; declare all its values.`,
  ],
  [
    ({ values }, { type }) => type === 'character' && padded(values).length > 0,
    'KIND_MISMATCH',
    ({ values }) =>
      `The column is char, which ignores blanks at the end of ${padded(values)
        .map((value) => `'${value}'`)
        .join(', ')}; declare the values without them.`,
  ],
  [
    (column, { type }) => exceeds(column, integerRanges[type]),
    'SIZE_MISMATCH',
    (_, { type }) => {
      const { minimum, maximum } = integerRanges[type]!
      return `The column is ${type}; declare limits from ${minimum} to ${maximum}, or none.`
    },
  ],
  [
    (column, { type }) => beyond(column, integerRanges[type]).length > 0,
    'SIZE_MISMATCH',
    (column, { type }) =>
      `The column is ${type}, which cannot hold ${beyond(column, integerRanges[type]).join(', ')}.`,
  ],
  [
    ({ kind, collation }, found) =>
      kind === 'text' && found.collation !== null && collation !== found.collation,
    'COLLATION_MISMATCH',
    (_, found) =>
      `The column has the collation '${found.collation}'; declare collation: '${found.collation}'.`,
  ],
]

/**
 * Rules for the columns of a foreign key. Their limits are those of the key, and a contract cannot
 * declare others; PostgreSQL refuses a value that is longer than the column.
 */
export const referenceRules: readonly Rule<StoredType>[] = [
  [
    ({ collation }, found) =>
      collation !== undefined && found.collation !== null && collation !== found.collation,
    'COLLATION_MISMATCH',
    ({ collation }, found) =>
      `The column has the collation '${found.collation}' and refers to a column with '${collation}', with which PostgreSQL does not compare it; give both the same collation.`,
  ],
]
