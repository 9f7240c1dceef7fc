/**
 * Places in the log of a primary server, and what a server knows of them. A replica that has
 * replayed the log up to a place shows everything that was committed before it.
 */
import {
  type Row,
  type SqlText,
  type Statement,
  unmetSetting,
} from '../../foundation/execution/statement.js'

/** As PostgreSQL prints it: `0/16B3748`. */
export type LogPosition = string

/**
 * What this server has committed. A commit that does not wait for the disk is visible before it is
 * flushed.
 */
const committed = `case when current_setting('synchronous_commit') = 'off'
  then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end`

/** The history of the log, which each promotion begins anew. */
const timeline = `('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int`

export const positionStatement: Statement<LogPosition> = {
  ...{ name: 'position of the log', text: `select ${committed}`, values: [] },
  decode: ([row]) => row![0]!,
}

/** The place in the log of all that has been visible at a server, now or before. */
export interface SeenPlace {
  /** Undefined at a replica. */
  readonly timeline: number | undefined
  readonly position: LogPosition
}

/**
 * Run after a statement, or after a commit: its place comes after all that was visible there. A
 * replica shows a commit before it counts its record as replayed, so the place is what it has
 * received.
 */
export const seenStatement: Statement<SeenPlace> = {
  name: 'place of what was seen',
  text: `select case when not pg_is_in_recovery() then ${timeline} end,
    case when pg_is_in_recovery()
      then greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) else ${committed} end`,
  values: [],
  decode: ([row]: readonly Row[]) => {
    const [timeline, position] = row!
    return { timeline: timeline === null ? undefined : Number(timeline), position: position! }
  },
}

/**
 * Fails with `isUnmet` if the server has not replayed its log so far. A statement of its own,
 * before the one that reads: within one statement the log might be replayed after the snapshot was
 * taken.
 */
export const hasReplayed = (position: LogPosition): SqlText => ({
  name: 'has replayed',
  text: `select case when pg_last_wal_replay_lsn() >= $1::pg_lsn then 1
    else current_setting('${unmetSetting}')::int end`,
  values: [position],
})

/** A server at one moment. */
export interface ServerState {
  /** Identifies the cluster: replicas have that of their primary. */
  readonly system: string
  /**
   * The history of the log. Of a replica, as its last restartpoint knows it: that may be late,
   * never early.
   */
  readonly timeline: number
  readonly isReplica: boolean
  /** Committed, or replayed. */
  readonly position: LogPosition
}

export const stateStatement: Statement<ServerState> = {
  name: 'state of a server',
  text: `select system.system_identifier::text, pg_is_in_recovery(),
    case when pg_is_in_recovery() then checkpoint.timeline_id
      else ${timeline} end,
    case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else ${committed} end
  from pg_control_system() as system, pg_control_checkpoint() as checkpoint`,
  values: [],
  decode: ([row]: readonly Row[]) => {
    const [system, isReplica, timeline, position] = row!
    return {
      system: system!,
      isReplica: isReplica === 't',
      timeline: Number(timeline),
      // A replica that has replayed nothing yet.
      position: position ?? '0/0',
    }
  },
}

/** Whether the first position is the second one, or comes after it. */
export const isReached = (position: LogPosition, wanted: LogPosition): boolean =>
  digitsOf(position) >= digitsOf(wanted)

/** 16 hexadecimal digits: as texts they have the order of positions. */
export const digitsOf = (position: LogPosition): string =>
  position
    .split('/')
    .map((half) => half.toLowerCase().padStart(8, '0'))
    .join('')
