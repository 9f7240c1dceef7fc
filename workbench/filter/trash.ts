/** The criterion that chooses whether the set has deleted records: none, also, or only them. */
import type { Filter } from '../service/records.js'
import type { Field, Shape } from '../service/shape.js'

const choices = new Set<unknown>(['exclude', 'include', 'only'])

/** Returns the criterion; undefined if the caller may not see the trash. */
export const trashField = (shape: Shape | undefined): Field | undefined =>
  shape?.fields.find(
    ({ options = [] }) =>
      options.length === choices.size && options.every(({ value }) => choices.has(value)),
  )

export const showsTrash = (shape: Shape | undefined, filter: Filter): boolean => {
  const field = trashField(shape)
  return field !== undefined && filter[field.name] === 'only'
}

/** Returns the filter that shows the trash, or leaves it. */
export const toggleTrash = ({ name }: Field, filter: Filter): Filter => {
  const { [name]: choice, ...others } = filter
  return choice === 'only' ? others : { ...others, [name]: 'only' }
}
