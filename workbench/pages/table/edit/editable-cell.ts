/** A cell as it can be changed: its field in requests, and what is wrong with a value of it. */
import { isBroken, isEnforced, isRequired } from '../../../controls/conditions.js'
import type { Values } from '../../../controls/input-props.js'
import { validate } from '../../../controls/validate.js'
import type { Id } from '../../../service/discovery.js'
import type { Row } from '../../../service/records.js'
import type { Field, Shape } from '../../../service/shape.js'
import { t } from '../../../texts/translate.js'
import { formOf, obstacleOf, type WriteTargets, writtenField, writtenName } from './targets.js'

/** A cell as it can be changed, or why it cannot. */
export interface EditableCell {
  readonly id: Id
  readonly row: Row
  /** The field as a request has it. */
  readonly field: Field
  readonly obstacle: string
  /** Id of the form of the record that changes the field, if only the cell has no room for it. */
  readonly form?: string | undefined
}

/** @param shown the field as the table has it */
export const editableField = (
  shown: Field,
  { shape, targets, row }: { shape: Shape; targets: WriteTargets; row: Row },
): Pick<EditableCell, 'field' | 'obstacle' | 'form'> => {
  const name = writtenName(shape, targets, shown.name)
  const field = writtenField(targets, name) ?? shown
  const isShown = row[name] !== undefined
  const obstacle =
    obstacleOf(targets, shown, name) ||
    (isShown ? '' : t('Open the record to change {label}.', { label: shown.label }))
  const form = obstacle === '' ? undefined : formOf(targets, name)
  return { field: { ...field, label: shown.label }, obstacle, form }
}

/**
 * Returns a message about a value that cannot be sent.
 *
 * @param current the record as the service has it, by which its rules are checked
 */
export const faultOfCell = (
  { field, row }: EditableCell,
  value: unknown,
  targets?: WriteTargets,
  current?: Row,
): string | undefined => {
  const values: Values = { ...row, ...current, [field.name]: value }
  const fault = validate(field, value, isRequired(field, values))
  if (fault !== undefined || !current) return fault
  const shape = targets?.find((target) => target.shape.byName.has(field.name))?.shape
  const rules = shape?.document['x-ui'].rules ?? []
  return rules.find(
    (rule) =>
      rule.targets.includes(field.name) &&
      isEnforced(rule, values, current) &&
      isBroken(rule, values),
  )?.message
}
