/** The members of everything that a contract declares, with the form of each. */
import type { ActionData, Bulk, Interaction } from './actions.js'
import type * as columns from './columns.js'
import type { Deprecation, Deprecations } from './deprecation.js'
import type { Entity, EntityOptions, RowAccess } from './entity.js'
import type { FilterField } from './filter/definition.js'
import {
  anything,
  code,
  type Form,
  flag,
  isListOfTexts,
  isObject,
  listOf,
  number,
  objectOf,
  oneOf,
  recordOf,
  required,
  scalar,
  text,
  texts,
  variantOf,
} from './forms.js'
import type { AvailabilityRule, Guard } from './guards.js'
import type { Example, FieldHints } from './hints.js'
import type * as sources from './option-sources.js'
import type { BelongsTo, HasMany, ManyToMany } from './relations.js'
import type { IntentData, ResourceData } from './resource.js'
import type { Count, List } from './shapes.js'
import type { StatsField, StatsModes } from './stats.js'
import type { Surface } from './surfaces.js'

// ---------- columns and relations ----------

type ColumnOf<Options> = Options & Pick<columns.ColumnData, 'is' | 'kind'>

const common = {
  is: required(text),
  kind: required(text),
  column: text,
  nullable: flag,
  primaryKey: flag,
  generated: flag,
  visibleTo: texts,
  editableBy: texts,
  label: text,
  description: text,
}
const aColumn = 'a column, for example text({ maxLength: 80 })'

const withTextDefault = objectOf<ColumnOf<columns.DefaultTextOptions>>(aColumn, {
  ...common,
  default: anything,
})

const columnForms: Readonly<Record<columns.ColumnKind, Form>> = {
  text: objectOf<ColumnOf<columns.TextOptions>>(aColumn, {
    ...common,
    minLength: number,
    maxLength: number,
    pattern: text,
    format: oneOf('email', 'uri', 'password'),
    collation: text,
    default: anything,
  }),
  integer: objectOf<ColumnOf<columns.NumberOptions>>(aColumn, {
    ...common,
    minimum: number,
    maximum: number,
    default: anything,
  }),
  bigint: withTextDefault,
  decimal: objectOf<ColumnOf<columns.DecimalOptions & Partial<columns.MoneyOptions>>>(aColumn, {
    ...common,
    precision: required(number),
    scale: required(number),
    minimum: text,
    maximum: text,
    currency: text,
    default: anything,
  }),
  boolean: objectOf<ColumnOf<columns.BooleanOptions>>(aColumn, { ...common, default: anything }),
  date: objectOf<ColumnOf<columns.DateOptions>>(aColumn, { ...common, default: anything }),
  instant: objectOf<ColumnOf<columns.InstantOptions>>(aColumn, {
    ...common,
    precision: number,
    touchedOnUpdate: flag,
  }),
  uuid: withTextDefault,
  enum: objectOf<ColumnOf<columns.EnumOptions> & { readonly values: readonly string[] }>(aColumn, {
    ...common,
    values: required(texts),
    labels: recordOf('texts by value', text),
    default: anything,
  }),
  json: objectOf<ColumnOf<columns.CommonOptions>>(aColumn, common),
  version: objectOf<ColumnOf<columns.CommonOptions>>(aColumn, common),
}
const column = variantOf(aColumn, 'kind', columnForms)

const relation = {
  is: required(text),
  type: required(text),
  to: required(text),
  visibleTo: texts,
  label: text,
  description: text,
}
const aRelation = 'a relation'
const relationForm = variantOf(aRelation, 'type', {
  belongsTo: objectOf<BelongsTo>(aRelation, {
    ...relation,
    column: required(text),
    nullable: flag,
    editableBy: texts,
  }),
  hasMany: objectOf<HasMany>(aRelation, { ...relation, column: required(text) }),
  manyToMany: objectOf<ManyToMany>(aRelation, {
    ...relation,
    through: required(text),
    from: required(text),
    target: required(text),
  }),
})

const field = variantOf(
  "a column or a relation, for example text() or belongsTo('teams', { … })",
  'is',
  { column, relation: relationForm },
)

// ---------- entities ----------

const filterField = objectOf<FilterField>('a filter operation, for example LIKE()', {
  operation: required(text),
  path: required(text),
  label: text,
  description: text,
})
const filterShape = recordOf('filter operations by field', filterField)

const rowAccess = objectOf<RowAccess>('{ filter, visibleTo }', {
  filter: required(filterShape),
  visibleTo: required(code),
})

const entityOptions = objectOf<EntityOptions>('options of an entity', {
  rowAccess,
  schema: text,
  view: flag,
  dependsOn: texts,
  immutable: flag,
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

// ---------- shapes, guards and actions ----------

const members = recordOf('paths by member', text)
const anEntry = 'a path, count(…), ids(…) or list(…)'
const aCount = objectOf<Count>(anEntry, { is: required(text), path: required(text) })
const entry = variantOf(
  anEntry,
  'is',
  {
    count: aCount,
    ids: aCount,
    list: objectOf<List>(anEntry, {
      is: required(text),
      path: required(text),
      members: required(members),
    }),
  },
  { orText: true },
)

const guardMembers = {
  authorities: texts,
  allowedStates: texts,
  rule: objectOf<AvailabilityRule>('{ needs, refuses }', { needs: texts, refuses: required(code) }),
}
const guard = objectOf<Guard>('{ authorities, allowedStates, rule }', guardMembers)

const deprecation = objectOf<Deprecation>('{ since, sunset, use }', {
  since: required(text),
  sunset: text,
  use: text,
})
const deprecations = recordOf('{ since, sunset, use } by name', deprecation)

const need = oneOf('NONE', 'OPTIONAL', 'REQUIRED')
const bodyShape = recordOf('columns by member', column)
const action = objectOf<ActionData>("an action, made by 'action' of the schema", {
  ...guardMembers,
  title: required(text),
  description: text,
  scope: oneOf('ITEM', 'COLLECTION'),
  bulk: objectOf<Bulk>('{ maxItems, atomicity }', {
    maxItems: number,
    atomicity: oneOf('ATOMIC', 'PER_ITEM'),
  }),
  request: bodyShape,
  response: bodyShape,
  interaction: objectOf<Interaction>('{ mode, riskLevel, confirmationRequired, reversible }', {
    mode: oneOf('DIRECT', 'CONFIRM', 'FORM'),
    riskLevel: oneOf('LOW', 'MEDIUM', 'HIGH', 'CRITICAL'),
    confirmationRequired: flag,
    reversible: flag,
  }),
  idempotencyKey: need,
  resourceVersion: need,
  successMessage: text,
  order: number,
  tags: texts,
  deprecated: deprecation,
  perform: required({ ...code, accepts: 'a function, or a public method of the class' }),
})

// ---------- option sources, statistics, surfaces, texts ----------

const policy = {
  type: required(text),
  search: flag,
  minSearchLength: number,
  maxSize: number,
  dependsOn: texts,
  filterField: text,
  excludeSelf: flag,
}
const sorted = { ...policy, sorts: members }
const aSource = 'an option source'
const optionSourceForms = {
  RESOURCE_ENTITY: objectOf<sources.ResourceEntitySource>(aSource, {
    ...sorted,
    resource: required(text),
    path: text,
  }),
  DISTINCT_DIMENSION: objectOf<sources.DistinctDimensionSource>(aSource, {
    ...sorted,
    path: required(text),
  }),
  CATEGORICAL_BUCKET: objectOf<sources.CategoricalBucketSource>(aSource, {
    ...sorted,
    path: required(text),
    label: required(text),
  }),
  LIGHT_LOOKUP: objectOf<sources.LightLookupSource>(aSource, {
    ...sorted,
    id: required(text),
    label: required(text),
  }),
  STATIC_CANONICAL: objectOf<sources.StaticCanonicalSource>(aSource, {
    ...policy,
    options: listOf(
      'a list of { id, label }',
      objectOf<sources.StaticOption>('{ id, label }', {
        id: required(
          scalar('a text or a number', (id) => typeof id === 'string' || typeof id === 'number'),
        ),
        label: required(text),
      }),
    ),
    path: text,
  }),
}
const optionSource = variantOf(aSource, 'type', optionSourceForms)

const statsField = objectOf<StatsField>('a field of statistics, for example category()', {
  path: required(text),
  labelPath: text,
  label: text,
  metrics: texts,
  histogram: scalar(
    'true, { bucketSize } or { bucketCount }',
    (value) => typeof value === 'boolean' || isObject(value),
  ),
  measure: flag,
  authorities: texts,
  operations: required(texts),
  type: text,
})
const mode = oneOf('AUTO', 'DISABLED')

const surface = objectOf<Surface>('a surface', {
  resource: text,
  operation: required(text),
  title: required(text),
  description: text,
  kind: text,
  intent: text,
  order: number,
  tags: texts,
})

const jsonLogic = scalar(
  'a JSON Logic rule, an object or true or false',
  (value) => typeof value === 'boolean' || isObject(value),
)

const hints = objectOf<FieldHints>('hints', {
  label: text,
  description: text,
  placeholder: text,
  helpText: text,
  group: text,
  order: number,
  width: text,
  mask: text,
  hidden: flag,
  formHidden: flag,
  tableHidden: flag,
  readOnly: flag,
  compact: flag,
  controlType: text,
  conditionalDisplay: jsonLogic,
  conditionalRequired: jsonLogic,
  valuePresentation: scalar('an object', isObject),
  dependentField: text,
  resetOnDependentChange: flag,
})

const examples = recordOf(
  'examples by name',
  objectOf<Example>('{ summary, description, value }', {
    summary: text,
    description: text,
    value: required(anything),
  }),
)

// ---------- resources ----------

export const resourceForm = objectOf<ResourceData>('a resource', {
  entity: required(text),
  key: required(text),
  group: text,
  path: text,
  title: text,
  description: text,
  readOnly: flag,
  requireVersion: flag,
  response: required(recordOf('response fields by name', entry)),
  create: members,
  update: members,
  delete: flag,
  intents: recordOf(
    '{ title, fields } by name',
    objectOf<IntentData>('{ title, description, fields }', {
      title: required(text),
      description: text,
      fields: required(members),
    }),
  ),
  filter: required(filterShape),
  defaultSort: required(texts),
  optionLabel: text,
  optionSources: recordOf('option sources by key', optionSource),
  stats: recordOf('fields of statistics by name', statsField),
  statsModes: objectOf<StatsModes>('{ groupBy, timeSeries, distribution }', {
    groupBy: mode,
    timeSeries: mode,
    distribution: mode,
  }),
  deprecated: objectOf<Deprecations>('{ fields, filters, operations }', {
    fields: deprecations,
    filters: deprecations,
    operations: deprecations,
  }),
  surfaces: recordOf('surfaces by id', surface),
  stateField: text,
  public: scalar(
    "'read', or a list of operations",
    (value) => value === 'read' || isListOfTexts(value),
  ),
  guards: recordOf('{ authorities, allowedStates, rule } by operation', guard),
  actions: recordOf('actions by id', action),
  beforeWrite: code,
  isMarked: flag,
  repeated: texts,
  hints: recordOf('hints by field', hints),
  examples: objectOf<ExamplesByShape>('{ response, create, update, filter }', {
    response: examples,
    create: examples,
    update: examples,
    filter: examples,
  }),
})

type ExamplesByShape = {
  readonly [Shape in 'response' | 'create' | 'update' | 'filter']?: unknown
}
