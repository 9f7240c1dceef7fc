/**
 * Lists of records that a body repeats from a response. No body can write them, so a changed list
 * is an error instead of a change that is lost.
 */
import { stringify } from 'lossless-json'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { canonicalJson } from '../../foundation/json/canonical-json.js'
import { canonicalText } from '../../model/kinds/kinds.js'
import { recordsStatement } from '../../query/statements/record-statements.js'
import type { Work } from '../work/work.js'

export interface SentList {
  readonly name: string
  readonly value: unknown
}

/** A record, and the lists that a body sends for it. */
export interface RecordLists {
  /** In a create, the record that the body copies; undefined for none. */
  readonly id: string | undefined
  readonly lists: readonly SentList[]
}

/** Null is an empty list. */
export const isEmptyList = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.length === 0)

/** For each record the error of lists that differ from the stored ones; undefined for none. */
export const changedLists = async (
  { call: { resource }, transaction }: Pick<Work, 'call' | 'transaction'>,
  records: readonly RecordLists[],
): Promise<readonly (AppError | undefined)[]> => {
  const ids = records.flatMap(({ id, lists }) => (lists.length > 0 ? (id ?? []) : []))
  if (ids.length === 0) return []
  const { rows } = await transaction.run(
    recordsStatement(resource, ids, resource.prepared.selection()),
  )
  const stored = new Map(
    rows.map(({ id, members }) => [
      canonicalText(resource.entity.primaryKey, id),
      JSON.parse(`{${members}}`) as Readonly<Record<string, unknown>>,
    ]),
  )
  return records.map(({ id = '', lists }) => {
    const changed = lists.filter(({ name, value }) => differ(value, stored.get(id)?.[name] ?? []))
    const problems = changed.map(({ name }) => problem('listNotWritable', { target: name }))
    return problems.length > 0 ? new AppError(problems) : undefined
  })
}

/** @throws AppError REQUEST_PAYLOAD_INVALID if a list differs from the stored one */
export const requireSameLists = async (
  work: Pick<Work, 'call' | 'transaction'>,
  record: RecordLists,
): Promise<void> => {
  const [error] = await changedLists(work, [record])
  if (error) throw error
}

const differ = (sent: unknown, stored: unknown): boolean =>
  isEmptyList(sent) ? !isEmptyList(stored) : comparable(sent) !== canonicalJson(stored)

/** Numbers as JavaScript clients read them. */
const comparable = (value: unknown): string => canonicalJson(JSON.parse(stringify(value) ?? 'null'))
