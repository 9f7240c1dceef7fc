/** Reads the body of a saved view. */
import { stringify } from 'lossless-json'
import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import { createObjectReader } from '../../model/kinds/object-reader.js'
import { SavedViewBody } from '../../wire/saved-views.js'
import type { WrittenView } from './view-statements.js'

/** Bytes of the JSON of a state. */
const maxStateBytes = 32_768

const readMembers = createObjectReader(SavedViewBody)

/**
 * Control characters, halves of characters, which have no encoding, ends of lines, and what turns
 * the direction of the text around it: everyone reads the names of public views.
 */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}]/u

/**
 * @param readable keys of the resources whose records the caller may read
 * @throws AppError REQUEST_PAYLOAD_INVALID, VALIDATION_FAILED, LIMIT_EXCEEDED
 */
export const readView = (sent: unknown, readable: readonly string[]): WrittenView => {
  const {
    name,
    kind,
    resource = null,
    visibility,
    pinned,
    state,
  } = readMembers(sent) as Partial<ReturnType<typeof readMembers>>
  const problems: Problem[] = []
  const title = name?.trim()
  if (title === undefined) problems.push(problem('valueRequired', { target: 'name' }))
  else if (!visible.test(title) || unprintable.test(title)) {
    problems.push(problem('viewNameInvalid'))
  }
  if (kind === undefined) problems.push(problem('valueRequired', { target: 'kind' }))
  if (kind === 'table' && resource === null) {
    problems.push(problem('valueRequired', { target: 'resource' }))
  }
  if (resource !== null && !readable.includes(resource)) {
    problems.push(problem('viewResourceUnknown'))
  }
  if (state === undefined) problems.push(problem('valueRequired', { target: 'state' }))
  const text = stringify(state ?? {})!
  const bytes = Buffer.byteLength(text)
  if (bytes > maxStateBytes) {
    problems.push(problem('viewStateTooLarge', { limit: maxStateBytes, count: bytes }))
  }
  if (problems.length > 0) throw new AppError(problems)
  return {
    name: title!,
    kind: kind!,
    resource,
    state: text,
    visibility: visibility ?? 'private',
    pinned: pinned ?? false,
  }
}
