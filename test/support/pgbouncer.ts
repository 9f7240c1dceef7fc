/**
 * PgBouncer in transaction mode between a test and the server of the tests. `PGBOUNCER_PATH` names
 * the program; default: the one of the machine. Without it the tests that need it are skipped.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestConnection } from 'corollary/testing'

const program = process.env['PGBOUNCER_PATH'] ?? '/usr/sbin/pgbouncer'
const { stdout: printed } = spawnSync(program, ['--version'], { encoding: 'utf8' })
const [, release] = /^PgBouncer 1\.(\d+)/.exec(printed ?? '') ?? []

/** False if PgBouncer is not installed. */
export const hasPgBouncer = release !== undefined
/** From 1.21 on it keeps the prepared statements of its clients. */
export const keepsStatements = Number(release) >= 21

/** A part of the title of tests, which says why they are skipped. */
export const needsPgBouncer = hasPgBouncer
  ? `PgBouncer 1.${release}`
  : `PgBouncer (skipped: there is no ${program}; PGBOUNCER_PATH names another)`

export interface Pooler {
  /** The same database through the pooler. */
  readonly connection: TestConnection
  close(): Promise<void>
}

const nobody = { uid: 65_534, gid: 65_534 }

/** It refuses to run as root. The folder of a Unix socket may be that of the server's user only. */
const userFor = async (host: string): Promise<Partial<typeof nobody>> => {
  if (process.getuid?.() !== 0) return {}
  if (!host.startsWith('/')) return nobody
  const { uid, gid } = await stat(host)
  return uid === 0 ? nobody : { uid, gid }
}

/** @param sessions of the server that all clients share */
export const startPooler = async (
  { host, port, user, password, database }: TestConnection,
  sessions: number,
): Promise<Pooler> => {
  const folder = await mkdtemp(join(tmpdir(), 'corollary-pgbouncer-'))
  await chmod(folder, 0o777)
  const file = join(folder, 'pgbouncer.ini')
  const target = `host=${host} port=${port} user=${user} password=${password}`
  const lines = [
    ...['[databases]', `${database} = ${target}`, '[pgbouncer]'],
    ...['pool_mode = transaction', 'auth_type = any', 'listen_addr =', 'listen_port = 6432'],
    ...[`unix_socket_dir = ${folder}`, `default_pool_size = ${sessions}`, 'max_client_conn = 500'],
    ...['log_connections = 0', 'log_disconnections = 0', 'stats_period = 3600'],
  ]
  await writeFile(file, lines.join('\n'))
  const child: ChildProcess = spawn(program, [file], {
    ...(await userFor(host)),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'close')
  let log = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr!.on('data', (text) => {
      log += text
      if (log.includes('process up')) resolve()
    })
    void ended.then(() => reject(new Error(`PgBouncer ended:\n${log}`)))
  })
  return {
    connection: { host: folder, port: 6432, user, password, database },
    close: async () => {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
