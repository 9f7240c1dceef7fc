/** Finds the criteria because of which the service refused a filter. */
import type { Filter } from '../service/records.js'

interface Refusal {
  readonly code: string
  readonly errors: readonly { readonly target: string | null }[]
}

/** Codes of errors whose targets may be members of a filter. */
const codes = ['FILTER_PAYLOAD_INVALID', 'LIMIT_EXCEEDED']

/** Returns the names of the members that the errors are about, or that contain their targets. */
export const refusedCriteria = ({ code, errors }: Refusal, filter: Filter): readonly string[] => {
  if (!codes.includes(code)) return []
  return Object.keys(filter).filter((name) =>
    errors.some(({ target }) => target !== null && isWithin(target, name)),
  )
}

/** Requests for statistics have the filter as a member, which their targets name. */
const isWithin = (target: string, name: string): boolean =>
  [name, `filter.${name}`].some((place) => target === place || isBelow(target, place))

const isBelow = (target: string, place: string): boolean =>
  target.startsWith(`${place}.`) || target.startsWith(`${place}[`)

export const withoutCriteria = (filter: Filter, names: readonly string[]): Filter =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => !names.includes(name)))
