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
  requiringRules,
  rulesOver,
  type WrittenId,
} from '../../query/statements/rule-statements.js'

/** Records of a resource whose rules are not checked yet. */
export interface WrittenRecords {
  readonly resource: PreparedResource
  readonly ids: Set<WrittenId>
  /** Names of the fields that were written. */
  readonly fields: Set<string>
}

interface Writing {
  readonly call: { readonly resource: PreparedResource }
  readonly state: Checking
}
interface Checking {
  /** By the key of their resource. */
  readonly written: Map<string, WrittenRecords>
}

/** An id that is undefined stands for the record that was inserted last. */
export const rememberWritten = (
  { call: { resource }, state: { written } }: Writing,
  fields: readonly string[],
  idsOf: () => readonly (string | undefined)[],
): void => {
  // Most resources have no rules, and their ids need not be read.
  if (resource.rules.length === 0) return
  const records = written.get(resource.key) ?? {
    resource,
    ids: new Set<WrittenId>(),
    fields: new Set<string>(),
  }
  written.set(resource.key, records)
  for (const id of idsOf()) records.ids.add(id ?? inserted)
  for (const field of fields) records.fields.add(field)
}

/** Names the record that was inserted last, before another one is. */
export const nameInserted = (
  { call: { resource }, state: { written } }: Writing,
  id: string,
): void => {
  const ids = written.get(resource.key)?.ids
  ids?.delete(inserted)
  ids?.add(id)
}

/** Statements that fail if a record that was written breaks a rule. Forgets the records. */
export const ruleChecks = ({ state: { written } }: Pick<Writing, 'state'>): readonly SqlText[] => {
  const checks = [...written.values()].flatMap(({ resource, ids, fields }): readonly SqlText[] => {
    const rules = rulesOver(resource, fields)
    if (rules.length === 0) return []
    const onError = (error: unknown) => {
      const broken = brokenRulesIn(messageOf(error))
      return broken && ruleError(resource, broken)
    }
    return [{ ...requiringRules(resource, { ids: [...ids], rules }), onError }]
  })
  written.clear()
  return checks
}

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
export const brokenRecords = async (
  work: Writing & { readonly transaction: WriteTransaction },
): Promise<ReadonlyMap<string, AppError>> => {
  const { key } = work.call.resource
  const records = work.state.written.get(key)
  work.state.written.delete(key)
  return records ? brokenAmong(work, [...records.ids], records.fields) : new Map()
}

/** The errors of those records that break rules, by id. They are checked again at the end. */
export const brokenAmong = async (
  {
    call: { resource },
    transaction,
  }: Pick<Writing, 'call'> & { readonly transaction: WriteTransaction },
  ids: readonly WrittenId[],
  fields: ReadonlySet<string>,
): Promise<ReadonlyMap<string, AppError>> => {
  const rules = rulesOver(resource, fields)
  if (rules.length === 0 || ids.length === 0) return new Map()
  const broken = await transaction.run(brokenRulesStatement(resource, { ids, rules }))
  return new Map([...broken].map(([id, places]) => [id, ruleError(resource, places)]))
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
