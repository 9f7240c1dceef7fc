/**
 * The files of one cluster, below the data folder:
 *
 *     cluster/     what PostgreSQL calls the data directory; owned by the server's user
 *     password     of the one role, mode 0600
 *     server.log   what the server said
 *     lock/        the start lock
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { chown, type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.js'
import { EmbeddedPostgresError } from './embedded-postgres-error.js'
import { explainFileFaults, unlessMissing, useOwnDatabase } from './file-fault.js'
import { entriesOf } from './folders.js'
import { refusedToLend, type ServerOwner } from './owner.js'
import { programFault, runProgram } from './programs.js'

/** The superuser that initdb makes; the service connects as it. */
export const clusterUser = 'corollary'

export interface Cluster {
  /** PostgreSQL's data directory. */
  readonly folder: string
  readonly password: string
  /** Set once by initdb; tells this cluster from every other one. */
  readonly systemIdentifier: string
}

export interface ClusterSetup {
  readonly dataFolder: string
  readonly binaries: Binaries
  readonly owner: ServerOwner
  readonly disposable: boolean
  readonly report: (message: string) => void
}

export function clusterFolder(dataFolder: string): string {
  return join(dataFolder, 'cluster')
}

/** Whether a data folder has a cluster, of whichever version. */
export const hasCluster = async (dataFolder: string): Promise<boolean> =>
  (await readVersion(clusterFolder(dataFolder))) !== undefined

/** Opens the cluster of a data folder, made when missing. The caller holds the start lock. */
export async function prepareCluster(setup: ClusterSetup): Promise<Cluster> {
  const { dataFolder, binaries } = setup
  const folder = clusterFolder(dataFolder)
  return explainFileFaults(`use the data folder ${dataFolder}`, async () => {
    await removeHalfMade(dataFolder)
    await refuseForeignCluster(dataFolder, binaries)
    const found = await readVersion(folder)
    if (found === undefined) await makeCluster(setup, folder)
    else checkVersion(folder, found, binaries)
    return {
      folder,
      password: await readPassword(dataFolder),
      systemIdentifier: await readSystemIdentifier(folder),
    }
  })
}

/** What a killed initdb left. It never counts: only a rename makes `cluster/`. */
async function removeHalfMade(dataFolder: string): Promise<void> {
  for (const name of await entriesOf(dataFolder)) {
    if (!/^(cluster|password)\.new/.test(name)) continue
    // An orphaned initdb may still be writing into it: it fails soon, and the retries outlast it.
    await rm(join(dataFolder, name), { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Refuses a cluster that these programs cannot open. */
function checkVersion(folder: string, found: string, { major, version }: Binaries): void {
  if (found === major) return
  throw new EmbeddedPostgresError(
    `${folder} was made by PostgreSQL ${found}, and this is PostgreSQL ${version}, which cannot ` +
      `open it. Dump and restore: start it with PostgreSQL ${found}, write its content to a file ` +
      `with pg_dump, move the folder away, start again and restore the file with psql. ` +
      useOwnDatabase,
  )
}

/** A cluster of somebody else's making is not ours to run, nor to put another one into. */
async function refuseForeignCluster(dataFolder: string, binaries: Binaries): Promise<void> {
  const found = await readVersion(dataFolder)
  if (found === undefined) return
  checkVersion(dataFolder, found, binaries)
  throw new EmbeddedPostgresError(
    `${dataFolder} is itself a PostgreSQL cluster, not made by Corollary. Choose another data ` +
      'folder, or run that cluster and set DATABASE_URL to it.',
  )
}

/** The major version that made a cluster; undefined where there is none. */
async function readVersion(folder: string): Promise<string | undefined> {
  return (await unlessMissing(readFile(join(folder, 'PG_VERSION'), 'utf8')))?.trim()
}

async function makeCluster(setup: ClusterSetup, folder: string): Promise<void> {
  const { dataFolder, binaries, owner, disposable, report } = setup
  report(`Creating a database cluster in ${folder}`)
  const temporary = `${folder}.new-${randomUUID()}`
  const password = join(dataFolder, 'password.new')
  await writePassword(password, owner)
  await mkdir(temporary, { mode: 0o700 })
  await lend(owner, () => chown(temporary, owner.uid, owner.gid))
  const { succeeded, output } = await runProgram(
    binaries.initdb,
    [
      ...['-D', temporary, '-U', clusterUser, '-A', 'scram-sha-256', `--pwfile=${password}`],
      // The order of C and the case rules of Unicode, the same on every machine and for ever.
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
      ...['--encoding=UTF8', '--no-instructions'],
      // The user is called as the schema of the platform tables: the application's shall not land
      // there.
      ...['-c', 'search_path=public'],
      // Otherwise initdb syncs all it wrote, so that the rename below never shows half a cluster.
      ...(disposable ? ['--no-sync'] : []),
    ],
    owner,
  )
  if (!succeeded) {
    const fault = await programFault('initdb failed.', output, temporary, owner)
    await removeHalfMade(dataFolder)
    throw fault
  }
  // Root's again, so that no process of the server's user reads it.
  if (owner.spawnAs) await chown(password, 0, 0)
  // The password first: a cluster without one could never be opened, the reverse does no harm.
  await rename(password, join(dataFolder, 'password'))
  await rename(temporary, folder)
  await withFile(dataFolder, 'r', (parent) => parent.sync())
}

/** A new random password, in a file that only initdb's user can read. */
async function writePassword(path: string, owner: ServerOwner): Promise<void> {
  await withFile(path, 'wx', async (file) => {
    await file.writeFile(`${randomBytes(24).toString('base64url')}\n`)
    if (owner.spawnAs) await lend(owner, () => file.chown(owner.uid, owner.gid))
    await file.sync()
  })
}

async function readPassword(dataFolder: string): Promise<string> {
  const path = join(dataFolder, 'password')
  const password = (await unlessMissing(readFile(path, 'utf8')))?.trim()
  if (password) return password
  throw new EmbeddedPostgresError(
    `The password of the embedded PostgreSQL is missing: ${path}. Put the file back; or, if its ` +
      `data may be lost, remove ${dataFolder} and start again. ${useOwnDatabase}`,
  )
}

/**
 * From the file itself rather than from a copy of our own, which would be wrong after a backup is
 * put back. `ControlFileData` has begun with these eight bytes since 8.0, in the machine's order:
 * little-endian on every platform that we run on.
 */
async function readSystemIdentifier(folder: string): Promise<string> {
  const control = join(folder, 'global', 'pg_control')
  const bytes = await withFile(control, 'r', (file) => file.read(Buffer.alloc(8), 0, 8, 0))
  return bytes.buffer.readBigInt64LE().toString()
}

async function lend(owner: ServerOwner, work: () => Promise<void>): Promise<void> {
  if (owner.spawnAs === undefined) return
  await work().catch((error) => {
    throw refusedToLend(owner, error)
  })
}

async function withFile<T>(path: string, flags: string, work: (file: FileHandle) => Promise<T>) {
  const file = await open(path, flags, 0o600)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}
