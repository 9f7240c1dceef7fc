/** Creates or changes records inside a transaction: hook, references, statements, result. */
import type { SqlText } from '../../foundation/execution/statement.js'
import type { WriteShapeModel } from '../../model/types/write-model.js'
import { linkStatements, linksDiffer } from '../../query/statements/link-statements.js'
import { recordedUpdate } from '../../query/statements/record-changes.js'
import { updateSql } from '../../query/statements/write-statements.js'
import type { RecordRow } from '../read/read.js'
import type { Send, Work } from '../work/work.js'
import { type NamedOperation, runBeforeWrite } from './before-write.js'
import { withFilled } from './filled-columns.js'
import { checkKey } from './kept-key.js'
import type { Precheck } from './locked-records.js'
import { touchOwners } from './owners.js'
import { readBack } from './read-back.js'
import { checkReferences } from './references.js'
import { writeSets } from './write-sets.js'
import { writeStrategyOf } from './write-strategies.js'
import { type WriteValues, writesSomething } from './write-values.js'

/** @throws AppError DATA_INTEGRITY_VIOLATION, ACCESS_DENIED, BUSINESS_RULE_VIOLATION */
export const insertRecord = async (
  work: Work,
  shape: WriteShapeModel,
  sent: WriteValues,
  send?: Send,
): Promise<RecordRow> => {
  const { call, transaction } = work
  const filled = withFilled(call, sent)
  const values = await runBeforeWrite(work, { id: 'create' }, undefined, filled)
  await touchOwners(work, [{ values, record: undefined }])
  if (values.owned.length > 0) {
    const id = await writeWithLists(work, shape, values)
    return readBack(work, id, [], send)
  }
  await checkReferences(call, { shape, values, previous: {} }, transaction)
  const strategy = writeStrategyOf(call)
  const { id, statements } = await strategy.insert(work, values.assignments, fieldsOf(values))
  return readBack(work, id, [...statements, ...linksOf(work, id, values)], send)
}

/**
 * Changes a record and reads it back.
 *
 * @throws AppError RESOURCE_NOT_FOUND, DATA_INTEGRITY_VIOLATION, ACCESS_DENIED,
 * BUSINESS_RULE_VIOLATION
 */
export const changeRecord = async (
  work: Work,
  operation: NamedOperation,
  shape: WriteShapeModel,
  id: string,
  sent: WriteValues,
  precheck: Precheck,
  send?: Send,
): Promise<RecordRow> =>
  readBack(work, id, await changesOf(work, operation, shape, id, sent, precheck), send)

/**
 * Changes a record without reading it back. Returns whether anything was to be changed.
 *
 * @throws AppError as `changeRecord`
 */
export const writeChanges = async (...change: Parameters<typeof changesOf>): Promise<boolean> => {
  const [{ transaction }] = change
  const statements = await changesOf(...change)
  for (const statement of statements) transaction.defer(statement)
  await transaction.flush()
  return statements.length > 0
}

/** The statements that change a record. */
const changesOf = async (
  work: Work,
  operation: NamedOperation,
  shape: WriteShapeModel | undefined,
  id: string,
  sent: WriteValues,
  precheck: Precheck,
): Promise<readonly SqlText[]> => {
  const { call, transaction } = work
  const { resource } = call
  const { entity } = resource
  const { record, versions } = precheck
  const values = await runBeforeWrite(work, operation, record, sent)
  const { assignments, links } = values
  if (!writesSomething(values)) return []
  await touchOwners(work, [{ values, record }])
  if (shape && values.owned.length > 0) {
    await writeWithLists(work, shape, values, { id, ...precheck })
    return []
  }
  checkKey(entity, id, assignments, shape)
  await checkReferences(call, { shape, values, previous: record ?? {} }, transaction)
  const writes = await writeStrategyOf(call).change(
    work,
    id,
    {
      operation: 'update',
      fields: fieldsOf(values),
      recorded: (recording) =>
        recordedUpdate(
          recording,
          entity,
          assignments.map(({ column }) => column),
          links.map(({ relation, ids }) => ({
            field: relation.field,
            differ: linksDiffer(resource, relation, id, ids),
          })),
        ),
      toSql: (recorded) =>
        updateSql(resource, id, assignments, versions, recorded, record !== undefined),
    },
    precheck,
  )
  return [...writes, ...linksOf(work, id, values)]
}

/** Writes a record together with the rows that it owns, as a set of one. Returns its id. */
const writeWithLists = async (
  work: Work,
  shape: WriteShapeModel,
  values: WriteValues,
  stored?: Precheck & { readonly id: string },
): Promise<string> => {
  const item = { index: 0, record: stored, shape, values, place: '' }
  const records = stored?.record ? new Map([[stored.id, stored.record]]) : new Map()
  try {
    const outcome = await writeSets(work, [item], records)
    if ('failures' in outcome) throw outcome.failures.get(0)!
    return outcome.keys.get(0)!.id
  } catch (error) {
    work.state.partlyWritten = error as Error
    throw error
  }
}

/** Names of the fields that a write sends. */
const fieldsOf = ({ assignments, links }: WriteValues): readonly string[] => [
  ...assignments.map(({ column }) => column.field),
  ...links.map(({ relation }) => relation.field),
]

/** The statements that write links. Without an id, they link the record that was inserted last. */
const linksOf = (
  { call }: Work,
  id: string | undefined,
  { links }: WriteValues,
): readonly SqlText[] =>
  links.flatMap(({ relation, ids }) => linkStatements(call.resource, relation, id, ids))
