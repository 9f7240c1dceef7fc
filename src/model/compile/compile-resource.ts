/** Compiles one resource. */
import type { Deprecations } from '../../contract/deprecation.js'
import type { Examples } from '../../contract/hints.js'
import { pathOfResource, type ResourceData } from '../../contract/resource.js'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import { defined } from '../../foundation/json/defined.js'
import { isStructure } from '../kinds/kinds.js'
import { createValueReader } from '../kinds/value-reader.js'
import { type OperationFacts, operationsOf, restoreIntent } from '../operation-table.js'
import { type EntityModel, markOf } from '../types/entity-model.js'
import { type FilterShapeModel, filterFieldsOf } from '../types/filter-model.js'
import { type ColumnTarget, describeTarget, fansOut } from '../types/path.js'
import type { ResourceModel } from '../types/resource-model.js'
import { isFileField, type ResponseField } from '../types/response-field.js'
import type { RankTarget, SortKey, SortTarget } from '../types/sort-key.js'
import type { IntentModel } from '../types/write-model.js'
import { unknownName } from '../unknown-name.js'
import { checkExamples } from './check-examples.js'
import { compileActions } from './compile-actions.js'
import { withoutLimits } from './compile-columns.js'
import { compileDeprecations } from './compile-deprecations.js'
import { checkSchemaNames, compileFilterShape } from './compile-filter.js'
import { compileGuards } from './compile-guards.js'
import { compileImport } from './compile-import.js'
import { compileResponse } from './compile-response.js'
import { compileRules } from './compile-rules.js'
import { compileStats } from './compile-stats.js'
import { compileWriteShape } from './compile-write.js'
import type { ResourceContext } from './resource-context.js'

const keyPattern = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+$/
const pathPattern = /^(\/[A-Za-z0-9][A-Za-z0-9._~-]*)+$/
const intentPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/
/** Path segments after `{id}` that other operations of a record use. */
const reservedIntents = new Set(['surfaces', 'actions', 'capabilities', 'files', 'history'])
/** Names that guards and deprecations use for operations; `read` stands for several. */
const operationNames = new Set([
  'read',
  ...operationsOf({
    readOnly: false,
    create: true,
    update: true,
    delete: true,
    softDelete: true,
    batch: true,
    import: true,
    changes: true,
    history: true,
    files: true,
    intents: [],
    actions: [],
  }).map(({ id }) => id),
])
const labelCandidates = ['label', 'fullName', 'name', 'title', 'description']

export const compileResource = (
  data: ResourceData,
  entities: ReadonlyMap<string, EntityModel>,
  diagnostics: Diagnostics,
): ResourceModel | undefined => {
  const context = contextOf(data, entities, diagnostics)
  if (!context) return undefined
  const { name, entity, readOnly } = context
  const shapes = compileShapes(data, context)
  const { response, filter } = shapes
  const sortable = sortTargets(response, filter)
  const optionLabel = compileOptionLabel(data.optionLabel, response, context)
  checkHints(data, [response, filter, ...writtenFields(shapes)], context)
  const { operations, actions } = compileOperations(data, shapes, context)

  const resource: ResourceModel = {
    key: data.key,
    group: data.group ?? data.key.slice(0, data.key.indexOf('.')),
    path: pathOfResource(data),
    name,
    ...defined({
      title: data.title,
      recordTitle: data.recordTitle,
      description: data.description,
    }),
    entity,
    readOnly,
    acceptsIdempotencyKeys: true,
    requireVersion: data.requireVersion ?? false,
    idField: idFieldOf(response, context),
    idReader: createValueReader(withoutLimits(entity.primaryKey), { id: true }),
    ...shapes,
    expressions: data.expressions ?? false,
    ...compileImport(data, shapes, context),
    ownedLinks: ownedLinks(shapes),
    sortable,
    defaultSort: compileDefaultSort(data.defaultSort, response, sortable, context),
    ...defined({ count: data.count, optionLabel }),
    optionSources: new Map(),
    stats: compileStats(data.stats ?? {}, data.statsModes ?? {}, data.minimumGroupSize, context),
    examples: (data.examples ?? {}) as Readonly<Record<string, Examples | undefined>>,
    deprecated: compileDeprecations(
      deprecationsOf(data),
      {
        fields: [response, ...writtenFields(shapes)].flatMap((fields) => [...fields.keys()]),
        filters: filter.keys(),
        operations: operations.map(({ id }) => id),
      },
      name,
      diagnostics,
    ),
    operations,
    ...compileGuards(data, operations, context),
    actions,
    rules: compileRules(data.rules ?? {}, shapes, context),
    ...defined({ beforeWrite: data.beforeWrite }),
    surfaces: [],
  }
  checkExamples(resource, diagnostics)
  return resource
}

/** Checks what the resource is named, and finds its entity. */
const contextOf = (
  data: ResourceData,
  entities: ReadonlyMap<string, EntityModel>,
  diagnostics: Diagnostics,
): ResourceContext | undefined => {
  const name = data.key.slice(data.key.lastIndexOf('.') + 1)
  checkNames(name, data, diagnostics)
  const entity = entities.get(data.entity)
  if (!entity) {
    const message = unknownName('usable entity', data.entity, entities.keys())
    diagnostics.error('RELATION_TARGET', name, message)
    return undefined
  }
  const readOnly = data.readOnly ?? entity.immutable
  const path = pathOfResource(data)
  return { name, path, entity, entities, readOnly, diagnostics, hints: data.hints ?? {} }
}

/** The members of a record that requests read, filter by and write. */
type Shapes = Pick<ResourceModel, 'response' | 'create' | 'update' | 'intents' | 'filter'>

const compileShapes = (data: ResourceData, context: ResourceContext): Shapes => {
  const response = compileResponse(data.response, context)
  const filter = compileFilterShape(data.filter, context)
  checkSchemaNames(filter, context)
  checkReadOnly(data, context)
  const create = data.create && compileWriteShape('create', 'create', data.create, context)
  const update = data.update && compileWriteShape('update', 'update', data.update, context)
  const intents = compileIntents(data, context)
  return { response, filter, intents, ...defined({ create, update }) }
}

/** The fields of each shape that a client writes. */
const writtenFields = ({ create, update, intents }: Shapes) =>
  [create, update, ...[...intents.values()].map(({ shape }) => shape)].flatMap(
    (shape) => shape?.fields ?? [],
  )

const ownedLinks = (shapes: Shapes): ResourceModel['ownedLinks'] => {
  const fields = writtenFields(shapes).flatMap((shape) => [...shape.values()])
  return [...new Set(fields.flatMap((field) => (field.type === 'links' ? field.relation : [])))]
}

const compileOperations = (
  data: ResourceData,
  { create, update, intents, response }: Shapes,
  context: ResourceContext,
): Pick<ResourceModel, 'operations' | 'actions'> => {
  const features = {
    readOnly: context.readOnly,
    create: create !== undefined,
    update: update !== undefined,
    delete: data.delete ?? false,
    softDelete: markOf(context.entity) !== undefined,
    batch: data.batch ?? true,
    import: (data.import ?? false) !== false,
    changes: data.changes ?? false,
    history: data.guards?.['history']?.authorities !== undefined,
    files: [...response.values()].some(isFileField),
    intents: [...intents.keys()],
  }
  const taken = operationsOf({ ...features, actions: [] }).map(({ id }) => id)
  const actions = compileActions(data.actions ?? {}, taken, context)
  const scoped = [...actions.values()].map(({ id, kind }): OperationFacts['actions'][number] => ({
    id,
    scope: kind === 'ITEM' ? 'ITEM' : 'COLLECTION',
  }))
  return { actions, operations: operationsOf({ ...features, actions: scoped }) }
}

/** Actions carry their own deprecation. */
const deprecationsOf = ({ deprecated = {}, actions = {} }: ResourceData): Deprecations => {
  const ofActions = Object.entries(actions).flatMap(([id, action]) =>
    action.deprecated ? [[id, action.deprecated] as const] : [],
  )
  return {
    ...deprecated,
    operations: { ...deprecated.operations, ...Object.fromEntries(ofActions) },
  }
}

const checkNames = (name: string, data: ResourceData, diagnostics: Diagnostics): void => {
  for (const member of data.repeated ?? []) {
    const message = 'Two members of the class have this wire name; rename one.'
    diagnostics.error('DUPLICATE', `${name}.${member}`, message)
  }
  if (!keyPattern.test(data.key)) {
    const message = `The key '${data.key}' must be 'group.resource' in lower case, such as 'human-resources.employees'.`
    diagnostics.error('KEY_INVALID', `${name}.key`, message)
  }
  if (data.path !== undefined && !pathPattern.test(data.path)) {
    const message = `The path '${data.path}' must be absolute and consist of plain segments, such as '/api/human-resources/employees'.`
    diagnostics.error('KEY_INVALID', `${name}.path`, message)
  }
  if (data.isMarked === false) {
    const message = 'The class is not marked as a resource; put @ApiResource() above it.'
    diagnostics.error('KEY_INVALID', name, message)
  }
}

const checkReadOnly = (data: ResourceData, context: ResourceContext): void => {
  if (data.requireVersion && !context.entity.version) {
    const message = `The entity '${context.entity.name}' has no version; add 'version: version()' to it.`
    context.diagnostics.error('FIELD_UNKNOWN', `${context.name}.requireVersion`, message)
  }
  if (!context.readOnly && context.entity.immutable) {
    const message = `The entity '${context.entity.name}' is immutable or a view; remove 'readOnly'.`
    context.diagnostics.error('READ_ONLY', `${context.name}.readOnly`, message)
  }
  if (!context.readOnly) return
  for (const shape of ['create', 'update', 'intents'] as const) {
    if (data[shape] === undefined) continue
    const message = `A read-only resource cannot have '${shape}'; remove it, or make the resource writable.`
    context.diagnostics.error('READ_ONLY', `${context.name}.${shape}`, message)
  }
  if (data.delete) {
    const message =
      "A read-only resource cannot have 'delete'; remove it, or make the resource writable."
    context.diagnostics.error('READ_ONLY', `${context.name}.delete`, message)
  }
}

const compileIntents = (
  { intents = {}, delete: deletes = false }: ResourceData,
  context: ResourceContext,
): ReadonlyMap<string, IntentModel> => {
  const compiled = new Map<string, IntentModel>()
  const restores = deletes && markOf(context.entity) !== undefined
  for (const [id, { title, description, fields }] of Object.entries(intents)) {
    const at = `${context.name}.intents.${id}`
    if (!intentPattern.test(id) || reservedIntents.has(id)) {
      const message = `An intent id must be lower case, with dashes between words, and none of ${[...reservedIntents].join(', ')}.`
      context.diagnostics.error('KEY_INVALID', at, message)
    } else if (operationNames.has(id) || (restores && id === restoreIntent)) {
      const message = `'${id}' is already an operation; choose another id.`
      context.diagnostics.error('DUPLICATE', at, message)
    }
    const shape = compileWriteShape(`intents.${id}.fields`, 'intent', fields, context)
    const described = description === undefined ? {} : { description }
    compiled.set(id, { id, title, ...described, shape })
  }
  if (restores) compiled.set(restoreIntent, restore)
  return compiled
}

export const restore: IntentModel = {
  id: restoreIntent,
  title: 'Restore',
  shape: { name: `intents.${restoreIntent}`, mode: 'intent', fields: new Map() },
  restores: true,
}

const idFieldOf = (
  response: ReadonlyMap<string, ResponseField>,
  { name, entity, diagnostics }: ResourceContext,
): string => {
  for (const field of response.values()) {
    if (field.type !== 'column' || field.target.hops.length > 0) continue
    if (field.target.column === entity.primaryKey) return field.name
  }
  const message = `The response shape must contain the primary key, for example '${entity.primaryKey.field}: "."'.`
  diagnostics.error('PRIMARY_KEY', `${name}.response`, message)
  return entity.primaryKey.field
}

const sortTargets = (
  response: ReadonlyMap<string, ResponseField>,
  filter: FilterShapeModel,
): ReadonlyMap<string, SortTarget> => {
  const targets = new Map<string, SortTarget>()
  for (const { name, target, onlyDeleted } of filterFieldsOf(filter)) {
    if (target.type === 'search' && target.match === 'fullText')
      targets.set(name, { name, target: rank })
    if (!onlyDeleted && target.type === 'column' && !fansOut(target) && isOrdered(target)) {
      targets.set(name, { name, target })
    }
  }
  for (const field of response.values()) {
    const isColumn = field.type === 'column' && isOrdered(field.target)
    if (isColumn || field.type === 'count') {
      targets.set(field.name, { name: field.name, target: field.target })
    } else {
      targets.delete(field.name)
    }
  }
  return targets
}

const rank: RankTarget = { type: 'rank', hops: [] }

/** A composite key is sorted by its parts; those of other records may be null. */
const isOrdered = ({ column, hops }: ColumnTarget): boolean =>
  !isStructure(column) &&
  (column.kind !== 'key' || (hops.length === 0 && column.references === undefined))

const compileDefaultSort = (
  declared: readonly string[],
  response: ReadonlyMap<string, ResponseField>,
  sortable: ReadonlyMap<string, SortTarget>,
  { name, diagnostics }: ResourceContext,
): readonly SortKey[] => {
  const keys: SortKey[] = []
  for (const [index, term] of declared.entries()) {
    const field = term.replace(/^-/, '')
    const target = response.has(field) ? sortable.get(field) : undefined
    if (target) {
      keys.push({ ...target, direction: term.startsWith('-') ? 'desc' : 'asc' })
      continue
    }
    const sortableFields = [...response.keys()].filter((candidate) => sortable.has(candidate))
    const reason = response.has(field)
      ? `'${field}' is not sortable; sortable fields are ${sortableFields.join(', ')}.`
      : unknownName('field', field, sortableFields, ' in the response shape')
    diagnostics.error('SORT_INVALID', `${name}.defaultSort[${index}]`, reason)
  }
  return keys
}

const compileOptionLabel = (
  declared: string | undefined,
  response: ReadonlyMap<string, ResponseField>,
  { name, diagnostics }: ResourceContext,
): string | undefined => {
  const isStructured = (field: ResponseField | undefined): boolean =>
    field?.type === 'column' && isStructure(field.target.column)
  const usual = labelCandidates.filter((candidate) => !isStructured(response.get(candidate)))
  const label = declared ?? usual.find((candidate) => response.has(candidate))
  if (label === undefined) return undefined
  const field = response.get(label)
  if (field?.type === 'column' && !isStructured(field)) return label
  const columns = [...response.values()].flatMap((other) =>
    other.type === 'column' && !isStructured(other) ? [other.name] : [],
  )
  const message = field
    ? `'${label}' is ${describeTarget(field.target)}; an option label must be a column other than json and arrays, or a to-one path.`
    : unknownName('field', label, columns, ' in the response shape')
  diagnostics.error('FIELD_UNKNOWN', `${name}.optionLabel`, message)
  return undefined
}

const checkHints = (
  data: ResourceData,
  shapes: readonly ReadonlyMap<string, unknown>[],
  { name, diagnostics }: ResourceContext,
): void => {
  const fieldNames = shapes.flatMap((shape) => [...shape.keys()])
  const check = (field: string, at: string): void => {
    if (fieldNames.includes(field)) return
    const message = unknownName('field', field, fieldNames, ' in any shape')
    diagnostics.error('FIELD_UNKNOWN', `${name}.hints.${at}`, message)
  }
  for (const [field, { dependentField }] of Object.entries(data.hints ?? {})) {
    check(field, field)
    if (dependentField !== undefined) check(dependentField, `${field}.dependentField`)
  }
}
