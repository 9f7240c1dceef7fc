/** Opens the replicas of a primary. */
import pg from 'pg'
import { withPassword } from '../connection/interruption.js'
import { lendConnection } from '../connection/lend-connection.js'
import type { Measurements } from '../connection/measurements.js'
import { detectPooling } from '../connection/pooler.js'
import { Server, type ServerOptions } from '../connection/postgres-server.js'
import { type MemberEvent, Members } from './members.js'
import { ReplicaReads } from './replica-reads.js'

export interface ReplicaOptions {
  readonly addresses: readonly pg.ClientConfig[]
  /** How long a read waits for a replica that has not replayed enough. */
  readonly waitMs: number
  /** Milliseconds by which a read may be behind. Undefined: none; see `Members`. */
  readonly maxLagMs: number | undefined
  /** `auto`: unless a pooler is in between that does not keep prepared statements. */
  readonly preparedStatements: boolean | 'auto'
  /** @param place host and port */
  readonly onEvent: (event: MemberEvent, place: string) => void
}

/** Since the start. */
export interface ReplicaUsage {
  /** Replicas that get reads. */
  readonly ready: number
  /** Reads that a replica could run, by where and why. */
  readonly reads: Readonly<ReplicaReads['counts']>
}

export interface OpenReplicas {
  readonly members: Members
  readonly reads: ReplicaReads
  usage(): ReplicaUsage
}

export const openReplicas = (
  primary: Server,
  options: ServerOptions,
  { addresses, waitMs, maxLagMs, preparedStatements, onEvent }: ReplicaOptions,
  measurements: Measurements,
): OpenReplicas => {
  const open = async (address: pg.ClientConfig): Promise<Server> => {
    const lent = { connection: address, readOnly: false }
    const { isPooled, keepsStatements } = await lendConnection(lent, detectPooling)
    const prepares = preparedStatements === 'auto' ? keepsStatements : preparedStatements
    const detected = { connection: address, isPooled, preparedStatements: prepares }
    return new Server({ ...options, ...detected }, measurements)
  }
  const members = new Members(primary, {
    ...{ addresses, open, maxLagMs },
    onEvent: (event, { connection }) => onEvent(event, placeOf(connection)),
  })
  const reads = new ReplicaReads(members, { waitMs, usesTokens: maxLagMs !== undefined })
  return {
    ...{ members, reads },
    usage: () => ({ ready: members.ready, reads: reads.counts }),
  }
}

const placeOf = (connection: pg.ClientConfig): string => {
  const { host, port } = new pg.Client(withPassword(connection, {}))
  return `${host}:${port}`
}
