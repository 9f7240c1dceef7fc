/** Decides how a column of the database is declared in an entity, or why it cannot be. */
import type { ColumnKind } from '../contract/column.js'
import type { CatalogColumn } from '../database/catalog/catalog.js'
import type { SourceColumn } from '../database/catalog/source-tables.js'
import { defined } from '../foundation/json/defined.js'
import { withoutPadding } from '../foundation/text/padding.js'
import { arrayItems } from '../model/kinds/array-text.js'
import { enumLabel } from '../model/labels.js'
import { allows, domainLimits, type Limits, tightest } from './check-limits.js'
import { constantName, numberedTexts } from './numbered-names.js'
import type { FileColumns } from './plan-files.js'
import { type Code, call, type Printable } from './print-code.js'

/** The functions of the package that declare columns, and what each of them declares. */
export const columnFactories = {
  text: 'text',
  integer: 'integer',
  bigint: 'bigint',
  decimal: 'decimal',
  boolean: 'boolean',
  float: 'float',
  date: 'date',
  instant: 'instant',
  localDateTime: 'localDateTime',
  time: 'time',
  duration: 'duration',
  uuid: 'uuid',
  version: 'version',
  enumOf: 'enum',
  json: 'json',
  arrayOf: 'array',
  asText: 'text',
  file: 'file',
} as const satisfies Readonly<Record<string, ColumnKind>>
export type ColumnFactory = keyof typeof columnFactories

/** A function that declares a column, with what only this type of column has. */
interface Declared {
  readonly factory: ColumnFactory
  readonly options?: Readonly<Record<string, Printable>>
  /** Names of an enum, by number where numbers are stored. */
  readonly values?: readonly string[] | Readonly<Record<number, string>>
  readonly items?: Declared
}

export interface ColumnPlan extends Declared {
  readonly field: string
  readonly source: SourceColumn
  /** The column alone is the key. */
  readonly isKey: boolean
  /** The column is one of several columns of the key. */
  readonly isKeyPart: boolean
  readonly isGenerated: boolean
  /** Always true in a view: the database does not say which of its columns are null. */
  readonly isNullable: boolean
}

/** Names of columns that no API should show by accident. */
const secret =
  /(^|_)(password|passwd|pwd|pass_?(phrase|code|crypt)|crypt(ed)?|encrypted|token|secret|hash|salt|api_?key|private_?key|(backup|recovery)_?code)s?(_|$)/i

/** When a password was changed, or whether there is one, is not a secret. */
const publicType = /^(boolean|date|timestamp)/

const looksSecret = ({ name, type }: SourceColumn): boolean =>
  !publicType.test(type) && secret.test(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2'))

/** What Rails, Hibernate and others compare and increment when they update a row. */
const versionName = /^(lock_?version|opt_?lock|row_?version)$/i

const isVersion = ({ name, type, notNull, hasDefault }: SourceColumn): boolean =>
  versionName.test(name) && notNull && hasDefault && (type === 'integer' || type === 'bigint')

const ofText = ({ maxLength, collation }: CatalogColumn, limits: Limits): Declared => {
  if (limits.values) {
    return { factory: 'enumOf', values: limits.values, options: enumOptions(limits.values) }
  }
  const sizes = [maxLength, limits.maxLength].filter((size) => size !== undefined)
  return {
    factory: 'text',
    options: defined({
      minLength: limits.minLength,
      maxLength: sizes.length === 0 ? undefined : Math.min(...sizes),
      pattern: limits.pattern,
      collation: collation ?? undefined,
    }),
  }
}

const ofNumber =
  (factory: ColumnFactory) =>
  (_: CatalogColumn, { minimum, maximum }: Limits): Declared => ({
    factory,
    options: defined({
      minimum: minimum === undefined ? undefined : Number(minimum),
      maximum: maximum === undefined ? undefined : Number(maximum),
    }),
  })

const plain = (factory: ColumnFactory) => (): Declared => ({ factory })

const timed =
  (factory: ColumnFactory) =>
  ({ precision }: CatalogColumn): Declared => ({
    factory,
    options: precision === undefined ? {} : { precision },
  })

/** Declarations, by the type of the column in the database. */
const declarations: Readonly<
  Record<
    string,
    (column: CatalogColumn, limits: Limits, isNumericId: boolean) => Declared | undefined
  >
> = {
  text: ofText,
  'character varying': ofText,
  character: ofText,
  citext: ofText,
  smallint: ofNumber('integer'),
  integer: ofNumber('integer'),
  bigint: (_, _limits, isNumericId) => ({ factory: isNumericId ? 'integer' : 'bigint' }),
  numeric: (column, { minimum, maximum }) => ({
    factory: 'decimal',
    options: {
      ...(column.precision === undefined
        ? {}
        : { precision: column.precision, scale: column.scale ?? 0 }),
      ...defined({ minimum, maximum }),
    },
  }),
  boolean: plain('boolean'),
  date: plain('date'),
  real: ofNumber('float'),
  'double precision': ofNumber('float'),
  'timestamp with time zone': timed('instant'),
  'timestamp without time zone': timed('localDateTime'),
  'time without time zone': timed('time'),
  interval: timed('duration'),
  uuid: plain('uuid'),
  json: plain('json'),
  jsonb: plain('json'),
}

/** A file is written by requests of its own, and each of its columns may be null. */
export const planFile = ({ name, parts }: FileColumns, field: string): ColumnPlan => ({
  ...{ field, factory: 'file', source: { ...parts[0]!, name, comment: null } },
  ...{ isKey: false, isKeyPart: false, isGenerated: true, isNullable: true },
})

/** Types whose values are not shown, not even as text. */
const reasons: Readonly<Record<string, string>> = {
  bytea: 'its bytes are not sent; byteLength() shows their number',
  tsvector: 'it serves searches in the database and is not shown',
}

/** Why the column cannot be declared. */
export interface Undeclared {
  readonly reason: string
}

/** What a column is besides a value. */
type ColumnRoles = Pick<ColumnPlan, 'isKey' | 'isKeyPart'> & {
  readonly isReference: boolean
  /** JSON numbers hold the ids of a bigint column. */
  readonly isNumericId: boolean
}

export const planColumn = (
  source: SourceColumn,
  field: string,
  { isKey, isKeyPart, isReference, isNumericId }: ColumnRoles,
  checked: Limits = {},
): ColumnPlan | Undeclared => {
  const isInKey = isKey || isKeyPart || isReference
  if (looksSecret(source) && !isInKey) {
    return { reason: 'its name looks like a secret; declare it by hand if it is not one' }
  }
  if (isVersion(source) && !isInKey) {
    const roles = { isKey, isKeyPart, isGenerated: true, isNullable: false }
    return { field, source, factory: 'version', ...roles }
  }
  const reason = reasons[source.item?.type ?? source.type]
  const limits = tightest(domainLimits(source), checked) ?? checked
  const numbered = isInKey ? undefined : ofNumberedNames(source)
  const plainly = numbered ?? declare(source, limits, isNumericId) ?? { factory: 'asText' }
  const declared = source.hasSpecialValues && !isInKey ? withSpecialValues(plainly) : plainly
  if (declared.factory === 'asText' && reason !== undefined) return { reason }
  if (keyless.has(declared.factory) && (isKey || isKeyPart)) {
    return { reason: `a column of type ${source.type} cannot be a key of an entity` }
  }
  const literal = readConstant(source)
  const isAllowed = literal !== undefined && allows(limits, literal.text)
  const constant = isAllowed ? constantOf(declared, literal) : undefined
  return {
    field,
    source,
    ...declared,
    options: {
      ...declared.options,
      ...(constant === undefined || isKey ? {} : { default: constant }),
    },
    isKey,
    isKeyPart,
    isGenerated: source.generatedAlways || (source.hasDefault && constant === undefined),
    isNullable: isKey || isKeyPart ? false : !source.notNull,
  }
}

/** Whole numbers whose comment names them, as in "1 = draft, 2 = sent". */
const ofNumberedNames = ({ type, comment }: SourceColumn): Declared | undefined => {
  const texts = /^(smallint|integer|bigint)$/.test(type) ? numberedTexts(comment ?? '') : undefined
  if (!texts) return undefined
  const values = Object.fromEntries(texts.map(([number, text]) => [number, constantName(text)]))
  const labels = Object.fromEntries(texts.map(([, text]) => [constantName(text), text]))
  const isPlain = texts.every(([, text]) => enumLabel({}, constantName(text)) === text)
  return { factory: 'enumOf', values, options: isPlain ? {} : { labels } }
}

/** Column types that cannot be a key. */
export const keyless: ReadonlySet<ColumnFactory> = new Set([
  'asText',
  'float',
  'duration',
  'json',
  'arrayOf',
])

/** The column is shown, and nothing can be written to it. */
export const isReadOnly = ({ factory }: ColumnPlan): boolean => factory === 'asText'

/** An insert may leave the column out. */
export const isFilled = ({ notNull, hasDefault, generatedAlways }: SourceColumn): boolean =>
  !notNull || hasDefault || generatedAlways

const declare = (
  column: CatalogColumn,
  limits: Limits,
  isNumericId: boolean,
): Declared | undefined => {
  const { item, isEnum, enumLabels } = column
  if (item) {
    const type = { ...column, ...item }
    const items = declare(type, domainLimits(type), false)
    return items && !isStructure(items) ? { factory: 'arrayOf', items } : undefined
  }
  if (isEnum) return { factory: 'enumOf', values: enumLabels, options: enumOptions(enumLabels) }
  return declarations[column.type]?.(column, limits, isNumericId)
}

/** Adds the option to a column, or to the items of an array. */
const withSpecialValues = (declared: Declared): Declared =>
  declared.items
    ? { ...declared, items: withSpecialValues(declared.items) }
    : { ...declared, options: { ...declared.options, specialValues: true } }

/** Items cannot have parts. */
const isStructure = ({ factory }: Declared): boolean => factory === 'json'

/**
 * Labels are made from names such as `ON_LEAVE`; values that are no such names label themselves.
 */
const enumOptions = (values: readonly string[]): Readonly<Record<string, Printable>> => {
  const filled = values.filter((value) => value !== '')
  const areNames = filled.every((value) => /^([A-Z]{4,}(_[A-Z]+)*|[a-z]+(_[a-z]+)*)$/.test(value))
  return areNames ? {} : { labels: Object.fromEntries(filled.map((value) => [value, value])) }
}

interface Literal {
  readonly text: string
  readonly isQuoted: boolean
}

/**
 * Returns the literal of a default: `'open'::text`, `3`, `true`; undefined for `now()` and others.
 */
export const readConstant = ({
  type,
  defaultExpression,
  generatedAlways,
}: SourceColumn): Literal | undefined => {
  if (defaultExpression === null || generatedAlways) return undefined
  const [, body = ''] = /^(.*?)(?:::[\w ."[\]()]+)?$/s.exec(defaultExpression) ?? []
  if (body === 'ARRAY[]') return { text: '{}', isQuoted: true }
  const quoted = /^'((?:[^']|'')*)'$/s.exec(body)?.[1]
  if (quoted !== undefined) {
    const text = quoted.replaceAll("''", "'")
    return { text: type === 'character' ? withoutPadding(text) : text, isQuoted: true }
  }
  const isLiteral = /^(\(?-?\d+(\.\d+)?\)?|true|false)$/.test(body)
  return isLiteral ? { text: body.replaceAll(/[()]/g, ''), isQuoted: false } : undefined
}

const constants: Partial<
  Record<ColumnFactory, (literal: Literal, values: Declared['values']) => Printable | undefined>
> = {
  text: ({ text, isQuoted }) => (isQuoted ? text : undefined),
  enumOf: ({ text, isQuoted }, values) =>
    Array.isArray(values) ? (isQuoted ? text : undefined) : values?.[Number(text)],
  integer: ({ text }) => (/^-?\d+$/.test(text) ? Number(text) : undefined),
  bigint: ({ text }) => (/^-?\d+$/.test(text) ? text : undefined),
  decimal: ({ text }) => (/^-?\d+(\.\d+)?$/.test(text) ? text : undefined),
  boolean: ({ text }) => (text === 'true' || text === 'false' ? text === 'true' : undefined),
  float: ({ text }) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined),
  date: ({ text }) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined),
}

const constantOf = (
  { factory, items, values: names }: Declared,
  literal: Literal,
): Printable | undefined => {
  if (!items) return constants[factory]?.(literal, names)
  const values = arrayItems(literal.text).map((text) =>
    text === null ? undefined : constantOf(items, { text, isQuoted: true }),
  )
  return values.includes(undefined) ? undefined : (values as readonly Printable[])
}

/** `integer({ primaryKey: true, generated: true })` */
export const columnCode = (plan: ColumnPlan, defaultColumn: string): Code => {
  const { options, source, isKey, isGenerated, isNullable } = plan
  const named = source.name === defaultColumn ? {} : { column: source.name }
  const { factory } = plan
  if (factory === 'version' || factory === 'file') return codeOf({ factory, options: named })
  const all = {
    ...named,
    ...(isKey ? { primaryKey: true } : {}),
    ...(isGenerated ? { generated: true } : {}),
    ...(isNullable ? { nullable: true } : {}),
    ...options,
    ...(source.comment === null ? {} : { description: source.comment }),
  }
  return codeOf({ ...plan, options: all })
}

const codeOf = ({ factory, values, items, options = {} }: Declared): Code =>
  call(
    factory,
    ...(values ? [values] : []),
    ...(items ? [codeOf(items)] : []),
    ...(Object.keys(options).length === 0 ? [] : [options]),
  )
