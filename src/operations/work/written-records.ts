/**
 * Remembers the records that a transaction has written, and checks their rules at its end, or at
 * the end of an item: on each record as it then is.
 */
import { messageOf } from '../../database/errors/errors.js'
import type { WriteTransaction } from '../../database/transaction/write-transaction.js'
import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import type { SqlText } from '../../foundation/execution/statement.js'
import type { RuleModel } from '../../model/types/resource-model.js'
import type { PreparedResource } from '../../query/statements/prepared-resource.js'
import {
  type BrokenRules,
  brokenRulesIn,
  brokenRulesStatement,
  inserted,
  type RuleCheck,
  requiringRules,
  rulesOver,
  type WrittenId,
} from '../../query/statements/rule-statements.js'

/** Records that one write has written, and whose rules are not checked yet. */
export interface WrittenRecords {
  readonly resource: PreparedResource
  readonly ids: readonly WrittenId[]
  /** Names of the fields that were written. */
  readonly fields: ReadonlySet<string>
}

interface Writing {
  readonly call: { readonly resource: PreparedResource }
  readonly state: Checking
}
interface Checking {
  /** In the order of the writes: a savepoint that is undone forgets those after it. */
  readonly written: WrittenRecords[]
}

/** An id that is undefined stands for the record that was inserted last. */
export const rememberWritten = (
  { call: { resource }, state: { written } }: Writing,
  fields: readonly string[],
  idsOf: () => readonly (string | undefined)[],
): void => {
  // Most resources have no rules, and their ids need not be read.
  if (resource.rules.length === 0) return
  const ids = idsOf().map((id) => id ?? inserted)
  written.push({ resource, ids, fields: new Set(fields) })
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

/** Records of a resource, and the rules that their writes can have broken. */
interface Check extends RuleCheck {
  readonly resource: PreparedResource
}

/** Records whose writes can have broken the same rules are checked together. */
const checksOf = (written: readonly WrittenRecords[]): readonly Check[] => {
  const checks = new Map<string, { check: Omit<Check, 'ids'>; ids: Set<WrittenId> }>()
  for (const { resource, ids, fields } of written) {
    const rules = rulesOver(resource, fields)
    if (rules.length === 0 || ids.length === 0) continue
    const key = JSON.stringify([resource.key, rules.map(({ name }) => name)])
    const found = checks.get(key) ?? { check: { resource, rules }, ids: new Set() }
    checks.set(key, found)
    for (const id of ids) found.ids.add(id)
  }
  return [...checks.values()].map(({ check, ids }) => ({ ...check, ids: [...ids] }))
}

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
export const checkRules = async (
  work: Pick<Writing, 'state'> & { readonly transaction: WriteTransaction },
): Promise<void> => {
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
}: Writing & { readonly transaction: WriteTransaction }): Promise<
  ReadonlyMap<string, AppError>
> => {
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
  new AppError(broken.map((place) => ruleProblem(resource, resource.rules[place]!)))

const ruleProblem = (
  { translate }: PreparedResource,
  { name, message, reads, isConcealed }: RuleModel,
): Problem => {
  const targets = reads.flatMap(({ member }) => member ?? [])
  const [target] = targets
  return isConcealed
    ? problem('concealedRuleBroken', { target })
    : problem('ruleBroken', {
        declared: translate(message.text, message.values),
        ...{ target, rule: name, targets },
      })
}
