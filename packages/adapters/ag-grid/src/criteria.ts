/** Combines filters of the service. A part that the service cannot express is undefined. */

export type Criteria = Readonly<Record<string, unknown>>

/** Matches no record. The service has no filter for this, because an empty list is blank. */
export const nothing = 'nothing'

export type Part = Criteria | typeof nothing | undefined

/** What a resource without `expressions` cannot combine is undefined. */
export interface Combine {
  and(parts: readonly Part[]): Part
  or(parts: readonly Part[]): Part
  not(part: Part): Part
}

const isBlank = (part: Criteria): boolean => Object.keys(part).length === 0

const isPossible = (part: Part): part is Criteria | typeof nothing => part !== undefined

/** @param hasExpressions whether filters of the resource may contain `$and`, `$or` and `$not` */
export const combine = (hasExpressions: boolean): Combine => ({
  and: (parts) => {
    const possible = parts.filter(isPossible)
    if (possible.length < parts.length) return undefined
    if (possible.includes(nothing)) return nothing
    const criteria = possible.filter((part) => part !== nothing && !isBlank(part)) as Criteria[]
    const names = criteria.flatMap((part) => Object.keys(part))
    if (new Set(names).size === names.length) return Object.assign({}, ...criteria)
    return hasExpressions ? { $and: criteria } : undefined
  },
  or: (parts) => {
    const possible = parts.filter(isPossible)
    if (possible.length < parts.length) return undefined
    const criteria = possible.filter((part) => part !== nothing)
    if (criteria.length <= 1) return criteria[0] ?? nothing
    if (criteria.some(isBlank)) return {}
    return hasExpressions ? { $or: criteria } : undefined
  },
  not: (part) => {
    if (part === nothing) return {}
    if (part === undefined) return undefined
    if (isBlank(part)) return nothing
    return hasExpressions ? { $not: part } : undefined
  },
})

/** The first part that the service can express. */
export const firstOf = (...parts: readonly Part[]): Part => parts.find(isPossible)
