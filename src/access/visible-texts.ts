/** Examples and deprecations without those that would reveal a hidden field by its name. */
import type { Deprecation } from '../contract/deprecation.js'
import { isExpressionName } from '../contract/filter/expressions.js'
import type { Examples } from '../contract/hints.js'
import { isJsonObject } from '../foundation/json/json-object.js'
import { type FilterShapeModel, isRelated } from '../model/types/filter-model.js'
import type { ResourceModel } from '../model/types/resource-model.js'

export const visibleTexts = (
  visible: ResourceModel,
  resource: ResourceModel,
): Pick<ResourceModel, 'examples' | 'deprecated'> => {
  const { response, filter, create, update } = visible
  const shapes: Readonly<Record<string, ReadonlySet<string>>> = {
    response: new Set([...response.keys(), 'datasetVersion', '_links']),
    create: new Set(create?.fields.keys()),
    update: new Set(update?.fields.keys()),
  }
  const lists = [...response.values()].flatMap((field) =>
    field.type === 'list' ? [[field.name, field.members.map(({ name }) => name)] as const] : [],
  )
  const members = new Map(lists.map(([name, list]) => [name, new Set(list)]))
  const names = namesOf(visible)
  const hidden = hiddenNames(visible, resource)
  const visibleOf = (deprecations: ReadonlyMap<string, Deprecation>) =>
    visibleDeprecations(deprecations, names, hidden)
  const { fields, filters, operations } = resource.deprecated
  return {
    examples: Object.fromEntries(
      Object.entries(resource.examples).map(([side, all]) => [
        side,
        side === 'filter'
          ? visibleFilters(all, filter)
          : visibleExamples(all, shapes[side], members),
      ]),
    ),
    deprecated: {
      fields: visibleOf(fields),
      filters: visibleOf(filters),
      operations: new Map(
        [...operations].map(
          ([id, deprecation]) => [id, withoutNames(deprecation, hidden)] as const,
        ),
      ),
    },
  }
}

/** The names of the members, also of those of related rows. */
const memberNames = (filter: FilterShapeModel): readonly string[] =>
  [...filter.values()].flatMap((member) => [
    member.name,
    ...(isRelated(member) ? memberNames(member.filter) : []),
  ])

/** Considers everything that a request or response body may contain. */
const namesOf = ({ response, filter, create, update, intents }: ResourceModel): Set<string> => {
  const written = [create, update, ...[...intents.values()].map(({ shape }) => shape)]
  return new Set([
    ...response.keys(),
    ...memberNames(filter),
    ...written.flatMap((shape) => [...(shape?.fields.keys() ?? [])]),
  ])
}

export const hiddenNames = (visible: ResourceModel, resource: ResourceModel): readonly string[] => {
  const names = namesOf(visible)
  return [...namesOf(resource)].filter((name) => !names.has(name))
}

const visibleDeprecations = (
  deprecations: ReadonlyMap<string, Deprecation>,
  names: ReadonlySet<string>,
  hidden: readonly string[],
): ReadonlyMap<string, Deprecation> =>
  new Map(
    [...deprecations].flatMap(([name, deprecation]) =>
      names.has(name) ? [[name, withoutNames(deprecation, hidden)] as const] : [],
    ),
  )

/** Omits a replacement that names something hidden. */
const withoutNames = ({ use, ...rest }: Deprecation, hidden: readonly string[]): Deprecation => {
  const words = new Set(use?.split(/[^\w$]+/))
  return use === undefined || hidden.some((name) => words.has(name)) ? rest : { ...rest, use }
}

const visibleExamples = (
  examples: Examples | undefined,
  names: ReadonlySet<string> | undefined,
  lists: ReadonlyMap<string, ReadonlySet<string>>,
): Examples | undefined =>
  examples &&
  names &&
  Object.fromEntries(
    Object.entries(examples).map(([name, example]) => {
      const members = onlyMembers(example.value, names).map(([member, value]) => [
        member,
        Array.isArray(value) ? value.map((item) => ofList(item, lists.get(member))) : value,
      ])
      return [name, { ...example, value: Object.fromEntries(members) }]
    }),
  )

const visibleFilters = (
  examples: Examples | undefined,
  filter: FilterShapeModel,
): Examples | undefined =>
  examples &&
  Object.fromEntries(
    Object.entries(examples).map(([name, example]) => [
      name,
      { ...example, value: visiblePayload(example.value, filter) },
    ]),
  )

/** A filter, or a list of filters, without the members that the caller does not see. */
const visiblePayload = (sent: unknown, filter: FilterShapeModel): unknown => {
  if (Array.isArray(sent)) return sent.map((part) => visiblePayload(part, filter))
  if (!isJsonObject(sent)) return sent
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, operand]) => {
      if (isExpressionName(name)) return [[name, visiblePayload(operand, filter)] as const]
      const member = filter.get(name)
      if (!member) return []
      const isGroup = isRelated(member)
      return [[name, isGroup ? visiblePayload(operand, member.filter) : operand] as const]
    }),
  )
}

const ofList = (item: unknown, names: ReadonlySet<string> | undefined): unknown =>
  names && typeof item === 'object' && item !== null
    ? Object.fromEntries(onlyMembers(item, names))
    : item

const onlyMembers = (value: unknown, names: ReadonlySet<string>) =>
  Object.entries(value as object).filter(([member]) => names.has(member))
