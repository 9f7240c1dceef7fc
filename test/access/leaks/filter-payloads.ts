/** Filter payloads of a resource: every field, with values of hidden and of visible rows. */
import type { OperandForm } from '../../../src/contract/filter/definition.js'
import type { ColumnModel } from '../../../src/model/types/entity-model.js'
import {
  type FilterFieldModel,
  type FilterMember,
  isRelated,
} from '../../../src/model/types/filter-model.js'
import type { ResourceModel } from '../../../src/model/types/resource-model.js'
import type { Json } from '../../http/use-people.js'
import { mixed, type World } from './world.js'

type Payload = Readonly<Record<string, Json>>

const middle = (value: Json): string => {
  const text = String(value)
  return text.slice(1, Math.max(3, Math.ceil(text.length / 2)))
}

const columnOf = ({ target }: FilterFieldModel): ColumnModel | undefined =>
  target.type === 'column' ? target.column : undefined

const operands: Readonly<Record<OperandForm, (values: readonly Json[]) => readonly Json[]>> = {
  value: (values) => values,
  text: (values) => values.flatMap((value) => [String(value), middle(value)]),
  list: (values) => [values, [], ...values.map((value) => [value])],
  range: (values) => [
    ...values.slice(1).map((value, index) => [values[index], value]),
    ...values.flatMap((value) => [
      [value, null],
      [null, value],
    ]),
  ],
  switch: () => [true],
  flag: () => [true, false],
  day: (values) => values.map((value) => String(value).slice(0, 10)),
  days: () => [0, 1, 30, 3_650, 36_500],
  size: () => [0, 1, 2, 3, 5, 11],
}

const ofField = (field: FilterFieldModel, world: World): readonly Payload[] => {
  const column = columnOf(field)
  const values = column ? mixed(world.values(column)) : []
  return operands[field.form](values).map((operand) => ({ [field.name]: operand }))
}

/** Each payload of the related entity, as the operand. */
const ofMember = (member: FilterMember, world: World): readonly Payload[] =>
  isRelated(member)
    ? [...member.filter.values()]
        .flatMap((inner) => ofMember(inner, world))
        .map((operand) => ({ [member.name]: operand }))
    : ofField(member, world)

const turned = <T>(all: readonly T[], turn: number): readonly T[] => {
  const start = all.length === 0 ? 0 : turn % all.length
  return [...all.slice(start), ...all.slice(0, start)]
}

/** What a caller sees must not differ in the complement either. */
const combine = (first: Payload, second: Payload): readonly Payload[] => [
  { $not: first },
  { $or: [first, { $not: second }] },
]

/**
 * First each field once, with a value of a hidden row; then the other values, and pairs of two
 * fields. `turn` selects the first field, so that operations with few requests use different
 * fields.
 */
export const filterPayloads = (
  { filter, expressions }: ResourceModel,
  world: World,
  turn = 0,
): readonly Payload[] => {
  const byField = [...filter.values()].map((member) => ofMember(member, world))
  const firsts = byField.flatMap((all) => all.slice(0, 1))
  const others = byField.flatMap((all) => all.slice(1))
  const pairs = firsts.slice(1).map((second, index) => ({ ...firsts[index], ...second }))
  const combined = expressions
    ? firsts.slice(1).flatMap((second, at) => combine(firsts[at]!, second))
    : []
  return [{}, ...[firsts, combined, others, pairs].flatMap((all) => turned(all, turn))]
}
