/** Streaming replicas of a test's own PostgreSQL server. */
import { execFile } from 'node:child_process'
import { chmod, chown, cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type OwnCluster, startCluster } from './own-cluster.js'

const run = promisify(execFile)

/** The file belongs to the user that the server runs as. */
const write = async (folder: string, name: string, text: string): Promise<void> => {
  const file = join(folder, name)
  await writeFile(file, text)
  const { uid, gid } = await stat(folder)
  await chown(file, uid, gid)
}

/** PostgreSQL 15 renamed them. */
const backupFunctions = async (
  client: pg.Client,
): Promise<readonly [start: string, stop: string]> => {
  const { rows } = await client.query('show server_version_num')
  return Number(rows[0].server_version_num) < 150_000
    ? [`pg_start_backup('replica', true, false)`, 'pg_stop_backup(false)']
    : [`pg_backup_start('replica', true)`, 'pg_backup_stop()']
}

/**
 * Copies the data of a running server, as `pg_basebackup` does, and starts a replica on it. One
 * after the other: the server keeps no log for a replica that has not begun to read it.
 */
export const startReplica = async (primary: OwnCluster): Promise<OwnCluster> => {
  const folder = await mkdtemp(join(tmpdir(), 'corollary-replica-'))
  await chmod(folder, 0o711)
  const data = join(folder, 'data')
  const copy = join(data, 'cluster')
  await mkdir(data)
  await cp(join(primary.dataFolder, 'password'), join(data, 'password'))
  const client = new pg.Client(primary.connection)
  await client.connect()
  try {
    const [start, stop] = await backupFunctions(client)
    await client.query(`select ${start}`)
    // The copy keeps owners and modes.
    await run('cp', ['-a', join(primary.dataFolder, 'cluster'), copy])
    const { rows } = await client.query(`select labelfile from ${stop}`)
    await write(copy, 'backup_label', rows[0].labelfile)
  } finally {
    await client.end()
  }
  await rm(join(copy, 'postmaster.pid'))
  await run('sh', ['-c', `rm -rf '${copy}'/pg_wal/*`])
  const { host, port, user, password } = primary.connection
  const upstream = `host=${host} port=${port} user=${user} password=${password}`
  const settings = `primary_conninfo = '${upstream}'\nwal_retrieve_retry_interval = 100\n`
  await write(copy, 'postgresql.auto.conf', settings)
  await write(copy, 'standby.signal', '')
  return startCluster(folder)
}
