/** The schemas of stored values. */
import { defined } from '../../foundation/json/defined.js'
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import type { ItemType, ValueType } from '../../model/kinds/kind-definition.js'
import { kinds, mayShowNull } from '../../model/kinds/kinds.js'

/**
 * The schema of a stored value: responses may exceed the limits that the contract has for writing.
 */
export const stored = (type: ValueType): JsonSchema => kinds[type.kind].schema(withoutLimits(type))

const withoutLimits = ({ kind, values, precision, scale, item, parts }: ValueType): ValueType =>
  defined({ kind, values, precision, scale, item: item && itemWithoutLimits(item), parts })

const itemWithoutLimits = (item: ItemType): ItemType => ({
  ...withoutLimits(item),
  nullable: mayShowNull(item),
})
