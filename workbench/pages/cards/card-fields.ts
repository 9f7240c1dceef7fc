/** Chooses the few fields of a record that a card shows. */
import { isDateTime } from '../../fields/format.js'
import type { ResourceEntry } from '../../service/discovery.js'
import type { Field, Shape } from '../../service/shape.js'
import { arrangeColumns } from '../table/columns/columns.js'

/** Maximum number of fields below the name of a card. */
const maxFields = 3

const isLong = ({ controlType, type, maxLength = 0 }: Field): boolean =>
  ['textarea', 'json', 'upload'].includes(controlType) || type === 'array' || maxLength > 200

/** Returns the field whose value is the mark of a card: the state, or the first choice. */
export const markOf = ({ stateField }: ResourceEntry, shape: Shape): Field | undefined => {
  const choices = shape.fields.filter(
    ({ options, multiple, hidden, tableHidden }) => options && !multiple && !hidden && !tableHidden,
  )
  return (
    choices.find(({ name }) => name === stateField) ??
    choices.find(({ name }) => /stat(e|us)$/i.test(name)) ??
    choices[0]
  )
}

/**
 * Returns the first columns that a table shows by itself, without those that a card shows elsewhere
 * and those that need room or say little.
 *
 * @param elsewhere names of fields that the card shows elsewhere
 */
export const cardFields = (
  { labelField }: Pick<ResourceEntry, 'labelField'>,
  shape: Shape,
  elsewhere: readonly (string | null | undefined)[],
): readonly Field[] =>
  arrangeColumns(shape, labelField, {})
    .filter(({ field, isShown }) => isShown && !isLong(field) && !elsewhere.includes(field.name))
    .map(({ field }) => field)
    .slice(0, maxFields)

/** Names of fields with the time since which a record waits, best first. */
const timeNames = [
  /submitted|requested|raised|reported|received/i,
  /created|opened|added|ordered|placed/i,
  /updated|modified|changed/i,
]

const isTime = ({ format, hidden, sortable }: Field): boolean =>
  (isDateTime(format) || format === 'date') && !hidden && sortable !== false

/** Returns the field with the time since which a record waits, as its name says. */
export const waitingSince = (shape: Shape): Field | undefined => {
  const times = shape.fields.filter(isTime)
  for (const pattern of timeNames) {
    const found = times.find(({ name }) => pattern.test(name))
    if (found) return found
  }
  return undefined
}

/** Returns the field with the person on whose behalf a record waits, as its name says. */
export const authorOf = (shape: Shape): Field | undefined =>
  shape.fields.find(
    ({ name, hidden }) =>
      !hidden && /^(created|submitted|requested|reported|opened)By$/i.test(name),
  )
