/**
 * Errors of the nodes of a Citus cluster. The coordinator passes the message of a node on, and
 * nothing else: names are in the message only, as they are on a shard. For an INSERT of many rows,
 * even the code is lost.
 */
import type pg from 'pg'

/** The code that Citus gives to the error of a node that it copies rows to. */
const internalError = 'XX000'
const reporter = 'ReportCopyError'

/** Messages of PostgreSQL, with their codes. */
const messages: readonly (readonly [part: RegExp, state: string])[] = [
  [/ violates not-null constraint$/, '23502'],
  [/ violates RESTRICT setting of foreign key constraint "/, '23001'],
  [/ violates foreign key constraint "/, '23503'],
  [/ violates unique constraint "/, '23505'],
  [/ violates check constraint "/, '23514'],
  [/ violates exclusion constraint "/, '23P01'],
  [/^deadlock detected$/, '40P01'],
  [/^canceling statement due to lock timeout$/, '55P03'],
  [/^canceling statement due to statement timeout$/, '57014'],
]

const connectionFailure = '08006'
/** Routines of Citus that report a lost node with another code than that of a lost connection. */
const lostNode: Readonly<Record<string, readonly string[]>> = {
  XX000: ['MarkRemoteTransactionFailed'],
  '58030': ['SendCopyDataToPlacement', 'EndRemoteCopy', 'ReportCopyError'],
}

/** SQLSTATE of an error, also where Citus has lost it. */
export const stateOf = ({ code, routine, message }: pg.DatabaseError): string | undefined => {
  if (routine !== undefined && lostNode[code ?? '']?.includes(routine)) return connectionFailure
  return code === internalError && routine === reporter
    ? (messages.find(([part]) => part.test(message))?.[1] ?? code)
    : code
}

/** What the message of a violated constraint names; empty texts where it does not. */
export const namesIn = (
  message: string,
): {
  readonly table: string
  readonly constraint: string
  readonly column: string | undefined
} => ({
  // Of two tables, the last one has the constraint.
  table: [...message.matchAll(/ (?:table|relation) "([^"]+)"/g)].at(-1)?.[1] ?? '',
  constraint: / constraint "([^"]+)"/.exec(message)?.[1] ?? '',
  column: /^null value in column "([^"]+)" of relation "/.exec(message)?.[1],
})

/** Names on a shard end in its number. */
const shardSuffix = /_\d{6,}$/
/** A long name is cut, and has a digest before the number. */
const cutName = /_[0-9a-f]{8}$/

/** Whether a table or constraint has this name on a shard. */
export const isOnShard = (name: string, onShard: string): boolean => {
  const whole = onShard.replace(shardSuffix, '')
  if (whole === name) return true
  const cut = whole.replace(cutName, '')
  return cut !== whole && cut.length < name.length && name.startsWith(cut)
}
