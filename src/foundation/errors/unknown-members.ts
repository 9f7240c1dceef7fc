/** Reports members that a shape does not have. The response stays in proportion to the request. */

import { type Problem, problem } from './app-error.js'
import { nearestName } from './diagnostics.js'

/** Items for unknown members in one response. */
const maxItems = 20
const maxNameLength = 100

const messages = {
  member: {
    unknown: 'memberUnknown',
    misspelled: 'memberMisspelled',
    notAccepted: 'memberNotAccepted',
    more: 'moreMembersUnknown',
  },
  filterField: {
    unknown: 'filterFieldUnknown',
    misspelled: 'filterFieldMisspelled',
    notAccepted: 'filterFieldNotAccepted',
    more: 'moreFilterFieldsUnknown',
  },
} as const

export const unknownMemberProblems = (
  type: keyof typeof messages,
  unknown: readonly string[],
  accepted: readonly string[],
  prefix = '',
): Problem[] => {
  const message = messages[type]
  const listed = unknown.slice(0, maxItems).map((sent, index) => {
    const name = sent.length > maxNameLength ? `${sent.slice(0, maxNameLength)}…` : sent
    const target = `${prefix}${name}`
    const nearest = nearestName(sent, accepted)
    if (nearest !== undefined) return problem(message.misspelled, { name, nearest, target })
    // The first item lists what is accepted; the list is the same for all.
    return index === 0
      ? problem(message.notAccepted, { name, accepted, target })
      : problem(message.unknown, { name, target })
  })
  const count = unknown.length - listed.length
  return count > 0 ? [...listed, problem(message.more, { count })] : listed
}
