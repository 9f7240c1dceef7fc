/** Problems of a contract, collected and reported together. */
import { indexScript, type ProposedIndex } from './index-script.js'
import { StartError } from './start-error.js'

/** Problems of a contract, and advice of `corollary check`. */
export type DiagnosticCode =
  | 'ACTION_INVALID'
  | 'CHECK_UNDECLARED'
  | 'CHECK_UNKNOWN'
  | 'COLLATION_MISMATCH'
  | 'COLUMN_UNDECLARED'
  | 'COLUMN_UNKNOWN'
  | 'CONSTRAINT_INVALID'
  | 'DATASET_VERSION_OFF'
  | 'DEFAULT_MISSING'
  | 'DELETED_KEY_TAKEN'
  | 'DISTRIBUTION_INVALID'
  | 'DUPLICATE'
  | 'EXAMPLE_INVALID'
  | 'FIELD_UNKNOWN'
  | 'FILTER_OPERATION_UNKNOWN'
  | 'FOREIGN_KEY_MISSING'
  | 'FOREIGN_KEY_UNDECLARED'
  | 'GUARD_INVALID'
  | 'ID_ROUNDED'
  | 'INDEX_MISSING'
  | 'KEY_INVALID'
  | 'KIND_MISMATCH'
  | 'MATERIALIZED_OFF'
  | 'MEMBER_INVALID'
  | 'MEMBER_UNKNOWN'
  | 'MESSAGE_MISSING'
  | 'NULLABLE_MISMATCH'
  | 'OPERATION_KIND'
  | 'OPTION_SOURCE_INVALID'
  | 'PATH_INVALID'
  | 'PATH_UNKNOWN'
  | 'POSITION_NOT_DEFERRABLE'
  | 'PRIMARY_KEY'
  | 'PRIVILEGE_MISSING'
  | 'READ_ONLY'
  | 'RELATION_TARGET'
  | 'REQUIRED_MISSING'
  | 'SEARCH_INVALID'
  | 'SEARCH_UNAVAILABLE'
  | 'SIZE_MISMATCH'
  | 'SOFT_DELETE_INVALID'
  | 'SORT_INVALID'
  | 'SPECIAL_VALUES_UNDECLARED'
  | 'ENUM_NUMBER_UNDECLARED'
  | 'COMPUTED_INVALID'
  | 'RULE_INVALID'
  | 'RULE_MISSING'
  | 'STATS_INVALID'
  | 'SURFACE_INVALID'
  | 'TABLE_UNKNOWN'
  | 'TENANT_INVALID'

export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly severity: 'error' | 'advice'
  /** Path of the wrong part, for example `employees.filter.salaryBetween`. */
  readonly path: string
  /** What is wrong, and what is accepted. */
  readonly message: string
  /** The index to create; only for `INDEX_MISSING`. */
  readonly index?: ProposedIndex
}

export class Diagnostics {
  readonly #all: Diagnostic[] = []

  error(code: DiagnosticCode, path: string, message: string): void {
    this.#all.push({ code, severity: 'error', path, message })
  }

  advise(code: DiagnosticCode, path: string, message: string): void {
    this.#all.push({ code, severity: 'advice', path, message })
  }

  adviseIndex(index: ProposedIndex, message: string): void {
    const { path } = index
    this.#all.push({ code: 'INDEX_MISSING', severity: 'advice', path, message, index })
  }

  get all(): readonly Diagnostic[] {
    return this.#all
  }

  get errors(): readonly Diagnostic[] {
    return this.#all.filter((diagnostic) => diagnostic.severity === 'error')
  }

  throwIfErrors(): void {
    if (this.errors.length > 0) throw new ContractError(this.errors)
  }
}

const formatDiagnostics = (diagnostics: readonly Diagnostic[]): string =>
  diagnostics
    .map((diagnostic) => `  ${diagnostic.code}  ${diagnostic.path}\n      ${diagnostic.message}`)
    .join('\n')

/**
 * Missing indexes come last, as statements to be copied: a large database may lack a thousand,
 * which would hide the rest.
 */
export const formatAdvice = (advice: readonly Diagnostic[]): string => {
  const indexes = advice.flatMap(({ index }) => index ?? [])
  const others = formatDiagnostics(advice.filter(({ index }) => !index))
  if (indexes.length === 0) return others
  const lines = indexScript(indexes).map((line) => `      ${line}`)
  return [
    ...(others === '' ? [] : [others]),
    `  INDEX_MISSING  ${indexesOf(indexes.length)}, those of large tables first. Create those of frequent reads: each slows writes.`,
    ...lines,
  ].join('\n')
}

const indexesOf = (count: number): string =>
  count === 1 ? '1 read has no index' : `${count} reads have no index`

/** The contract has errors: the service does not start. */
export class ContractError extends StartError {
  constructor(readonly diagnostics: readonly Diagnostic[]) {
    const count = diagnostics.length === 1 ? '1 problem' : `${diagnostics.length} problems`
    super(`The contract has ${count}:\n${formatDiagnostics(diagnostics)}`)
  }
}

/** Longer names are not compared: computing the distance is quadratic. */
const longestName = 64

/** The candidate that a misspelled name probably means. */
export const nearestName = (wrong: string, candidates: Iterable<string>): string | undefined => {
  if (wrong.length > longestName) return undefined
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(wrong.length / 3)) + 1
  for (const candidate of candidates) {
    const distance = editDistance(wrong.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** `; did you mean 'name'?`, or an empty text when no candidate is near. */
export const didYouMean = (wrong: string, candidates: Iterable<string>): string => {
  const nearest = nearestName(wrong, candidates)
  return nearest === undefined ? '' : `; did you mean '${nearest}'?`
}

/**
 * Levenshtein distance with neighbouring letters swapped counted once, so `naem` is near `name`.
 */
const editDistance = (a: string, b: string): number => {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let cost = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, before[j - 2]! + 1)
      }
      row.push(cost)
    }
    before = previous
    previous = row
  }
  return previous[b.length]!
}
