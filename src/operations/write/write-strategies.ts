/**
 * The two ways to send a write and the record of its change. Which one a table needs is decided
 * here; what is written is decided by the callers.
 *
 * | strategy   | a write is                                | its change is recorded by       |
 * | ---------- | ----------------------------------------- | ------------------------------- |
 * | `combined` | a part of a statement, which checks it    | the same statement              |
 * | `separate` | a statement, whose result is then checked | a statement of its own after it |
 */
import { isUnmet } from '../../database/errors.js'
import { memoize } from '../../foundation/memoize.js'
import type { SqlText, Statement } from '../../foundation/statement.js'
import type { EntityModel } from '../../model/types/entity-model.js'
import type { Sql } from '../../query/sql/sql.js'
import {
  type Recorded,
  type RecordedOperation,
  type Recording,
  recordedInsert,
} from '../../query/statements/record-changes.js'
import {
  type Assignment,
  countingRows,
  insertReturningStatement,
  insertStatement,
  keyless,
  requiringRow,
} from '../../query/statements/write-statements.js'
import type { Writing } from '../context.js'
import { recordNotFound } from '../read/read.js'
import { recordAlone, recordingOf } from '../transaction/recording.js'
import type { Work } from '../transaction/work.js'
import { deferIdLocks, type Precheck, stale } from './locked-records.js'

/** A write, and how it is recorded. */
interface Write<Part> {
  readonly operation: RecordedOperation
  /** Names of the fields that it sends. */
  readonly fields: readonly string[]
  /** The part of its statement that records it. */
  readonly recorded: (recording: Recording) => Part
}

/** An update or delete of one record. */
interface RecordWrite<Part extends Recorded> extends Write<Part> {
  readonly toSql: (recorded: Part | undefined) => Sql
}

/** A write of several records. */
interface SetWrite<Result, Part extends Recorded> extends Write<Part> {
  readonly toStatement: (recorded: Part | undefined) => Statement<Result>
  /** The records that it wrote. */
  readonly idsOf: (result: Result) => readonly string[]
}

/** What to send before the record is read back. */
interface Insertion {
  /** Undefined: the statements name the record as the one that was inserted last. */
  readonly id: string | undefined
  readonly statements: readonly SqlText[]
}

interface WriteStrategy {
  readonly insert: (
    work: Work,
    assignments: readonly Assignment[],
    fields: readonly string[],
  ) => Promise<Insertion>
  /** Returns the statements to send. They, or the promise, fail if no row is written. */
  readonly change: <Part extends Recorded>(
    work: Work,
    id: string,
    write: RecordWrite<Part>,
    precheck: Precheck,
  ) => Promise<readonly SqlText[]>
  /** Runs a write of several records. */
  readonly writeSet: <Result, Part extends Recorded>(
    work: Work,
    write: SetWrite<Result, Part>,
  ) => Promise<Result>
}

const combined: WriteStrategy = {
  insert: async ({ call }, assignments, fields) => {
    const { resource } = call
    const recording = recordingOf(call)
    const recorded = recording && recordedInsert(recording, resource.entity, fields)
    const onError = onMissingKey(resource.entity)
    return {
      id: undefined,
      statements: [insertStatement(resource, assignments, recorded, onError)],
    }
  },
  change: async ({ call }, _id, write, precheck) => {
    const recorded = recordedIn(call, write)
    const statement = requiringRow(call.resource, write.toSql(recorded), recorded)
    const onError = (error: unknown) => (isUnmet(error) ? refusalAfter(precheck) : undefined)
    return [{ ...statement, onError }]
  },
  writeSet: ({ call, transaction }, write) =>
    transaction.run(write.toStatement(recordedIn(call, write))),
}

const separate: WriteStrategy = {
  insert: async ({ call, transaction }, assignments, fields) => {
    const id = await transaction.run(insertReturningStatement(call.resource, assignments))
    return { id, statements: recordAlone(call, 'create', [id], fields) }
  },
  change: async (work, id, { toSql, operation, fields }, precheck) => {
    if (!precheck.record) deferIdLocks(work, [id])
    const count = await work.transaction.run(countingRows(toSql(undefined)))
    if (count === 0) throw refusalAfter(precheck)
    return recordAlone(work.call, operation, [id], fields)
  },
  writeSet: async ({ call, transaction }, { toStatement, idsOf, operation, fields }) => {
    const result = await transaction.run(toStatement(undefined))
    const records = recordAlone(call, operation, idsOf(result), fields)
    for (const statement of records) transaction.defer(statement)
    return result
  },
}

export const writeStrategyOf = ({
  resource,
  integrity,
}: Pick<Writing, 'resource' | 'integrity'>): WriteStrategy =>
  integrity.isWrittenAlone(resource.entity.table) ? separate : combined

const recordedIn = <Part>(call: Writing, { recorded }: Write<Part>): Part | undefined => {
  const recording = recordingOf(call)
  return recording && recorded(recording)
}

/** The error for a write of no row: a record that is known and locked is not stale. */
const refusalAfter = ({ record }: Precheck) => (record ? recordNotFound() : stale())

/** Made once, like everything of a create that does not depend on its values. */
const onMissingKey = memoize(
  ({ table }: EntityModel) =>
    (error: unknown) =>
      isUnmet(error) ? keyless(table) : undefined,
)
