/** Compiles workflow actions: their requests, their responses, and how clients see them. */
import type {
  ActionData,
  ActionKind,
  ActionShape,
  Actions,
  Structure,
} from '../../contract/actions.js'
import type { ColumnData } from '../../contract/column.js'
import { defined } from '../../foundation/json/defined.js'
import { createValueReader } from '../kinds/value-reader.js'
import type {
  ActionModel,
  ActionShapeModel,
  StructureMember,
  ValueMember,
} from '../types/action-model.js'
import { unknownName } from '../unknown-name.js'
import { compileShapeColumn } from './compile-columns.js'
import type { ResourceContext } from './resource-context.js'

const idPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/
const usualOrder = 100
export const idsField = 'ids'

export const compileActions = (
  declared: Actions,
  taken: Iterable<string>,
  context: ResourceContext,
): ReadonlyMap<string, ActionModel> => {
  const { name, diagnostics } = context
  const names = new Set(taken)
  const actions = new Map<string, ActionModel>()
  for (const [id, action] of Object.entries(declared)) {
    const at = `${name}.actions.${id}`
    if (!idPattern.test(id)) {
      diagnostics.error(
        'KEY_INVALID',
        at,
        `The id '${id}' must be lower case, with dashes between words.`,
      )
    }
    if (names.has(id)) {
      const message = `'${id}' is already an operation or intent; choose another id.`
      diagnostics.error('DUPLICATE', at, message)
    }
    actions.set(id, compileAction(id, action, at, context))
  }
  return actions
}

const kindOf = ({ scope, bulk }: ActionData): ActionKind =>
  bulk ? 'BULK' : scope === 'COLLECTION' ? 'COLLECTION' : 'ITEM'

const compileAction = (
  id: string,
  data: ActionData,
  at: string,
  context: ResourceContext,
): ActionModel => {
  const kind = kindOf(data)
  const request = compileShape(
    `actions.${id}.request`,
    data.request ?? {},
    `${at}.request`,
    context,
  )
  checkAction(data, kind, at, context)
  const { bulk, description, response, successMessage, interaction = {} } = data
  const { confirmationRequired = false, reversible = false, riskLevel = 'LOW' } = interaction
  const usualMode = request.members.size > 0 ? 'FORM' : confirmationRequired ? 'CONFIRM' : 'DIRECT'
  const usualNeed = kind === 'ITEM' && context.entity.version ? 'OPTIONAL' : 'NONE'
  return {
    id,
    kind,
    title: data.title,
    ...(description === undefined ? {} : { description }),
    request,
    ...(response
      ? { response: compileShape(`actions.${id}.response`, response, `${at}.response`, context) }
      : {}),
    interaction: {
      mode: interaction.mode ?? usualMode,
      riskLevel,
      confirmationRequired,
      reversible,
    },
    idempotencyKey: data.idempotencyKey ?? 'OPTIONAL',
    resourceVersion: data.resourceVersion ?? usualNeed,
    dryRun: data.dryRun ?? true,
    ...(bulk?.maxItems === undefined ? {} : { maxItems: bulk.maxItems }),
    atomicity: bulk ? (bulk.atomicity ?? 'ATOMIC') : 'NOT_APPLICABLE',
    allowedStates: data.allowedStates ?? [],
    ...(successMessage === undefined ? {} : { successMessage }),
    order: data.order ?? usualOrder,
    tags: data.tags ?? [],
    perform: data.perform,
  }
}

const checkAction = (
  { bulk, scope, request = {}, response, resourceVersion, title }: ActionData,
  kind: ActionKind,
  at: string,
  { entity, readOnly, diagnostics }: ResourceContext,
): void => {
  const refuse = (message: string) => diagnostics.error('ACTION_INVALID', at, message)
  if (title === '') refuse('An action needs a title.')
  if (bulk && scope === 'ITEM')
    refuse("Bulk actions always belong to the collection; remove 'scope'.")
  if (bulk && idsField in request)
    refuse("'ids' is reserved in the request of a bulk action; rename the member.")
  if (bulk && response) refuse("A bulk action returns its outcome; remove 'response'.")
  if (bulk?.maxItems !== undefined && !(Number.isInteger(bulk.maxItems) && bulk.maxItems > 0)) {
    refuse("'maxItems' must be an integer of at least 1.")
  }
  const needsVersion = resourceVersion !== undefined && resourceVersion !== 'NONE'
  if (needsVersion && (kind !== 'ITEM' || !entity.version)) {
    refuse("'resourceVersion' applies only to an action on one record whose entity has a version.")
  }
  if (readOnly && kind !== 'COLLECTION')
    refuse('Records of a read-only resource cannot have actions.')
}

/** Levels of structures, one in another. */
const maxDepth = 2
const usualMaxItems = 1_000

const compileShape = (
  name: string,
  shape: ActionShape,
  at: string,
  context: ResourceContext,
  depth = 0,
): ActionShapeModel => {
  const members = Object.entries(shape).map(([member, declared]) => {
    const where = `${at}.${member}`
    return declared.is === 'structure'
      ? compileStructure(name, member, declared, where, context, depth + 1)
      : compileValue(member, declared, where, context)
  })
  const byName = <M extends { readonly name: string }>(list: readonly M[]) =>
    new Map(list.map((member) => [member.name, member]))
  const values = members.filter((member) => member.type === 'column')
  return {
    name,
    members: byName(members),
    values: { name, mode: 'action', fields: byName(values) },
  }
}

const compileStructure = (
  shapeName: string,
  name: string,
  { members, many, nullable, minItems = 0, maxItems = usualMaxItems, ...texts }: Structure,
  at: string,
  context: ResourceContext,
  depth: number,
): StructureMember => {
  const refuse = (message: string) => context.diagnostics.error('ACTION_INVALID', at, message)
  if (depth > maxDepth) refuse(`Structures are nested at most ${maxDepth} levels deep.`)
  const isCount = (count: number) => Number.isInteger(count) && count >= 0
  if (!isCount(minItems) || !isCount(maxItems) || minItems > maxItems || maxItems === 0) {
    refuse("'minItems' and 'maxItems' must be integers: at least 0, and at least 'minItems' and 1.")
  }
  const { label, description } = texts
  return {
    type: 'structure',
    ...{ name, nullable },
    shape: compileShape(`${shapeName}.${name}`, members as ActionShape, at, context, depth),
    ...(many ? { limits: { minItems, maxItems } } : {}),
    ...defined({ label, description }),
  }
}

const compileValue = (
  name: string,
  declared: ColumnData,
  at: string,
  context: ResourceContext,
): ValueMember => {
  const refuse = (message: string) => context.diagnostics.error('ACTION_INVALID', at, message)
  if (declared.visibleTo || declared.editableBy) {
    refuse(
      "Every caller who may perform an action sees its members; remove 'visibleTo' and 'editableBy'.",
    )
  }
  const column = compileShapeColumn(context.entity, name, declared, at, context.diagnostics)
  const required = !column.nullable && column.default === undefined
  const target = declared.refersTo
  const entity = target === undefined ? undefined : context.entities.get(target)
  if (target !== undefined && !entity) {
    refuse(unknownName('entity', target, context.entities.keys()))
  } else if (entity && entity.primaryKey.kind !== column.kind) {
    const { field, kind } = entity.primaryKey
    refuse(`The key '${field}' of '${target}' is of the column type ${kind}; declare it as one.`)
  }
  const reader = createValueReader(column, entity ? { reference: true, id: true } : {})
  return {
    ...{ name, type: 'column', column, reader, required, nullable: !required },
    ...(entity ? { refersTo: entity } : {}),
  }
}
