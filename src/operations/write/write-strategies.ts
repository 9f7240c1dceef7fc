/**
 * The two ways to send a write and the record of its change. Which one a table needs is decided
 * here; what is written is decided by the callers.
 *
 * | strategy   | a write is                                | its change is recorded by       |
 * | ---------- | ----------------------------------------- | ------------------------------- |
 * | `combined` | a part of a statement, which checks it    | the same statement              |
 * | `separate` | a statement, whose result is then checked | a statement of its own after it |
 *
 * A write of a row that is not there, or that a trigger skips, writes nothing. A snapshot does not
 * show which: the version may have changed since. So the transaction is repeated with the record
 * locked, see `WorkState.isCareful`.
 */
import { isUnmet } from '../../database/errors/errors.js'
import type { SqlText, Statement } from '../../foundation/execution/statement.js'
import { canonicalText } from '../../model/kinds/kinds.js'
import type { Sql } from '../../query/sql/sql.js'
import { insertManyStatement, type WrittenRows } from '../../query/statements/batch-statements.js'
import {
  type Recorded,
  type RecordedOperation,
  type Recording,
  recordedInsert,
} from '../../query/statements/record-changes.js'
import {
  type Assignment,
  countingRows,
  holdsStatement,
  insertReturningStatement,
  insertStatement,
  isWritten,
  requiring,
  writtenColumns,
} from '../../query/statements/write-statements.js'
import type { WrittenKey } from '../../query/statements/written-keys.js'
import type { WriteContext } from '../context.js'
import { recordNotFound } from '../read/read.js'
import { recordAlone, recordingOf } from '../work/recording.js'
import { unwritten, type Work } from '../work/work.js'
import { keepPrevious, rememberWritten } from '../work/written-records.js'
import { insertedKeys } from './inserted-keys.js'
import { deferIdLocks, type Precheck } from './locked-records.js'

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
  /** Whether it must write a row, although the record is locked. */
  readonly mustWrite?: boolean
  /**
   * Condition that must hold after it, although the record is locked: it may have become invisible
   * to the caller. Undefined: none, or reading the record back shows it.
   */
  readonly isDone?: Sql | undefined
}

/** An insert of several records. */
interface SetInsert {
  /** The values of each record. */
  readonly rows: readonly (readonly Assignment[])[]
  /** Names of the fields that it sends. */
  readonly fields: readonly string[]
  readonly toStatement: (recorded: Recorded | undefined) => Statement<readonly WrittenKey[]>
}

/** An update or delete of several records. */
interface SetWrite<Result, Part extends Recorded> extends Write<Part> {
  readonly toStatement: (recorded: Part | undefined) => Statement<Result>
  readonly ids: readonly string[]
  /** Those of the records that it wrote. */
  readonly idsOf: (result: Result) => readonly string[]
}

/** What to send before the record is read back. */
interface Insertion {
  /** Undefined if the statements refer to the record that was inserted last. */
  readonly id: string | undefined
  readonly statements: readonly SqlText[]
}

interface WriteStrategy {
  readonly insert: (
    work: Work,
    assignments: readonly Assignment[],
    fields: readonly string[],
  ) => Promise<Insertion>
  /** Returns the keys of the records, in their order. */
  readonly insertSet: (work: Work, insert: SetInsert) => Promise<readonly WrittenKey[]>
  /**
   * Returns the statements to send. They, or the promise, fail if no row is written, unless the
   * record is locked.
   */
  readonly change: <Part extends Recorded>(
    work: Work,
    id: string,
    write: RecordWrite<Part>,
    precheck: Precheck,
  ) => Promise<readonly SqlText[]>
  /** Runs an update or delete of several records. */
  readonly writeSet: <Result, Part extends Recorded>(
    work: Work,
    write: SetWrite<Result, Part>,
  ) => Promise<Result>
}

const combined: WriteStrategy = {
  insert: async (work, assignments, fields) => {
    const { resource } = work.call
    if (work.state.isCareful) {
      const row = rowOf(assignments)
      const [key] = await combined.insertSet(work, {
        rows: [assignments],
        fields,
        toStatement: (recorded) => insertManyStatement(resource, row, recorded),
      })
      return { id: key!.id, statements: [] }
    }
    const recording = recordingOf(work.call)
    const recorded = recording && recordedInsert(recording, resource.entity, fields)
    const onError = (error: unknown) => (isUnmet(error) ? unwritten(work) : undefined)
    return {
      id: undefined,
      statements: [insertStatement(resource, assignments, recorded, onError)],
    }
  },
  insertSet: async (work, { rows, fields, toStatement }) => {
    const { call, transaction } = work
    const recording = recordingOf(call)
    const recorded = recording && recordedInsert(recording, call.resource.entity, fields).toSql()
    const insert = () => transaction.run(toStatement(recorded))
    const { keys, unreturned } = await insertedKeys(work, rows, insert)
    deferAll(work, recordAlone(call, 'create', unreturned, fields))
    return keys
  },
  change: async (work, _id, write, precheck) => {
    const recorded = recordedIn(work.call, write)
    const maySkip = maySkipRow(write, precheck)
    const condition = maySkip ? write.isDone : isWritten
    const statement = requiring(work.call.resource, condition, write.toSql(recorded), recorded)
    const onError = (error: unknown) => {
      if (!isUnmet(error)) return undefined
      return maySkip ? recordNotFound() : unwritten(work)
    }
    return [{ ...statement, onError }]
  },
  writeSet: ({ call, transaction }, write) =>
    transaction.run(write.toStatement(recordedIn(call, write))),
}

const separate: WriteStrategy = {
  insert: async (work, assignments, fields) => {
    const { call, transaction } = work
    const statement = insertReturningStatement(call.resource, assignments)
    const insert = () => transaction.run(statement)
    const { keys } = await insertedKeys(work, [assignments], insert)
    const { id } = keys[0]!
    return { id, statements: recordAlone(call, 'create', [id], fields) }
  },
  insertSet: async (work, { rows, fields, toStatement }) => {
    const { call, transaction } = work
    const insert = () => transaction.run(toStatement(undefined))
    const { keys } = await insertedKeys(work, rows, insert)
    const ids = keys.map(({ id }) => id)
    deferAll(work, recordAlone(call, 'create', ids, fields))
    return keys
  },
  change: async (work, id, write, precheck) => {
    if (!precheck.record) deferIdLocks(work, [id])
    const count = await work.transaction.run(countingRows(write.toSql(undefined)))
    if (count > 0) return recordAlone(work.call, write.operation, [id], write.fields)
    if (!maySkipRow(write, precheck)) throw unwritten(work)
    await requireDone(work, write.isDone)
    return []
  },
  writeSet: async (work, { toStatement, idsOf, operation, fields }) => {
    const result = await work.transaction.run(toStatement(undefined))
    deferAll(work, recordAlone(work.call, operation, idsOf(result), fields))
    return result
  },
}

/** Nobody else changes a locked record: if it is not written, a trigger has skipped the write. */
const maySkipRow = <Part extends Recorded>(
  { mustWrite }: RecordWrite<Part>,
  { record }: Precheck,
): boolean => record !== undefined && !mustWrite

/**
 * Checks the condition under which a write of no row has done what it should.
 *
 * @throws AppError RESOURCE_NOT_FOUND
 */
export const requireDone = async (
  { transaction }: Pick<Work, 'transaction'>,
  condition: Sql | undefined,
): Promise<void> => {
  if (condition && !(await transaction.run(holdsStatement(condition)))) throw recordNotFound()
}

const rowOf = (assignments: readonly Assignment[]): WrittenRows => {
  const written = [...writtenColumns(assignments).values()]
  return { columns: written.map(({ part }) => part), rows: [written.map(({ text }) => text)] }
}

const deferAll = ({ transaction }: Work, statements: readonly SqlText[]): void => {
  for (const statement of statements) transaction.defer(statement)
}

/** Remembers what is written, because its rules are checked later. */
const remembering = (strategy: WriteStrategy): WriteStrategy => ({
  insert: async (work, assignments, fields) => {
    const insertion = await strategy.insert(work, assignments, fields)
    rememberWritten(work, true, () => [insertion.id])
    return insertion
  },
  insertSet: async (work, insert) => {
    const keys = await strategy.insertSet(work, insert)
    rememberWritten(work, true, () => keyIds(work, keys))
    return keys
  },
  change: async (work, id, write, precheck) => {
    if (write.operation !== 'update') return strategy.change(work, id, write, precheck)
    keepPrevious(work, [id])
    const statements = await strategy.change(work, id, write, precheck)
    rememberWritten(work, false, () => [id])
    return statements
  },
  writeSet: async (work, write) => {
    if (write.operation !== 'update') return strategy.writeSet(work, write)
    keepPrevious(work, write.ids)
    const result = await strategy.writeSet(work, write)
    rememberWritten(work, false, () => write.idsOf(result))
    return result
  },
})

const keyIds = ({ call }: Work, keys: readonly WrittenKey[]): readonly string[] =>
  keys.map(({ id }) => canonicalText(call.resource.entity.primaryKey, id))

const strategies = { combined: remembering(combined), separate: remembering(separate) } as const

export const writeStrategyOf = ({
  resource,
  integrity,
}: Pick<WriteContext, 'resource' | 'integrity'>): WriteStrategy =>
  strategies[integrity.isWrittenAlone(resource.entity.table) ? 'separate' : 'combined']

const recordedIn = <Part>(call: WriteContext, { recorded }: Write<Part>): Part | undefined => {
  const recording = recordingOf(call)
  return recording && recorded(recording)
}
