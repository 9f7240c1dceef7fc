/**
 * Remembers the records that a transaction has written, and checks their rules at its end, or at
 * the end of an item: on each record as it then is.
 */
import { messageOf } from '../../database/errors/errors.js'
import type { WriteTransaction } from '../../database/transaction/write-transaction.js'
import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import type { SqlText } from '../../foundation/execution/statement.js'
import { groupBy } from '../../foundation/sequences/group-by.js'
import { Phrase } from '../../foundation/text/placeholders.js'
import type { RuleModel } from '../../model/types/rule-model.js'
import type { PreparedResource } from '../../query/statements/prepared-resource.js'
import {
  type BrokenRules,
  brokenRulesIn,
  brokenRulesStatement,
  exceptsCallers,
  inserted,
  keepPreviousStatement,
  requiringRules,
  type WrittenId,
} from '../../query/statements/rule-statements.js'

/** Records that one write has written, and whose rules are not checked yet. */
export interface WrittenRecords {
  readonly resource: PreparedResource
  readonly ids: readonly WrittenId[]
  /** The write has inserted them. */
  readonly isNew: boolean
}

interface Writing {
  readonly call: { readonly resource: PreparedResource }
  readonly state: Checking
}
interface InTransaction {
  readonly transaction: WriteTransaction
}
interface Checking {
  /** In the order of the writes: a savepoint that is undone forgets those after it. */
  readonly written: WrittenRecords[]
}

/** An id that is undefined stands for the record that was inserted last. */
export const rememberWritten = (
  { call: { resource }, state: { written } }: Writing,
  isNew: boolean,
  idsOf: () => readonly (string | undefined)[],
): void => {
  // Most resources have no rules, and their ids need not be read.
  if (resource.rules.length === 0) return
  const ids = idsOf().map((id) => id ?? inserted)
  written.push({ resource, ids, isNew })
}

/**
 * Keeps what records have before they are written, for rules that except callers. What an earlier
 * write of the transaction has kept, or inserted, is not checked yet and stays.
 */
export const keepPrevious = (
  { call: { resource }, state: { written }, transaction }: Writing & InTransaction,
  ids: readonly string[],
): void => {
  if (!resource.rules.some(exceptsCallers)) return
  const unchecked = new Set(
    written.flatMap((records) => (records.resource.key === resource.key ? records.ids : [])),
  )
  const kept = ids.filter((id) => !unchecked.has(id))
  if (kept.length === 0) return
  transaction.defer(keepPreviousStatement(resource, kept, unchecked.has(inserted)))
}

/** Names the record that was inserted last, before another one is. */
export const nameInserted = (
  { call: { resource }, state: { written } }: Writing,
  id: string,
): void => {
  const at = written.findLastIndex(
    (records) => records.resource.key === resource.key && records.ids.includes(inserted),
  )
  if (at >= 0) written[at] = { ...written[at]!, ids: [id] }
}

/** Records of a resource are checked together; what is new has no values before the write. */
const checksOf = (written: readonly WrittenRecords[]): readonly WrittenRecords[] =>
  [
    ...groupBy(
      written.filter(({ resource, ids }) => resource.rules.length > 0 && ids.length > 0),
      ({ resource, isNew }) => `${resource.key} ${isNew}`,
    ).values(),
  ].map((records) => ({
    ...records[0]!,
    ids: [...new Set(records.flatMap(({ ids }) => ids))],
  }))

/** Statements that fail if a record that was written breaks a rule. Forgets the records. */
export const ruleChecks = ({ state: { written } }: Pick<Writing, 'state'>): readonly SqlText[] =>
  checksOf(written.splice(0)).map(({ resource, ...check }) => {
    const onError = (error: unknown) => {
      const broken = brokenRulesIn(messageOf(error))
      return broken && ruleError(resource, broken)
    }
    return { ...requiringRules(resource, check), onError }
  })

/** Checks the rules of what is left, such as of writes that nobody waited for. */
export const checkRules = async (work: Pick<Writing, 'state'> & InTransaction): Promise<void> => {
  const checks = ruleChecks(work)
  if (checks.length === 0) return
  for (const check of checks) work.transaction.defer(check)
  await work.transaction.flush()
}

/** The errors of those records of the resource that break rules, by id. Forgets the records. */
export const brokenRecords = async ({
  call: { resource },
  state: { written },
  transaction,
}: Writing & InTransaction): Promise<ReadonlyMap<string, AppError>> => {
  const ofResource = written.filter((records) => records.resource.key === resource.key)
  const others = written.filter((records) => !ofResource.includes(records))
  written.splice(0, written.length, ...others)
  return brokenAmong(transaction, ofResource)
}

/** The errors of those of these records that break rules, by id. */
export const brokenAmong = async (
  transaction: WriteTransaction,
  written: readonly WrittenRecords[],
): Promise<ReadonlyMap<string, AppError>> => {
  const errors = new Map<string, AppError>()
  for (const { resource, ...check } of checksOf(written)) {
    const broken = await transaction.run(brokenRulesStatement(resource, check))
    for (const [id, places] of broken) errors.set(id, ruleError(resource, places))
  }
  return errors
}

const ruleError = (resource: PreparedResource, broken: BrokenRules): AppError =>
  new AppError(broken.map((place) => ruleProblem(resource.rules[place]!)))

const ruleProblem = ({ name, message, reads, isConcealed }: RuleModel): Problem => {
  const targets = reads.flatMap(({ member }) => member ?? [])
  const [target] = targets
  return isConcealed
    ? problem('concealedRuleBroken', { target })
    : problem('ruleBroken', {
        declared: new Phrase(message.text, message.values),
        ...{ target, rule: name, targets },
      })
}
