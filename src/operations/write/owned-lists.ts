/** The lists of owned rows in a body: how they are read, and what they mean for the stored rows. */
import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import { unknownMemberProblems } from '../../foundation/errors/unknown-members.js'
import { valueForm } from '../../foundation/errors/value-forms.js'
import { isJsonObject } from '../../foundation/json/json-object.js'
import { ownMember } from '../../foundation/json/own-member.js'
import { itemId } from '../../model/compile/compile-response.js'
import { canonicalText } from '../../model/kinds/kinds.js'
import {
  createValueReader,
  describeValue,
  type InputSettings,
} from '../../model/kinds/value-reader.js'
import type { ResponseField } from '../../model/types/response-field.js'
import type { WriteShapeModel } from '../../model/types/write-model.js'
import { within } from './item-write.js'
import type { BodyResource, OwnedField, OwnedItem, OwnedList, WriteValues } from './write-values.js'

type ReadItem = (resource: BodyResource, shape: WriteShapeModel, body: unknown) => WriteValues

/** The parts of a list, of which `items` has the place of each in the body. */
interface SentParts {
  readonly items: readonly (readonly [item: unknown, shape: WriteShapeModel, place: string])[]
  readonly removed: readonly (readonly [id: unknown, target: string])[]
  readonly keepsOthers: boolean
}

/** @param problems gets every broken constraint of the items */
export const readOwned = (
  resource: BodyResource,
  field: OwnedField,
  sent: unknown,
  settings: InputSettings,
  readItem: ReadItem,
  problems: Problem[],
): OwnedList | undefined => {
  const parts = partsOf(field, sent, settings, problems)
  if (!parts) return undefined
  const itemResource = resourceOfItems(resource, field)
  const ids = idsOf(field, settings.zone, problems)
  // A create may repeat the items of another record.
  const mayName = field.items.update !== undefined
  const items = parts.items.flatMap(([item, shape, place]): readonly OwnedItem[] => {
    const isNamed = mayName && isJsonObject(item) && ownMember(item, itemId) != null
    const chosen = isNamed ? shape : field.items.create
    try {
      const id = isNamed ? ids(ownMember(item, itemId), `${place}.${itemId}`) : undefined
      const values = readItem(itemResource, chosen, item)
      return [{ id, shape: chosen, values, place: `${place}.` }]
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      problems.push(...itemProblems(place, error))
      return []
    }
  })
  const removed = parts.removed.flatMap(([sentId, target]) => {
    const id = ids(sentId, target)
    return id === undefined ? [] : [{ id, target }]
  })
  return { member: field, items, removed, keepsOthers: parts.keepsOthers }
}

/** A problem of the item as a whole has the item as its target. */
const itemProblems = (place: string, error: AppError): readonly Problem[] =>
  within(`${place}.`, error).problems.map((each) => ({ ...each, target: each.target ?? place }))

const partNames = ['add', 'update', 'remove'] as const

const partsOf = (
  { name, items: { create, update, change } }: OwnedField,
  sent: unknown,
  { owned }: InputSettings,
  problems: Problem[],
): SentParts | undefined => {
  const listOf = (value: unknown, target: string): readonly unknown[] => {
    if (!Array.isArray(value)) {
      problems.push(
        problem('ownedInvalid', { target, expected: valueForm('list'), got: describeValue(value) }),
      )
      return []
    }
    const limit = owned?.maxItems ?? Infinity
    if (value.length <= limit) return value
    problems.push(problem('ownedTooMany', { target, count: value.length, limit }))
    return []
  }
  const itemsOf = (value: unknown, target: string, shape: WriteShapeModel) =>
    listOf(value, target).map((item, index) => [item, shape, `${target}[${index}]`] as const)
  if (!change || !isJsonObject(sent)) {
    const expected = valueForm(change ? 'listOrChange' : 'list')
    if (!Array.isArray(sent)) {
      problems.push(problem('ownedInvalid', { target: name, expected, got: describeValue(sent) }))
      return undefined
    }
    return { items: itemsOf(sent, name, update ?? create), removed: [], keepsOthers: false }
  }
  const unknown = Object.keys(sent).filter((part) => !partNames.includes(part as never))
  problems.push(
    ...unknownMemberProblems('member', unknown, partNames).map((each) => ({
      ...each,
      target: `${name}.${each.target}`,
    })),
  )
  const part = (key: (typeof partNames)[number]): unknown => ownMember(sent, key) ?? []
  const updated = itemsOf(part('update'), `${name}.update`, change)
  for (const [item, , place] of updated) {
    if (isJsonObject(item) && ownMember(item, itemId) != null) continue
    problems.push(problem('valueRequired', { target: `${place}.${itemId}` }))
  }
  return {
    items: [...updated, ...itemsOf(part('add'), `${name}.add`, create)],
    removed: listOf(part('remove'), `${name}.remove`).map(
      (id, index) => [id, `${name}.remove[${index}]`] as const,
    ),
    keepsOthers: true,
  }
}

/** Reads ids of items, and refuses those that are named twice. */
const idsOf = ({ relation }: OwnedField, zone: string, problems: Problem[]) => {
  const { primaryKey } = relation.target
  const reader = createValueReader(primaryKey, { id: true })
  const seen = new Map<string, string>()
  return (sent: unknown, target: string): string | undefined => {
    const reading = reader.read(sent, zone)
    if ('fault' in reading) {
      problems.push(problem('valueInvalid', { target, fault: reading.fault }))
      return undefined
    }
    const id = canonicalText(primaryKey, reading.parameter)
    const other = seen.get(id)
    if (other !== undefined) problems.push(problem('itemRepeated', { target, other }))
    seen.set(id, target)
    return id
  }
}

/** Members that the response shows of an item may be sent back. */
const resourceOfItems = (
  { key, response }: BodyResource,
  { name, relation }: OwnedField,
): BodyResource => {
  const shown = response.get(name)
  const isShown = shown?.type === 'list' && shown.target.relation === relation
  const members = isShown ? shown.members : []
  const columns = members.map(({ name: member, target }): [string, ResponseField] => [
    member,
    { name: member, type: 'column', target },
  ])
  const { target } = relation
  const id = { hops: [], column: target.primaryKey, reference: false, type: 'column' } as const
  return {
    key,
    entity: target,
    idField: itemId,
    idReader: createValueReader(target.primaryKey, { id: true }),
    response: new Map([[itemId, { name: itemId, type: 'column', target: id }], ...columns]),
  }
}

/** The items of a body on all levels, and how deep they are nested. */
const sizeOf = (lists: readonly OwnedList[]): { readonly items: number; readonly depth: number } =>
  lists.reduce(
    (size, { items, removed }) =>
      items.reduce(
        ({ items: count, depth }, { values }) => {
          const inner = sizeOf(values.owned)
          return { items: count + 1 + inner.items, depth: Math.max(depth, 1 + inner.depth) }
        },
        { items: size.items + removed.length, depth: Math.max(size.depth, 1) },
      ),
    { items: 0, depth: 0 },
  )

export const limitProblems = (
  lists: readonly OwnedList[],
  { owned }: InputSettings,
  nameOf: (list: OwnedList) => string,
): readonly Problem[] => {
  const [first] = lists
  if (!owned || !first) return []
  const { items, depth } = sizeOf(lists)
  const target = nameOf(first)
  return [
    ...(items > owned.maxItems
      ? [problem('ownedTooMany', { target, count: items, limit: owned.maxItems })]
      : []),
    ...(depth > owned.maxDepth
      ? [problem('ownedTooDeep', { target, count: depth, limit: owned.maxDepth })]
      : []),
  ]
}
