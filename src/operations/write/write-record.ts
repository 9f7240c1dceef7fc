/**
 * Creates, changes or removes records inside a transaction: hook, references, statements, result.
 */
import type { SqlText } from '../../foundation/execution/statement.js'
import type { WriteShapeModel } from '../../model/types/resource-model.js'
import {
  linkStatements,
  linksDiffer,
  unlinkStatements,
} from '../../query/statements/link-statements.js'
import { recordedDelete, recordedUpdate } from '../../query/statements/record-changes.js'
import {
  deleteManyStatement,
  deleteSql,
  noneHidden,
  updateSql,
} from '../../query/statements/write-statements.js'
import type { RecordRow } from '../read/read.js'
import type { Send, Work } from '../work/work.js'
import { type NamedOperation, runBeforeWrite } from './before-write.js'
import { checkKey } from './kept-key.js'
import type { LockedRecord, Precheck } from './locked-records.js'
import { readBack, readDatasetVersion } from './read-back.js'
import type { WriteValues } from './read-body.js'
import { checkReferences } from './references.js'
import { removeLinked } from './remove-linked.js'
import { requireDone, writeStrategyOf } from './write-strategies.js'

const nothing: WriteValues = { assignments: [], links: [], lists: [] }

/** @throws AppError DATA_INTEGRITY_VIOLATION, ACCESS_DENIED, BUSINESS_RULE_VIOLATION */
export const insertRecord = async (
  work: Work,
  shape: WriteShapeModel,
  sent: WriteValues,
  send?: Send,
): Promise<RecordRow> => {
  const { call, transaction } = work
  const values = await runBeforeWrite(work, { id: 'create' }, undefined, sent)
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
  if (assignments.length + links.length === 0) return []
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

/**
 * Removes locked records, all or none.
 *
 * @throws AppError as `changeRecord`
 */
export const removeRecords = async (
  work: Work,
  ids: readonly string[],
  records: ReadonlyMap<string, LockedRecord>,
): Promise<void> => {
  for (const record of records.values()) await runDeleteHook(work, record)
  const { resource } = work.call
  const remove = (removed: readonly string[]) =>
    writeStrategyOf(work.call).writeSet(work, {
      operation: 'delete',
      fields: [],
      recorded: (recording) => recordedDelete(recording, resource.entity),
      toStatement: (recorded) => deleteManyStatement(resource, removed, recorded),
      idsOf: () => removed,
    })
  const count = await removeLinked(work, ids, remove)
  // Other rows that decide about visibility may have changed since they were locked.
  if (count < ids.length) await requireDone(work, noneHidden(resource, ids))
}

/** Removes a record and returns the dataset version. @throws AppError as `changeRecord` */
export const removeRecord = async (
  work: Work,
  id: string,
  precheck: Precheck,
  send: Send,
): Promise<string | null> => {
  const { record, versions } = precheck
  const { resource } = work.call
  if (record && work.state.isCareful) {
    await removeRecords(work, [id], new Map([[id, record]]))
    return readDatasetVersion(work, [], send)
  }
  if (record) await runDeleteHook(work, record)
  const unlinks = unlinkStatements(resource, [id])
  for (const unlink of unlinks) work.transaction.defer(unlink)
  const writes = await writeStrategyOf(work.call).change(
    work,
    id,
    {
      operation: 'delete',
      fields: [],
      recorded: (recording) => recordedDelete(recording, resource.entity),
      toSql: (recorded) => deleteSql(resource, [id], versions, recorded),
      mustWrite: unlinks.length > 0,
      isDone: noneHidden(resource, [id]),
    },
    precheck,
  )
  return readDatasetVersion(work, writes, send)
}

const runDeleteHook = (work: Work, record: LockedRecord): Promise<unknown> =>
  runBeforeWrite(work, { id: 'delete' }, record, nothing)
