/** Decides by the rules of a field whether it is shown and required, while the user types. */
import type { Field } from '../service/shape.js'
import type { Values } from './input-props.js'
import { holds } from './json-logic.js'

export const isShown = ({ conditionalDisplay }: Field, values: Values): boolean =>
  conditionalDisplay === undefined || holds(conditionalDisplay, values, true)

/** Returns true if the field must have a value. A required member that may be null needs none. */
export const isRequired = (field: Field, values: Values): boolean =>
  (field.required === true && !field.nullable) ||
  (field.conditionalRequired !== undefined && holds(field.conditionalRequired, values, false))
