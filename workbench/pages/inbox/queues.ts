/**
 * Decides which records wait. A queue is a state of a resource from which an action leads on: an
 * action on one record that declares the states in which it is allowed.
 */
import type { Action } from '../../../src/wire/catalogs/actions.js'
import type { ResourceEntry } from '../../service/discovery.js'
import type { Filter } from '../../service/records.js'
import type { Field, FieldOption, Shape } from '../../service/shape.js'
import { waitingSince } from '../cards/card-fields.js'

export interface Queue {
  readonly key: string
  readonly resource: ResourceEntry
  /** The fields of a record in a list. */
  readonly shape: Shape
  readonly stateField: Field
  readonly state: FieldOption
  /** Narrows the records of the resource to those of the queue. */
  readonly filter: Filter
  /** Sort terms: those that wait longest come first. */
  readonly sort: readonly string[]
  /** The field with the time since which a record waits. */
  readonly since: Field | undefined
  /** The actions on one record that are allowed in the state. */
  readonly actions: readonly Action[]
}

/** What the catalogs say about a resource. */
export interface Described {
  readonly resource: ResourceEntry
  readonly actions: readonly Action[]
  readonly shape: Shape
  readonly filterShape: Shape
}

const isStep = ({ scope, allowedStates }: Action): boolean =>
  scope === 'ITEM' && allowedStates.length > 0

/** Returns a filter that finds the records in a state. */
const filterOf = (
  filterShape: Shape,
  stateField: Field,
  state: FieldOption,
): Filter | undefined => {
  const criteria = filterShape.fields.filter(({ filterTarget }) => filterTarget === stateField.name)
  const list = criteria.find(({ filterOperation }) => filterOperation === 'IN')
  if (list) return { [list.name]: [state.value] }
  const equal = criteria.find(({ filterOperation }) => filterOperation === 'EQUAL')
  return equal && { [equal.name]: state.value }
}

/** Returns the queues of a resource; none if its records cannot be found by their state. */
export const queuesOf = ({
  resource,
  actions,
  shape,
  filterShape,
}: Described): readonly Queue[] => {
  const steps = actions.filter(isStep)
  const stateField = shape.fields.find(({ name }) => name === resource.stateField)
  if (!stateField) return []
  const since = waitingSince(shape)
  const sort = [`${since?.name ?? resource.idField},asc`]
  // The order of the options is that of the workflow.
  return (stateField.options ?? []).flatMap((state) => {
    const allowed = steps.filter(({ allowedStates }) => allowedStates.includes(String(state.value)))
    const filter = filterOf(filterShape, stateField, state)
    if (allowed.length === 0 || !filter) return []
    const key = `${resource.resourceKey} ${state.value}`
    return [{ key, resource, shape, stateField, state, filter, sort, since, actions: allowed }]
  })
}

/** Returns true if the caller may take none of the actions, whatever the record is. */
export const isClosed = ({ actions }: Queue): boolean =>
  actions.every(
    ({ availability: { allowed, reason } }) => !allowed && reason !== 'resource-context-required',
  )

export interface Placed {
  /** The time since which the record waits, as text; undefined if it has none. */
  readonly since: string | undefined
}

/**
 * Merges the records of several queues, those that wait longest first. Records without a time come
 * last. Days and instants in UTC compare as texts.
 */
export const oldestFirst = <T extends Placed>(items: readonly T[]): readonly T[] =>
  items.toSorted((a, b) => {
    if (a.since === b.since) return 0
    if (a.since === undefined || b.since === undefined) return a.since === undefined ? 1 : -1
    return a.since < b.since ? -1 : 1
  })
