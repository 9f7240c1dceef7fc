/** Compiles guards: who may call an operation, and when. Every operation has one. */

import type { Guard } from '../../contract/guards.js'
import type { ResourceData } from '../../contract/resource.js'
import { withBatchGuard } from '../batch-guard.js'
import { isEnum } from '../kinds/kinds.js'
import { type Operation, type OperationName, restoreIntent } from '../operation-table.js'
import { withReads } from '../types/computed.js'
import {
  type ColumnModel,
  columnNamed,
  type EntityModel,
  isReference,
  markOf,
} from '../types/entity-model.js'
import { columnTarget } from '../types/path.js'
import type { GuardModel } from '../types/resource-model.js'
import { unknownName } from '../unknown-name.js'
import type { ResourceContext } from './resource-context.js'

export interface CompiledGuards {
  readonly guards: ReadonlyMap<Operation, GuardModel>
  readonly state?: ColumnModel
  readonly snapshot: readonly ColumnModel[]
}

/** Operations that describe a resource, not its records. */
const aboutResource: ReadonlySet<OperationName> = new Set(['schemas', 'actions', 'capabilities'])
/** Operations that a contract opens to named authorities, never to the public. */
const forAuthorities: ReadonlySet<OperationName> = new Set(['history'])
/** They create and update records, and have the guards of both. */
const ofItems: ReadonlySet<OperationName> = new Set(['batch', 'import'])
/** Batches have the guards of what they do to each record. */
const guardedByOthers: ReadonlySet<OperationName> = new Set([
  ...ofItems,
  'deleteBatch',
  'permanentDeleteBatch',
])
/** Stands for every operation that reads records. */
const readKey = 'read'
const readsRecords = ({ name, writes }: Operation) => !writes && !aboutResource.has(name)

export const compileGuards = (
  data: ResourceData,
  operations: readonly Operation[],
  context: ResourceContext,
): CompiledGuards => {
  const declared = data.guards ?? {}
  const state = compileState(data, context)
  const mark = data.delete ? markOf(context.entity)?.at.column : undefined
  const snapshot = new Set<ColumnModel>([state, mark].filter((column) => column !== undefined))
  checkNames(data, operations, context)
  const isBorrowed = ({ id, name, intent }: Operation): boolean =>
    guardedByOthers.has(name) ||
    (declared[id] === undefined && (sharedGuards[name] !== undefined || intent === restoreIntent))
  const compile = (operation: Operation): GuardModel => {
    const guard = guardOf(operation, data, context.entity)
    const at = `${context.name}.${operation.action === undefined ? 'guards' : 'actions'}.${operation.id}`
    // A guard of another operation is reported there.
    if (!isBorrowed(operation)) {
      for (const column of checkGuard(guard, operation, data, state, at, context))
        snapshot.add(column)
    }
    const general = readsRecords(operation) ? declared[readKey] : undefined
    const { allowedStates, rule } = guard
    return {
      isPublic: isPublic(operation, data),
      authorities: [general?.authorities, guard.authorities].filter((list) => list !== undefined),
      ...(allowedStates ? { allowedStates } : {}),
      ...(rule ? { rule: { needs: rule.needs ?? [], refuses: rule.refuses } } : {}),
      isOfRecords: isOfRecords(operation, data),
    }
  }
  const compiledGuards = new Map(
    operations.map((operation) => [operation, compile(operation)] as const),
  )
  const guards = withBatchGuard(compiledGuards)
  return { guards, ...(state ? { state } : {}), snapshot: [...snapshot] }
}

/** Names of the guards that an operation has: of the first that the contract declares. */
const sharedGuards: Partial<Record<OperationName, readonly string[]>> = {
  deleteBatch: ['delete'],
  permanentDelete: ['permanentDelete', 'delete'],
  permanentDeleteBatch: ['permanentDelete', 'delete'],
  uploadFile: ['uploadFile', 'update'],
  deleteFile: ['deleteFile', 'uploadFile', 'update'],
  downloadFile: ['downloadFile', 'byId'],
}

/**
 * Who may delete may restore, unless the contract says otherwise; who may read the list may follow
 * its changes.
 */
const guardOf = (
  { id, name, action, intent, supported }: Operation,
  { guards = {}, actions = {} }: ResourceData,
  entity: EntityModel,
): Guard => {
  if (action !== undefined) return actions[action] ?? {}
  const isRestore = intent === restoreIntent && markOf(entity) !== undefined
  const shared = isRestore ? [restoreIntent, 'delete'] : sharedGuards[name]
  if (shared) return shared.map((each) => guards[each]).find((guard) => guard !== undefined) ?? {}
  if (name !== 'changes' || guards[id]) return guards[id] ?? {}
  const { authorities } = guards['filter'] ?? {}
  return supported && authorities ? { authorities } : {}
}

/** A create has no record yet, and a collection action has none at all. */
const isOfRecords = ({ name, action }: Operation, { actions = {} }: ResourceData): boolean =>
  name !== 'create' &&
  !ofItems.has(name) &&
  (name !== 'perform' || actions[action!]?.bulk !== undefined)

const publicIn = ({ public: declared = [] }: ResourceData): readonly string[] =>
  typeof declared === 'string' ? [declared] : declared

const isPublic = (operation: Operation, resource: ResourceData): boolean => {
  const declared = publicIn(resource)
  if (declared.length > 0 && aboutResource.has(operation.name)) return true
  if (forAuthorities.has(operation.name)) return false
  return declared.includes(operation.id) || (declared.includes(readKey) && readsRecords(operation))
}

const compileState = (
  { stateField }: ResourceData,
  { name, entity, diagnostics }: ResourceContext,
): ColumnModel | undefined => {
  if (stateField === undefined) return undefined
  const column = columnNamed(entity, stateField)
  const at = `${name}.stateField`
  if (!column) {
    const message = unknownName('column', stateField, columnNames(entity), ` in ${entity.name}`)
    diagnostics.error('FIELD_UNKNOWN', at, message)
    return undefined
  }
  const isHidden = isHiddenFromSome(column)
  if (!isEnum(column) || isHidden) {
    const message = `'stateField' must name an enum column that every caller sees; '${stateField}' is ${isHidden ? 'hidden from some callers' : `of type ${column.kind}`}.`
    diagnostics.error('GUARD_INVALID', at, message)
  }
  return column
}

const checkNames = (
  resource: ResourceData,
  operations: readonly Operation[],
  { name, diagnostics }: ResourceContext,
): void => {
  const { guards = {} } = resource
  const declared = publicIn(resource)
  if (declared.includes(readKey) && guards[readKey]?.authorities) {
    const message =
      "Reading is public, so these authorities have no effect; remove them, or 'public'."
    diagnostics.error('GUARD_INVALID', `${name}.guards.${readKey}`, message)
  }
  const operationIds = operations
    .filter(({ supported, name }) => supported && !ofItems.has(name) && !forAuthorities.has(name))
    .map(({ id }) => id)
  const guarded = operations
    .filter(
      (operation) =>
        operation.supported &&
        operation.action === undefined &&
        !guardedByOthers.has(operation.name),
    )
    .map(({ id }) => id)
  for (const id of Object.keys(guards)) {
    if (id === readKey || guarded.includes(id)) continue
    if (forAuthorities.has(id as OperationName)) {
      const message = `'${id}' is for auditors: name the authorities that may read it.`
      diagnostics.error('GUARD_INVALID', `${name}.guards.${id}`, message)
      continue
    }
    const message = unavailable(id, operations, [readKey, ...guarded])
    diagnostics.error('GUARD_INVALID', `${name}.guards.${id}`, message)
  }
  for (const id of declared) {
    if (id === readKey || operationIds.includes(id)) continue
    const message = unavailable(id, operations, [readKey, ...operationIds])
    diagnostics.error('GUARD_INVALID', `${name}.public`, message)
  }
}

/** An operation that the resource lacks, or that no resource has. */
const unavailable = (
  id: string,
  operations: readonly Operation[],
  available: readonly string[],
): string =>
  operations.some((operation) => operation.id === id && !operation.supported)
    ? `The resource does not declare the operation '${id}'.`
    : unknownName('operation', id, available)

/** Reports problems of a guard, and returns the columns that its rule needs. */
const checkGuard = (
  { allowedStates, rule, authorities }: Guard,
  operation: Operation,
  data: ResourceData,
  state: ColumnModel | undefined,
  at: string,
  { entity, diagnostics }: ResourceContext,
): readonly ColumnModel[] => {
  const refuse = (message: string) => diagnostics.error('GUARD_INVALID', at, message)
  if (allowedStates?.length === 0)
    refuse(
      "'allowedStates' is empty, so the operation would never be allowed; remove it, or add a state.",
    )
  if (authorities && isPublic(operation, data)) {
    refuse(
      `'${operation.id}' is public, so its authorities have no effect; remove them, or remove it from 'public'.`,
    )
  }
  if (authorities?.length === 0)
    refuse("'authorities' is empty, so no caller would be allowed; remove it, or add an authority.")
  if (allowedStates) {
    if (!operation.writes || !isOfRecords(operation, data))
      refuse("'allowedStates' applies only to operations that change a record.")
    else if (!state) refuse("'allowedStates' needs 'stateField', the column that holds the state.")
    for (const value of [...allowedStates]) {
      if (state?.values && !state.values.includes(value))
        refuse(unknownName('state', value, state.values))
    }
  }
  if (rule && !operation.writes)
    refuse("A rule applies only to operations that write; use 'rowAccess' to restrict reads.")
  return (rule?.needs ?? []).flatMap((field) => {
    const column = columnNamed(entity, field) ?? keyOf(field, entity)
    if (!column) refuse(unknownName('column', field, columnNames(entity), ', which the rule needs'))
    return column ? [column] : []
  })
}

/** What a guard may read of a record. */
const columnNames = ({ columns, computed }: EntityModel): readonly string[] => [
  ...columns.keys(),
  ...computed.keys(),
]

/** A computed field without a `visibleTo` of its own is hidden with what it reads. */
const isHiddenFromSome = (column: ColumnModel): boolean =>
  column.visibleTo !== undefined ||
  withReads([columnTarget([], column)]).some(
    (target) =>
      target.hops.some(({ visibleTo }) => visibleTo) ||
      (target.type === 'column' ? target.column : target.relation).visibleTo !== undefined,
  )

const keyOf = (
  field: string,
  { relations }: ResourceContext['entity'],
): ColumnModel | undefined => {
  const relation = relations.get(field)
  return isReference(relation) ? relation.key : undefined
}
