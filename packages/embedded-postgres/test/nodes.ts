/** Shared by tests of the embedded server: temporary folders, and nodes in other processes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readFile, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type Pool } from 'pg'
import { inject } from 'vitest'
import { copyCluster } from '../../../test/support/copy-cluster.js'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../src/index.js'
import { isProcessAlive } from '../src/process-identity.js'

export const isRoot = process.getuid?.() === 0
/** An ordinary user for a node that root starts: nobody, on every Linux. */
export const ordinaryUser = { uid: 65534, gid: 65534 }

/** Whether the ordinary user may read a file: not below a private folder, as `mktemp -d` makes. */
export const isReadableToAll = async (file: string): Promise<boolean> => {
  const read = `require('node:fs').accessSync(${JSON.stringify(file)})`
  const reader = spawn(process.execPath, ['-e', read], { ...ordinaryUser, stdio: 'ignore' })
  const [code] = await once(reader, 'exit')
  return code === 0
}

const servers = new Set<EmbeddedPostgres>()
const children = new Set<ChildProcess>()
const folders = new Set<string>()

/** A folder that the server's user can access; removed after the test. */
export async function temporaryFolder(owner?: { uid: number; gid: number }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'corollary-embedded-'))
  folders.add(folder)
  await chmod(folder, 0o711)
  if (owner) await chown(folder, owner.uid, owner.gid)
  return folder
}

/** A data folder that does not exist yet. */
export async function newDataFolder(): Promise<string> {
  return join(await temporaryFolder(), 'data')
}

/** A data folder with a database that was closed. */
export async function usedDataFolder(): Promise<string> {
  return copyCluster(await temporaryFolder())
}

/** A node in this process. Its data is temporary unless a test chooses otherwise. */
export async function startNode(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ disposable: true, ...options })
  servers.add(server)
  return server
}

export interface OtherNode {
  readonly process: ChildProcess
  /** The next line of its output; fails if the process ends instead. */
  nextLine(): Promise<string>
  /** Sends kill -9, and waits for the end of the process. */
  kill(): Promise<void>
  /** Waits for its end; returns its exit code. */
  ended(): Promise<number | null>
}

/** A node in a separate process (`hold-server.ts`). */
export function spawnNode(
  dataFolder: string,
  flags: readonly string[] = [],
  options: { uid?: number; gid?: number; env?: NodeJS.ProcessEnv; detached?: boolean } = {},
): OtherNode {
  const script = join(inject('builtPackage'), 'packages/embedded-postgres/test/hold-server.js')
  const args = [script, dataFolder, ...flags]
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
  const child = spawn(process.execPath, args, { ...options, stdio })
  children.add(child)
  const exited = once(child, 'close')
  let errors = ''
  child.stderr.on('data', (text) => {
    errors += text
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return {
    process: child,
    nextLine: async () => {
      const { value, done } = await lines.next()
      if (done) throw new Error(`The node ended: ${errors}`)
      return value
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
    ended: async () => (await exited)[0],
  }
}

export async function query<T>(server: EmbeddedPostgres, sql: string): Promise<T[]> {
  const client = new Client(server.connection)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** `end` alone does not wait until the connection of a pool is closed. */
export async function endPool(pool: Pool): Promise<void> {
  const closed = once(pool, 'remove')
  await pool.end()
  await closed
}

/** The pid of a running server, or undefined. */
export async function serverPid(dataFolder: string): Promise<number | undefined> {
  const file = join(dataFolder, 'cluster', 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Number(text.split('\n')[0])
}

/**
 * A zombie is not running: the parent of an adopted server is the system, which may reap it late.
 */
export async function isRunning(pid: number | undefined): Promise<boolean> {
  return pid !== undefined && isProcessAlive(pid)
}

/** Ends everything that a test started, and removes its folders, also after a failure. */
export async function endEverything(): Promise<void> {
  for (const child of children) child.kill('SIGKILL')
  for (const server of servers) await server.close().catch(() => {})
  for (const folder of folders) {
    await endServer(join(folder, 'data'))
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  for (const set of [children, servers, folders]) set.clear()
}

/** The remains of a killed node: its server, and the folder of its socket. */
async function endServer(dataFolder: string): Promise<void> {
  const file = join(dataFolder, 'cluster', 'postmaster.pid')
  const [pid, , , , socketFolder] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  if (!pid || !(await isRunning(Number(pid)))) return
  process.kill(Number(pid), 'SIGINT')
  while (await isRunning(Number(pid))) await sleep(20)
  if (socketFolder) await rmdir(socketFolder).catch(() => {})
}
