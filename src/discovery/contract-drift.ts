/** Compares the contract that a client was built with to the present one. */
import { type ContractPart, contractParts, nameLength, tokenLength } from '../wire/contract.js'
import type { OperationContract, PartMembers } from './contract-hashes.js'

/** Changes that a response names. */
const maxChanges = 20

const unreadable = 'unreadable'

const isReadable = new RegExp(`^(?:[\\w-]{${tokenLength}})*\\.(?:[\\w-]{${tokenLength}})*$`)

/**
 * The value of `X-Contract-Drift`; undefined if nothing has changed. Added and changed members are
 * named, if they are visible to the caller. Removed ones are counted, because only the client knows
 * their names; and not counted for a caller who does not see all members, who could otherwise find
 * out the hidden ones.
 *
 * @param isPartial the caller does not see all members of the operation
 */
export const contractDrift = (
  sent: string,
  { hash, parts }: OperationContract,
  isPartial: boolean,
): string | undefined => {
  if (sent === hash) return undefined
  if (!isReadable.test(sent)) return unreadable
  const texts = sent.split('.')
  const changes = contractParts.flatMap((part, index) =>
    changesOf(part, tokensIn(texts[index]!), parts[part], isPartial),
  )
  if (changes.length === 0) return undefined
  const more = changes.length - maxChanges
  return [...changes.slice(0, maxChanges), ...(more > 0 ? [`more=${more}`] : [])].join(', ')
}

const tokensIn = (text: string): readonly string[] =>
  Array.from({ length: text.length / tokenLength }, (_, index) =>
    text.slice(index * tokenLength, (index + 1) * tokenLength),
  )

const nameIn = (token: string): string => token.slice(0, nameLength)

const changesOf = (
  part: ContractPart,
  sent: readonly string[],
  members: PartMembers,
  isPartial: boolean,
): readonly string[] => {
  const tokens = new Set(sent)
  const changed = [...members].filter(([token]) => !tokens.has(token))
  const names = new Set([...members.keys()].map(nameIn))
  const removed = isPartial ? 0 : sent.filter((token) => !names.has(nameIn(token))).length
  if (changed.length === 0 && removed === 0) return []
  const sentNames = new Set(sent.map(nameIn))
  const named = changed.map(([token, { name, isRequired }]) => {
    const isAdded = !sentNames.has(nameIn(token))
    const isBreaking = !isAdded || (part === 'request' && isRequired)
    return change(part, `${isAdded ? 'added' : 'changed'}=${encodeURIComponent(name)}`, isBreaking)
  })
  return [...named, ...(removed > 0 ? [change(part, `removed=${removed}`, true)] : [])]
}

const change = (part: ContractPart, what: string, isBreaking: boolean): string =>
  `${part};${what}${isBreaking ? ';breaking' : ''}`
