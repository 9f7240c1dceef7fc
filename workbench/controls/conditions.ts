/** Decides by published rules which fields are shown and required, and which values are wrong. */
import { holds } from '../../src/client/json-logic.js'
import type { Field, ShapeRule } from '../service/shape.js'
import type { Values } from './input-props.js'
import { isSame } from './unreadable.js'

export const isShown = ({ conditionalDisplay }: Field, values: Values): boolean =>
  conditionalDisplay === undefined || holds(conditionalDisplay, values, true)

/** Returns true if the field must have a value. A required member that may be null needs none. */
export const isRequired = (field: Field, values: Values): boolean =>
  (field.required === true && !field.nullable) ||
  (field.conditionalRequired !== undefined && holds(field.conditionalRequired, values, false))

/** Returns false for a rule that allows what the record has in its fields. */
export const isEnforced = (
  { onlyChanges, targets }: ShapeRule,
  values: Values,
  start: Values,
): boolean => !onlyChanges || targets.some((target) => !isSame(values[target], start[target]))

export const isBroken = ({ brokenIf }: ShapeRule, values: Values): boolean =>
  holds(brokenIf, values, false)
