/** Forms of entities: their columns, relations and options. */

import type { ColumnData, ColumnKind, CompositeKey } from '../column.js'
import type * as options from '../column-options.js'
import { isComputation } from '../computation.js'
import type { Entity, EntityOptions, RowAccess, SoftDelete } from '../entity.js'
import type { FilterField } from '../filter/definition.js'
import type { DeletedField } from '../filter/deleted.js'
import type { RelatedFilter } from '../filter/related.js'
import type { SearchField } from '../filter/search.js'
import type { BelongsTo, HasMany, HasOne, ManyToMany, Owns } from '../relations.js'
import {
  anything,
  code,
  type Form,
  flag,
  isListOfTexts,
  number,
  numbers,
  objectOf,
  oneOf,
  recordOf,
  required,
  scalar,
  text,
  texts,
  variantOf,
  without,
} from './form.js'

// ---------- columns and relations ----------

type ColumnOf<Options> = Options & Pick<ColumnData, 'is' | 'kind' | 'computed' | 'refersTo'>

/** What `computed` and the functions of collections make. */
const computed = scalar('an expression', isComputation)

const common = {
  is: required(text),
  kind: required(text),
  column: text,
  nullable: flag,
  primaryKey: flag,
  generated: flag,
  visibleTo: texts,
  editableBy: texts,
  audited: flag,
  label: text,
  description: text,
  defaultFrom: text,
  computed,
  refersTo: text,
}
const aColumn = 'a column, for example text({ maxLength: 80 })'

const withTextDefault = objectOf<ColumnOf<options.DefaultTextOptions>>(aColumn, {
  ...common,
  filledBy: oneOf('tenant'),
  default: anything,
})

const precise = { ...common, precision: number, default: anything }
const withPrecision = objectOf<ColumnOf<options.TimeOptions>>(aColumn, precise)
/** Members of a column type that cannot be a key. */
const withoutKey = <M extends { readonly primaryKey: unknown }>({
  primaryKey: _,
  ...members
}: M): Omit<M, 'primaryKey'> => members
const special = { specialValues: flag }
const limited = { ...common, minimum: number, maximum: number, default: anything }

const scalarForms: Readonly<Record<Exclude<ColumnKind, 'array'>, Form>> = {
  text: objectOf<ColumnOf<options.TextOptions> & Pick<ColumnData, 'reads'>>(aColumn, {
    ...common,
    filledBy: oneOf('caller', 'tenant'),
    minLength: number,
    maxLength: number,
    pattern: text,
    format: oneOf('email', 'uri', 'password'),
    collation: text,
    default: anything,
    reads: text,
  }),
  integer: objectOf<ColumnOf<options.NumberOptions> & Pick<ColumnData, 'reads'>>(aColumn, {
    ...limited,
    filledBy: oneOf('tenant'),
    reads: text,
  }),
  bigint: withTextDefault,
  decimal: objectOf<ColumnOf<options.DecimalOptions & Partial<options.MoneyOptions>>>(aColumn, {
    ...common,
    ...special,
    precision: number,
    scale: number,
    minimum: text,
    maximum: text,
    currency: text,
    default: anything,
  }),
  float: objectOf<ColumnOf<options.FloatOptions>>(aColumn, {
    ...withoutKey(limited),
    ...special,
  }),
  boolean: objectOf<ColumnOf<options.BooleanOptions>>(aColumn, { ...common, default: anything }),
  date: objectOf<ColumnOf<options.DateOptions>>(aColumn, {
    ...common,
    ...special,
    filledBy: oneOf('today'),
    default: anything,
  }),
  instant: objectOf<ColumnOf<options.InstantOptions>>(aColumn, {
    ...common,
    ...special,
    precision: number,
    touchedOnUpdate: flag,
    filledBy: oneOf('now'),
  }),
  localDateTime: objectOf<ColumnOf<options.LocalDateTimeOptions>>(aColumn, {
    ...precise,
    ...special,
  }),
  time: withPrecision,
  duration: objectOf<ColumnOf<options.DurationOptions>>(aColumn, {
    ...withoutKey(precise),
    ...special,
  }),
  uuid: withTextDefault,
  enum: objectOf<ColumnOf<options.EnumOptions> & { readonly values: readonly string[] }>(aColumn, {
    ...common,
    values: required(texts),
    labels: recordOf('texts by value', text),
    default: anything,
  }),
  numberEnum: objectOf<
    ColumnOf<options.NumberEnumOptions> & Required<Pick<ColumnData, 'values' | 'numbers'>>
  >(aColumn, {
    ...withoutKey(common),
    values: required(texts),
    numbers: required(numbers),
    labels: recordOf('texts by value', text),
    default: anything,
  }),
  json: objectOf<ColumnOf<options.CommonOptions>>(aColumn, common),
  file: objectOf<
    Omit<ColumnOf<options.FileOptions>, 'types' | 'refersTo'> &
      Pick<ColumnData, 'mediaTypes' | 'nullable' | 'generated'>
  >(aColumn, {
    is: required(text),
    kind: required(text),
    column: text,
    nullable: oneOf(true),
    generated: oneOf(true),
    visibleTo: texts,
    editableBy: texts,
    audited: flag,
    label: text,
    description: text,
    computed,
    maxBytes: number,
    mediaTypes: texts,
  }),
  version: objectOf<ColumnOf<options.CommonOptions>>(aColumn, common),
  key: objectOf<
    options.CompositeKeyOptions &
      Pick<CompositeKey, 'fields'> &
      Pick<ColumnData, 'is' | 'kind' | 'primaryKey' | 'generated'>
  >(aColumn, {
    is: required(text),
    kind: required(text),
    primaryKey: flag,
    generated: flag,
    fields: required(texts),
    label: text,
    description: text,
  }),
}

/** What only a column of a table has: its name, its role, and who may see and write it. */
const ofTable = new Set([
  ...['column', 'primaryKey', 'generated', 'visibleTo', 'editableBy', 'label', 'description'],
  ...['default', 'touchedOnUpdate', 'reads', 'audited', 'computed'],
  'defaultFrom',
  'filledBy',
])
const { file: _, json: __, numberEnum: ___, version: ____, ...itemColumns } = scalarForms
const anItem = 'a column without a name of its own, for example text({ maxLength: 40 })'
const itemForms = Object.fromEntries(
  Object.entries(itemColumns).map(([kind, form]) => [kind, without(form, ofTable)]),
)

const array = objectOf<ColumnOf<options.ArrayOptions> & { readonly item: ColumnData }>(aColumn, {
  ...withoutKey(common),
  item: required(variantOf(anItem, 'kind', itemForms)),
  minItems: number,
  maxItems: number,
  default: anything,
})

export const column = variantOf(aColumn, 'kind', { ...scalarForms, array })

const relation = {
  is: required(text),
  type: required(text),
  to: required(text),
  visibleTo: texts,
  label: text,
  description: text,
}
const aRelation = 'a relation'
const foreignKey = scalar(
  'a column, or a list of columns for a composite key',
  (value) => typeof value === 'string' || isListOfTexts(value),
)
const relationForm = variantOf(aRelation, 'type', {
  belongsTo: objectOf<BelongsTo>(aRelation, {
    ...relation,
    column: required(foreignKey),
    references: text,
    nullable: flag,
    editableBy: texts,
    audited: flag,
    showsDeleted: flag,
  }),
  hasMany: objectOf<HasMany & Partial<Pick<Owns, 'owned' | 'position'>>>(aRelation, {
    ...relation,
    column: required(foreignKey),
    references: text,
    owned: flag,
    position: text,
  }),
  hasOne: objectOf<HasOne>(aRelation, { ...relation, column: required(foreignKey) }),
  manyToMany: objectOf<ManyToMany>(aRelation, {
    ...relation,
    through: required(text),
    from: required(foreignKey),
    target: required(foreignKey),
  }),
})

const field = variantOf(
  "a column or a relation, for example text() or belongsTo('teams', { … })",
  'is',
  { column, relation: relationForm },
)

// ---------- entities ----------

/** Criteria over related rows have a shape of their own, on as many levels as anyone nests. */
const filterShapeOf = (levels: number): Form =>
  recordOf(
    'filter operations by field',
    objectOf<
      FilterField &
        Partial<Pick<DeletedField, 'authorities'> & Pick<RelatedFilter, 'filter'>> &
        Partial<Omit<SearchField, keyof FilterField | 'match'>> & {
          readonly match?: RelatedFilter['match'] | SearchField['match']
        }
    >('a filter operation, for example LIKE()', {
      operation: required(text),
      path: required(text),
      label: text,
      description: text,
      authorities: texts,
      paths: texts,
      match: oneOf('some', 'none', 'every', 'words', 'phrase'),
      accents: oneOf('ignore'),
      using: oneOf('fullText'),
      configuration: text,
      filter: levels === 0 ? anything : filterShapeOf(levels - 1),
    }),
  )
export const filterShape = filterShapeOf(5)

const rowAccess = objectOf<RowAccess>('{ filter, visibleTo }', {
  filter: required(filterShape),
  visibleTo: required(code),
})

const entityOptions = objectOf<EntityOptions>('options of an entity', {
  rowAccess,
  softDelete: objectOf<SoftDelete>('{ at, by }', {
    at: required(text),
    by: text,
    keepsLabels: flag,
  }),
  deletedWith: text,
  tenant: text,
  shared: oneOf(true),
  schema: text,
  view: oneOf(true, false, 'writable'),
  dependsOn: texts,
  immutable: flag,
  filledByDatabase: texts,
  checks: recordOf(
    '{ field, message } by name of the constraint',
    objectOf<{ readonly field: string; readonly message: string }>('{ field, message }', {
      field: required(text),
      message: required(text),
    }),
  ),
})

export const entityForms = {
  table: required(text),
  fields: required(recordOf('columns and relations by name', field)),
  options: required(entityOptions),
} satisfies Readonly<Record<Exclude<keyof Entity, 'types'>, unknown>>
