/**
 * The table of column types: how the values of each look on the wire and in SQL. Everything that
 * reads, validates or prints a value of a column uses this table.
 */
import { isLosslessNumber, stringify } from 'lossless-json'
import type { ColumnKind } from '../../contract/column.js'
import { valueFault } from '../../foundation/errors/value-faults.js'
import { valueForm } from '../../foundation/errors/value-forms.js'
import { defined } from '../../foundation/json/defined.js'
import { type JsonSchema, nullable } from '../../foundation/json/json-schema.js'
import { jsonText } from '../../foundation/json/json-text.js'
import { withoutPadding } from '../../foundation/text/padding.js'
import type { Phrase } from '../../foundation/text/placeholders.js'
import { parseDay, parseInstant, shortInstant } from '../../foundation/time/zoned-time.js'
import { arrayItems, arrayText } from './array-text.js'
import { encodeId, idPattern, idTexts } from './composite-id.js'
import {
  browserMidnightToDate,
  describeForDate,
  describeForInstant,
  midnightToDate,
} from './date-forms.js'
import { decimal } from './decimal.js'
import { withoutNegativeZero } from './decimal-text.js'
import { duration } from './duration.js'
import { fileFacts, fileParts, schemaOfFile } from './file.js'
import { float } from './float.js'
import type { ItemType, KindDefinition, SqlType, ValueType } from './kind-definition.js'
import { localDateTime, timeOfDay } from './local-times.js'
import { jsonFault, reservedFault, textFault } from './text-faults.js'

const asText = (value: unknown): string => String(value)
const verbatim = (text: string): string => text
const quoted = (text: string): string => `"${text}"`
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const maxBigint = 9_223_372_036_854_775_807n
const bigintPattern = '^-?(0|[1-9][0-9]{0,18})$'

const integerSchema = ({ minimum, maximum }: ValueType): JsonSchema => ({
  type: 'integer',
  minimum: minimum ?? Number.MIN_SAFE_INTEGER,
  maximum: maximum ?? Number.MAX_SAFE_INTEGER,
})

const enumSchema = ({ values = [] }: ValueType): JsonSchema => ({ type: 'string', enum: values })
const enumAccepts = ({ values = [] }: ValueType): Phrase => valueForm('oneOf', { values })

const isSafeNumber = (text: string): boolean =>
  /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text))

/** Ranges of the database's integer types that are narrower than a safe JSON integer. */
export const integerRanges: Readonly<
  Record<string, { readonly minimum: number; readonly maximum: number } | undefined>
> = {
  smallint: { minimum: -32_768, maximum: 32_767 },
  integer: { minimum: -2_147_483_648, maximum: 2_147_483_647 },
}

const integer: KindDefinition = {
  axis: 'whole',
  databaseTypes: { smallint: 'int8', integer: 'int8', bigint: 'int8' },
  cast: 'int8',
  isVerbatim: true,
  schema: integerSchema,
  /** 2^53 − 1 has 16 digits, more than lossless parsing turns into a number. */
  normalize: (value) =>
    isLosslessNumber(value) && isSafeNumber(value.value) ? Number(value) : value,
  ofText: (text) => (/^-?(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : text),
  toParameter: asText,
  accepts: () => valueForm('integer'),
  printer: () => verbatim,
  compare: (a, b) => Number(a) - Number(b),
}

/**
 * Dates and instants that the wire format lacks become null: `infinity`, years BC and years after
 * 9999.
 */
const isPlainDate = (text: string): boolean =>
  text.length >= 10 && text[4] === '-' && !text.endsWith('C')

const isPadded = ({ databaseType }: SqlType): boolean => databaseType === 'character'

/** In a char(n), values that differ only in trailing blanks are equal. */
const normalizeText: KindDefinition['normalize'] = (value, _zone, type) =>
  isPadded(type) && typeof value === 'string' ? withoutPadding(value) : value

/** The driver removes padding, except within arrays. */
const printText: KindDefinition['printer'] = (type) =>
  isPadded(type) ? (text) => jsonText(withoutPadding(text)) : jsonText

export const kinds: Readonly<Record<ColumnKind, KindDefinition>> = {
  text: {
    /** A char(n) compared as text could not use an index, and a citext would mind case. */
    databaseTypes: {
      text: 'text',
      'character varying': 'text',
      character: 'bpchar',
      citext: 'citext',
    },
    cast: 'text',
    isVerbatim: true,
    schema: ({ minLength, maxLength, pattern, format }) =>
      defined({ type: 'string', minLength, maxLength, pattern, format }),
    normalize: normalizeText,
    requestSchema: (type) => {
      const { reserved } = type
      const schema = kinds.text.schema(type)
      return reserved ? { ...schema, not: { enum: reserved } } : schema
    },
    fault: (value, { reserved }) => textFault(value) ?? reservedFault(value, reserved),
    toParameter: asText,
    accepts: () => valueForm('text'),
    /** Letters beyond ASCII depend on the locale of the database; they stay as they are. */
    canonical: (text, { databaseType }) =>
      databaseType === 'citext' ? text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : text,
    printer: printText,
  },

  integer,

  bigint: {
    axis: 'whole',
    databaseTypes: { bigint: 'int8' },
    cast: 'int8',
    isVerbatim: true,
    schema: () => ({ type: 'string', pattern: bigintPattern }),
    fault: (value) => {
      const number = BigInt(value as string)
      return number > maxBigint || number < -maxBigint - 1n ? valueFault('beyond64Bits') : undefined
    },
    toParameter: asText,
    accepts: () => valueForm('wholeNumberAsText'),
    printer: () => quoted,
    canonical: withoutNegativeZero,
    compare: (a, b) => (BigInt(a) < BigInt(b) ? -1 : BigInt(a) > BigInt(b) ? 1 : 0),
  },

  decimal,

  float,

  version: { ...integer, databaseTypes: { integer: 'int8', bigint: 'int8' } },

  boolean: {
    databaseTypes: { boolean: 'boolean' },
    cast: 'boolean',
    schema: () => ({ type: 'boolean' }),
    ofText: (text) => ({ true: true, false: false })[text],
    toParameter: asText,
    ofParameter: (text) => text === 'true',
    accepts: () => valueForm('boolean'),
    /** The protocol prints `t`, a cast to text prints `true`. */
    printer: () => (text) => (text.startsWith('t') ? 'true' : 'false'),
  },

  date: {
    axis: 'days',
    hasSpecialValues: true,
    databaseTypes: { date: 'date' },
    cast: 'date',
    schema: () => ({ type: 'string', format: 'date' }),
    normalize: midnightToDate,
    readLegacyForm: browserMidnightToDate,
    describe: describeForDate,
    fault: (value) => (parseDay(value as string) === undefined ? valueFault('notDay') : undefined),
    toParameter: asText,
    accepts: () => valueForm('date'),
    printer: () => (text) => (text.length === 10 && isPlainDate(text) ? quoted(text) : 'null'),
    compare: byText,
  },

  instant: {
    axis: 'days',
    hasSpecialValues: true,
    hasSeconds: true,
    databaseTypes: { 'timestamp with time zone': 'timestamptz' },
    cast: 'timestamptz',
    schema: () => ({ type: 'string', format: 'date-time' }),
    normalize: (value, zone) =>
      typeof value === 'string' ? (parseInstant(value, zone)?.instant ?? value) : value,
    describe: describeForInstant,
    fault: (value, { precision = 6 }) => {
      if (parseInstant(value as string, 'UTC') === undefined) {
        return valueFault('notInstant')
      }
      const [, fraction = ''] = /\.(\d+)/.exec(value as string) ?? []
      return fraction.replace(/0+$/, '').length > precision
        ? valueFault('tooPrecise', { limit: precision })
        : undefined
    },
    toParameter: asText,
    ofParameter: shortInstant,
    accepts: () => valueForm('instant'),
    /** Columns are selected `at time zone 'UTC'`, which prints `2026-03-20 15:45:00.5`. */
    printer: () => (text) =>
      text[10] === ' ' && isPlainDate(text) ? `"${text.slice(0, 10)}T${text.slice(11)}Z"` : 'null',
    compare: byText,
  },

  localDateTime,

  time: timeOfDay,

  duration,

  uuid: {
    databaseTypes: { uuid: 'uuid' },
    cast: 'uuid',
    isVerbatim: true,
    schema: () => ({ type: 'string', format: 'uuid' }),
    normalize: (value) => (typeof value === 'string' ? value.toLowerCase() : value),
    toParameter: asText,
    accepts: () => valueForm('uuid'),
    printer: () => quoted,
  },

  enum: {
    databaseTypes: { text: null, 'character varying': null, character: 'bpchar' },
    isVerbatim: true,
    schema: enumSchema,
    normalize: normalizeText,
    fault: (value, { reserved }) => reservedFault(value, reserved),
    toParameter: asText,
    accepts: enumAccepts,
    printer: printText,
  },

  numberEnum: {
    databaseTypes: integer.databaseTypes,
    cast: 'int8',
    hasSpecialValues: true,
    schema: enumSchema,
    accepts: enumAccepts,
    toParameter: (name, { values = [], numbers = [] }) =>
      String(numbers[values.indexOf(name as string)]),
    printer: ({ values = [], numbers = [] }) => {
      const names = new Map(numbers.map((number, at) => [String(number), jsonText(values[at]!)]))
      return (text) => names.get(text) ?? 'null'
    },
  },

  json: {
    databaseTypes: { json: 'jsonb', jsonb: 'jsonb' },
    cast: 'jsonb',
    isStructure: true,
    schema: () => ({}),
    fault: jsonFault,
    /** Numbers keep the digits that JavaScript would round. */
    toParameter: (value) => stringify(value)!,
    accepts: () => valueForm('anyJson'),
    printer: () => verbatim,
  },

  file: {
    databaseTypes: {},
    isStructure: true,
    schema: () => schemaOfFile,
    toParameter: asText,
    ofParameter: (text) => fileFacts(idTexts({ kind: 'file', parts: fileParts }, text)),
    accepts: () => valueForm('file'),
    /** The database prints a list of the parts' texts. */
    printer: () => (text) => JSON.stringify(fileFacts(JSON.parse(text) as readonly string[])),
  },

  array: {
    databaseTypes: {},
    isStructure: true,
    schema: (type) => arraySchema(type, kinds[type.item!.kind].schema, mayShowNull(type.item!)),
    requestSchema: (type) => arraySchema(type, requestSchemaOf, type.item!.nullable === true),
    /** The items are parameter texts, see `createValueReader`. */
    toParameter: (items) => arrayText(items as readonly (string | null)[]),
    accepts: () => valueForm('list'),
    printer: ({ item }) => {
      const print = kinds[item!.kind].printer(item!)
      return (text) => {
        const items = arrayItems(text).map((each) => (each === null ? 'null' : print(each)))
        // A null that the contract does not declare is left out, so that its type holds.
        const shown = mayShowNull(item!) ? items : items.filter((each) => each !== 'null')
        return `[${shown.join(',')}]`
      }
    },
  },

  key: {
    databaseTypes: {},
    schema: ({ parts = [] }) => ({
      type: 'string',
      pattern: idPattern(parts.length),
      examples: [encodeId(parts.map((_, index) => String(index + 1)))],
    }),
    toParameter: asText,
    ofParameter: verbatim,
    accepts: ({ parts = [] }) => valueForm('id', { count: parts.length }),
    /** The database prints a list of the parts' texts; null if one of them is null. */
    printer: ({ parts = [] }) => {
      const readers = parts.map(partTextReader)
      return (text) => {
        const texts = (JSON.parse(text) as readonly string[]).map((part, at) => readers[at]!(part))
        return texts.every((part) => part !== undefined) ? quoted(encodeId(texts)) : 'null'
      }
    },
  },
}

type Nullable = Pick<ItemType, 'kind' | 'nullable' | 'specialValues'>

const arraySchema = (
  { item, minItems, maxItems }: ValueType,
  schemaOf: (item: ItemType) => JsonSchema,
  mayBeNull: boolean,
): JsonSchema => {
  const items = mayBeNull ? nullable(schemaOf(item!)) : schemaOf(item!)
  return defined({ type: 'array', items, minItems, maxItems })
}

/** The parameter text of null: in a JSON column that is not nullable, null is a value of JSON. */
export const nullText = ({ kind, nullable: isNullable }: Nullable): string | null =>
  kind === 'json' && !isNullable ? 'null' : null

/** The contract says that a value may be null, or one that is sent as null. */
export const mayShowNull = ({ kind, nullable: isNullable, specialValues }: Nullable): boolean =>
  isNullable === true || specialValues === true || kind === 'json'

/** The text of a key's part in an id, from the one that the database printed. */
const partTextReader = (type: ValueType): ((text: string) => string | undefined) => {
  const print = textPrinter(type)
  return (text) => {
    const value = print(text)
    return value === null ? undefined : canonicalText(type, value)
  }
}

/**
 * Turns a text that the database printed into the one of a response, without quotes; null for a
 * value that JSON cannot express. Ids of paths and links are these texts, and so are CSV cells.
 */
export const textPrinter = (type: ValueType): ((text: string) => string | null) => {
  const { isVerbatim, printer } = kinds[type.kind]
  if (isVerbatim) return verbatim
  const print = printer(type)
  return (text) => unquoted(print(text).trim())
}

const unquoted = (json: string): string | null => {
  if (json[0] !== '"') return json === 'null' ? null : json
  return json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1)
}

/** The text by which ids are compared: equal ids have equal texts, such as `1.5` and `1.50`. */
export const canonicalText = (type: SqlType, text: string): string =>
  kinds[type.kind].canonical?.(text, type) ?? text

/** Named values, whatever the database stores. */
export const isEnum = ({ kind }: Pick<ValueType, 'kind'>): boolean =>
  kind === 'enum' || kind === 'numberEnum'

export const isStructure = ({ kind }: Pick<ValueType, 'kind'>): boolean =>
  kinds[kind].isStructure ?? false

/** Type that a parameter is cast to; undefined for none. See `KindDefinition.databaseTypes`. */
export const castOf = ({ kind, databaseType = '' }: SqlType): string | undefined => {
  const { databaseTypes, cast } = kinds[kind]
  return (
    (Object.hasOwn(databaseTypes, databaseType) ? databaseTypes[databaseType] : cast) ?? undefined
  )
}

export const requestSchemaOf = (type: ValueType): JsonSchema => {
  const kind = kinds[type.kind]
  return (kind.requestSchema ?? kind.schema)(type)
}
