/**
 * A PostgreSQL server that a test may stop, kill and start again. Its data is durable, as in
 * production: what a COMMIT acknowledged must survive a kill.
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestConnection } from 'corollary/testing'
import { isProcessAlive } from '../../packages/embedded-postgres/src/process-identity.js'
import { type OwnServer, startOwnServer } from './own-server.js'

export interface OwnCluster {
  readonly dataFolder: string
  /** Parameters of connections, which are the same after each start. */
  readonly connection: TestConnection
  /** A fast shutdown: sessions are ended, everything is written. */
  stop(): Promise<void>
  /** Sends kill -9 to the server. The next start recovers the data from the log. */
  kill(): Promise<void>
  /** Starts it after `stop` or `kill`. */
  start(): Promise<void>
  /** Stops it and removes its data. */
  close(): Promise<void>
}

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'corollary-cluster-'))
  // If root runs the tests, the server runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711)
  return folder
}

/** @param given folder with the data of a server. Default: a new folder. */
export const startCluster = async (given?: string): Promise<OwnCluster> => {
  const folder = given ?? (await newFolder())
  const dataFolder = join(folder, 'data')
  let server: OwnServer | undefined = await startOwnServer(dataFolder)
  const { host, port, user, password, database } = server.connection
  const stop = async (): Promise<void> => {
    await server?.close()
    server = undefined
  }
  return {
    dataFolder,
    connection: { host, port, user, password, database },
    stop,
    kill: async () => {
      const pidFile = await readFile(join(dataFolder, 'cluster', 'postmaster.pid'), 'utf8')
      const pid = Number(pidFile.split('\n')[0])
      process.kill(pid, 'SIGKILL')
      while (await isProcessAlive(pid)) await sleep(5)
      await stop()
    },
    start: async () => {
      server = await startOwnServer(dataFolder)
    },
    close: async () => {
      await stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
