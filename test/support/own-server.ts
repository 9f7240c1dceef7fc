/** The server of an own cluster: the embedded one, or one of another version of PostgreSQL. */
import { chmod, chown, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestConnection } from 'corollary/testing'
import pg from 'pg'
import { startEmbeddedPostgres } from '#packages/embedded-postgres'
import { findServerOwner } from '../../packages/embedded-postgres/src/owner.js'
import { runProgram } from '../../packages/embedded-postgres/src/programs.js'

export interface OwnServer {
  readonly connection: TestConnection
  /** A fast shutdown. */
  close(): Promise<void>
}

/** The folder with the programs of another version; `npm run test:postgres-versions` sets it. */
const programs = process.env['TEST_POSTGRES_PROGRAMS']

export const startOwnServer = (dataFolder: string): Promise<OwnServer> =>
  programs ? startWith(programs, dataFolder) : startEmbeddedPostgres({ dataFolder })

const [user, password, database] = ['corollary', 'corollary', 'corollary']

/** The folder has the files of the embedded server: `cluster`, `password` and `server.log`. */
const startWith = async (folder: string, dataFolder: string): Promise<OwnServer> => {
  const cluster = join(dataFolder, 'cluster')
  const owner = await findServerOwner(cluster)
  const run = async (program: string, ...args: readonly string[]): Promise<void> => {
    const { succeeded, output } = await runProgram(join(folder, program), [...args], owner)
    if (!succeeded) throw new Error(`${program} failed:\n${output}`)
  }
  const isNew = !(await stat(cluster).catch(() => undefined))
  if (isNew) await mkdir(cluster, { recursive: true, mode: 0o700 })
  // The server writes its socket and its log into this folder.
  await chmod(dataFolder, 0o777)
  if (isNew) {
    await chown(cluster, owner.uid, owner.gid)
    const passwordFile = join(dataFolder, 'password')
    await writeFile(passwordFile, password, { mode: 0o644 })
    const access = ['-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
    const locale = ['--encoding=UTF8', '--lc-collate=C', '--lc-ctype=C.UTF-8']
    await run('initdb', '-D', cluster, '-U', user, ...access, ...locale, '--no-sync')
  }
  const options = `-c listen_addresses= -c unix_socket_directories=${dataFolder} -c timezone=UTC`
  const log = join(dataFolder, 'server.log')
  await run('pg_ctl', 'start', '-D', cluster, '-s', '-w', '-l', log, '-o', options)
  const connection = { host: dataFolder, port: 5432, user, password, database }
  if (isNew) {
    const client = new pg.Client({ ...connection, database: 'postgres' })
    await client.connect()
    await client.query(`create database ${database}`)
    await client.end()
  }
  return {
    connection,
    close: async () => {
      const runs = await stat(join(cluster, 'postmaster.pid')).catch(() => undefined)
      // A server that was killed leaves its file behind.
      if (runs) await run('pg_ctl', 'stop', '-D', cluster, '-s', '-m', 'fast').catch(() => {})
    },
  }
}
