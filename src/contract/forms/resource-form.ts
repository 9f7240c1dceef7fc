/** Forms of resources: their shapes, guards, actions, option sources, statistics and texts. */
import { isJsonObject } from '../../foundation/json/json-object.js'
import type { ActionData, Bulk, Interaction, Structure } from '../actions.js'
import type { Deprecation, Deprecations } from '../deprecation.js'
import type { AvailabilityRule, Guard } from '../guards.js'
import type { Example, FieldHints } from '../hints.js'
import type * as sources from '../option-sources.js'
import type { IntentData, ResourceData } from '../resource.js'
import type { Count, List, Owned } from '../shapes.js'
import type { Materialized, MinimumGroupSize, StatsField, StatsModes } from '../stats.js'
import type { Surface } from '../surfaces.js'
import { column, filterShape } from './entity-forms.js'
import {
  anything,
  code,
  type Form,
  flag,
  isListOfTexts,
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
} from './form.js'

// ---------- shapes, guards and actions ----------

const members = recordOf('paths by member', text)
/** Lists of owned rows have write shapes of their own, on as many levels as the settings accept. */
const writeShape = (levels: number): Form => {
  if (levels === 0) return members
  const aMember = 'a path or owned(…)'
  const list = objectOf<Owned>(aMember, {
    is: required(text),
    path: required(text),
    members: required(writeShape(levels - 1)),
    required: required(flag),
  })
  return recordOf('paths by member', variantOf(aMember, 'is', { owned: list }, { orText: true }))
}
const writeMembers = writeShape(10)
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
/** Structures have members of their own, on as many levels as a diagnostic can count. */
const actionShape = (levels: number): Form => {
  if (levels === 0) return recordOf('columns by member', column)
  const aMember = 'a column, objectOf(…) or listOf(…)'
  const structure = objectOf<Structure>(aMember, {
    is: required(text),
    members: required(actionShape(levels - 1)),
    many: required(flag),
    nullable: required(flag),
    minItems: number,
    maxItems: number,
    label: text,
    description: text,
  })
  return recordOf('members by name', variantOf(aMember, 'is', { column, structure }))
}
const bodyShape = actionShape(4)
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
  dryRun: flag,
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
  requireDependencies: flag,
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

const minimumGroupSize = objectOf<MinimumGroupSize>('{ size, unless }', {
  size: required(scalar('a number', (value) => typeof value === 'number')),
  unless: texts,
})
const statsField = objectOf<StatsField>('a field of statistics, for example category()', {
  path: required(text),
  labelPath: text,
  label: text,
  metrics: texts,
  histogram: scalar(
    'true, { bucketSize } or { bucketCount }',
    (value) => typeof value === 'boolean' || isJsonObject(value),
  ),
  measure: flag,
  materialized: objectOf<Materialized>('{ every }', { every: required(text) }),
  minimumGroupSize,
  authorities: texts,
  operations: required(texts),
  type: text,
})
const mode = oneOf('AUTO', 'DISABLED')

const surface = objectOf<Surface>('a surface', {
  resource: text,
  filterField: text,
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
  (value) => typeof value === 'boolean' || isJsonObject(value),
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
  valuePresentation: scalar('an object', isJsonObject),
  dependentField: text,
  resetOnDependentChange: flag,
})

const rule = scalar(
  "a rule, for example 'endsOn.atLeast(startsOn)'",
  (value) => isJsonObject(value) && isJsonObject(value['condition']),
)

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
  recordTitle: text,
  description: text,
  readOnly: flag,
  requireVersion: flag,
  response: required(recordOf('response fields by name', entry)),
  create: writeMembers,
  update: writeMembers,
  delete: flag,
  batch: flag,
  import: scalar(
    'true, false or { key }',
    (value) =>
      typeof value === 'boolean' || (isJsonObject(value) && typeof value['key'] === 'string'),
  ),
  changes: flag,
  count: oneOf('exact', 'estimated', 'none'),
  intents: recordOf(
    '{ title, fields } by name',
    objectOf<IntentData>('{ title, description, fields }', {
      title: required(text),
      description: text,
      fields: required(writeMembers),
    }),
  ),
  filter: required(filterShape),
  expressions: flag,
  defaultSort: required(texts),
  optionLabel: text,
  optionSources: recordOf('option sources by key', optionSource),
  stats: recordOf('fields of statistics by name', statsField),
  minimumGroupSize,
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
  rules: recordOf('rules by name', rule),
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
