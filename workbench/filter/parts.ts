/**
 * Parts of a filter that are filters themselves: the criteria of related rows, and the parts of an
 * expression.
 */
import type { Values } from '../controls/input-props.js'
import { validate } from '../controls/validate.js'
import { isPlainObject } from '../fields/blank.js'
import type { Field } from '../service/shape.js'

/**
 * Returns the fields of the parts that a member has; undefined for a criterion.
 *
 * @param fields those among which the member is
 */
export const fieldsWithin = (
  { match, items, controlType }: Field,
  fields: readonly Field[],
): readonly Field[] | undefined => {
  if (match) return items ?? []
  return controlType === 'expression' ? fields : undefined
}

/** Returns the objects of criteria in a value. */
export const partsOf = (value: unknown): readonly Values[] => [value].flat().filter(isPlainObject)

/** Returns a message about the first criterion that cannot be sent. */
export const faultOf = (
  field: Field,
  value: unknown,
  fields: readonly Field[],
): string | undefined => {
  const within = fieldsWithin(field, fields)
  if (!within) return validate(field, value, false)
  return partsOf(value)
    .flatMap((part) => Object.values(faultsOf(within, part)))
    .at(0)
}

/** Returns the messages about criteria that cannot be sent, by their names. */
export const faultsOf = (
  fields: readonly Field[],
  values: Values,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = fields.find((each) => each.name === name)
      const fault = field && faultOf(field, value, fields)
      return fault === undefined ? [] : [[name, fault]]
    }),
  )

/** Returns the criteria of the parts, with their values. */
export const criteriaWithin = (
  name: string,
  value: unknown,
  fields: readonly Field[],
): readonly (readonly [Field, unknown])[] => {
  const field = fields.find((each) => each.name === name)
  if (!field) return []
  const within = fieldsWithin(field, fields)
  if (!within) return [[field, value]]
  return partsOf(value).flatMap((part) =>
    Object.entries(part).flatMap(([member, each]) => criteriaWithin(member, each, within)),
  )
}
