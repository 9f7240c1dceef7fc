/**
 * The hash of a contract in a request, and what has changed since in a response: `X-Contract-Hash`
 * and `X-Contract-Drift`.
 */

export const contractHashHeader = 'X-Contract-Hash'
export const contractDriftHeader = 'X-Contract-Drift'

export const contractParts = ['request', 'response'] as const
export type ContractPart = (typeof contractParts)[number]

/** Characters of the digests of a member's name and of its type: its token. */
export const nameLength = 4
export const typeLength = 2
export const tokenLength = nameLength + typeLength

/** The tokens of each part. */
export const contractHash = (parts: readonly string[]): string => parts.join('.')

/** The hashes of a contract, which `corollary contract` prints for clients. */
export interface ContractFile {
  readonly hashes: readonly string[]
  /** By method and path, such as `GET /api/tasks/{id}`: places in `hashes`, one for each part. */
  readonly operations: Readonly<Record<string, readonly number[]>>
}
