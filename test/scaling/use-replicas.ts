/** A primary with two replicas of its own, on the sample company, and what nodes read there. */
import type { TestConnection } from 'corollary/testing'
import pg from 'pg'
import { prepareDatabase } from '../../examples/people/database/seed.js'
import { databaseUrl } from '../support/database.js'
import { type OwnCluster, startCluster } from '../support/own-cluster.js'
import { startReplica } from '../support/replicas.js'
import { until } from '../webhooks/receiver.js'
import type { Node } from './use-nodes.js'

export interface Replicas {
  readonly primary: OwnCluster
  readonly replicas: readonly OwnCluster[]
  /** Settings of a node that reads there. */
  readonly settings: Readonly<Record<string, string>>
  /** It is closed with the servers. */
  connect(connection: TestConnection): Promise<pg.Client>
  /** Until the returned function is called, they replay nothing. */
  pauseReplay(...paused: readonly OwnCluster[]): Promise<() => Promise<void>>
  close(): Promise<void>
}

export const startReplicas = async (): Promise<Replicas> => {
  const clients: pg.Client[] = []
  const connect: Replicas['connect'] = async (connection) => {
    const client = new pg.Client(connection)
    client.on('error', () => undefined)
    clients.push(client)
    await client.connect()
    return client
  }
  const primary = await startCluster()
  const client = await connect(primary.connection)
  await prepareDatabase({ client, args: ['--edge-cases', '--employees', '60'], report: () => {} })
  const replicas: OwnCluster[] = []
  for (let count = 0; count < 2; count++) replicas.push(await startReplica(primary))
  const urls = replicas.map(({ connection }) => databaseUrl(connection))
  return {
    ...{ primary, replicas, connect },
    settings: { PLATFORM_DATABASE_READ_URLS: urls.join(',') },
    pauseReplay: async (...paused) => {
      const sessions = await Promise.all(paused.map(({ connection }) => connect(connection)))
      const run = (sql: string) => Promise.all(sessions.map((session) => session.query(sql)))
      await run('select pg_wal_replay_pause()')
      return async () => void (await run('select pg_wal_replay_resume()'))
    },
    close: async () => {
      for (const client of clients) await client.end().catch(() => undefined)
      for (const server of [primary, ...replicas]) await server.close()
    },
  }
}

type Reads = Record<'ready' | 'replica' | 'primary' | 'behind' | 'failed', number>

export const readsOf = async (node: Node): Promise<Reads> => {
  const text = await (await node.send('GET', '/metrics')).text()
  const count = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))!
        .split(' ')[1],
    )
  const of = (result: string) => count(`database_replica_reads_total{result="${result}"}`)
  const ready = count('database_replicas_ready')
  return {
    ready,
    ...{ replica: of('replica'), primary: of('primary') },
    ...{ behind: of('behind'), failed: of('failed') },
  }
}

/** Waits until each of the nodes reads at so many replicas. */
export const allReady = (nodes: readonly Node[], count: number): Promise<void> =>
  until(async () => (await Promise.all(nodes.map(readsOf))).every(({ ready }) => ready === count))
