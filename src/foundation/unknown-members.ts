/** Tells of members that a shape does not have, in an answer that stays in proportion to the request. */
import { didYouMean } from './diagnostics.js'
import type { ErrorCode, Problem } from './errors.js'

/** Items for unknown members in one answer; a body with more is not mended one by one. */
const maxItems = 20
const maxNameLength = 100

export const unknownMemberProblems = (
  code: ErrorCode,
  what: string,
  unknown: readonly string[],
  known: readonly string[],
  prefix = '',
): Problem[] => {
  const listed = unknown.slice(0, maxItems).map((name, index): Problem => {
    const short = name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name
    // What is accepted is said once: it is the same for all.
    const accepted = index === 0 ? `; accepted are ${known.join(', ')}.` : '.'
    const hint = didYouMean(name, known) || accepted
    return { code, message: `There is no ${what} '${short}'${hint}`, target: `${prefix}${short}` }
  })
  const more = unknown.length - listed.length
  if (more > 0) listed.push({ code, message: `There are ${more} more members that are not known.` })
  return listed
}
