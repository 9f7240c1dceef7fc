/** Finds what is wrong with the values of a form before they are sent. */
import { isBroken, isRequired, isShown } from '../controls/conditions.js'
import type { Values } from '../controls/input-props.js'
import { isEdited, isGroup, itemFields } from '../controls/list-items.js'
import { isSame } from '../controls/unreadable.js'
import { validate } from '../controls/validate.js'
import type { Field, ShapeRule } from '../service/shape.js'
import { isItem, withoutHiddenFaults } from './form-values.js'

/** Messages by path: `code`, or `lines.0.price` for a member of an item. */
export type Faults = Readonly<Record<string, string>>

/** @param accepted values that the service sent, which are accepted as they are */
export const faultsOf = (fields: readonly Field[], values: Values, accepted: Values): Faults =>
  Object.fromEntries(fields.flatMap((field) => faultsOfField(field, values, accepted[field.name])))

/**
 * Adds the broken rules, each at the first of its fields that can be changed. Rules over values
 * that are wrong already are left out.
 */
export const withBrokenRules = (
  faults: Faults,
  rules: readonly ShapeRule[],
  fields: readonly Field[],
  values: Values,
): Faults => {
  const canChange = (name: string) =>
    fields.some((field) => field.name === name && !field.readOnly && isShown(field, values))
  const sent = withoutHiddenFaults(rules, fields, values)
  const broken = rules.flatMap((rule): readonly Fault[] => {
    const name = rule.targets.find(canChange)
    const isReadable = rule.targets.every((target) => faults[target] === undefined)
    return name !== undefined && isReadable && isBroken(rule, sent) ? [[name, rule.message]] : []
  })
  return { ...Object.fromEntries(broken), ...faults }
}

type Fault = readonly [path: string, message: string]

const faultsOfField = (field: Field, values: Values, accepted: unknown): readonly Fault[] => {
  const { name } = field
  const value = values[name]
  if (!isShown(field, values) || field.readOnly || field.computed) return []
  if (accepted !== null && accepted !== undefined && isSame(value, accepted)) return []
  const message = validate(field, value, isRequired(field, values))
  const ofField: readonly Fault[] = message === undefined ? [] : [[name, message]]
  return [...ofField, ...faultsOfItems(field, value)]
}

/** Items of a record that the user has not changed are accepted too. */
const faultsOfItems = (field: Field, value: unknown): readonly Fault[] => {
  const { name } = field
  if (isGroup(field) && isItem(value)) return below(name, faultsOf(itemFields(field), value, {}))
  if (!field.items || !Array.isArray(value)) return []
  return value.flatMap((item: unknown, index) => {
    if (!isItem(item) || !isEdited(item)) return []
    return below(`${name}.${index}`, faultsOf(itemFields(field), item, {}))
  })
}

const below = (prefix: string, faults: Faults): readonly Fault[] =>
  Object.entries(faults).map(([path, message]) => [`${prefix}.${path}`, message])
