/**
 * The PostgreSQL programs: found in an optional package, copied once into a cache folder.
 *
 * The copy solves three problems: a package's install script, which would create the links between
 * libraries, may be blocked; `node_modules` may be read-only; and a checkout in root's home
 * is closed to the user that the server runs as.
 */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import {
  chmod,
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error.js'
import { errorCode, explainFileFaults, unlessMissing, useOwnDatabase } from './file-fault.js'
import { cacheFolder, entriesOf, makeSharedFolder } from './folders.js'
import { isRoot } from './owner.js'

export interface Binaries {
  /** `18.4`, as the server reports it. */
  readonly version: string
  /** `18`: the only content of a data folder's PG_VERSION that these programs can open. */
  readonly major: string
  readonly initdb: string
  readonly pgCtl: string
  readonly postgres: string
}

interface BinaryPackage {
  readonly folder: string
  readonly version: string
  /** `postgres-18.4.0-linux-x64`: another version or platform never meets this copy. */
  readonly cacheName: string
}

/** Programs ready to run, unpacked at first use. Safe to call from many processes at once. */
export async function prepareBinaries(report: (message: string) => void): Promise<Binaries> {
  const source = await findBinaryPackage()
  const [major = '', minor = ''] = source.version.split('.')
  const version = `${major}.${minor}`
  const target = join(cacheFolder(), source.cacheName)
  if ((await unlessMissing(stat(target))) === undefined) {
    report(`Unpacking PostgreSQL ${version}`)
    // Root's place is fixed; an ordinary user can choose another one.
    const choice = isRoot() || process.platform === 'darwin' ? '' : ' (chosen by XDG_CACHE_HOME)'
    const action = `unpack PostgreSQL into the cache folder ${dirname(target)}${choice}`
    await explainFileFaults(action, () => unpack(source, target))
  }
  const program = (name: string) => join(target, 'bin', name)
  return {
    version,
    major,
    initdb: program('initdb'),
    pgCtl: program('pg_ctl'),
    postgres: program('postgres'),
  }
}

async function findBinaryPackage(): Promise<BinaryPackage> {
  const platform = `${process.platform}-${process.arch}`
  if (!['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'].includes(platform)) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform}. ${useOwnDatabase}`,
    )
  }
  if (process.platform === 'linux' && !hasGlibc()) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL needs glibc; this system has musl (Alpine?). ${useOwnDatabase}`,
    )
  }
  const name = `@embedded-postgres/${platform}`
  try {
    // The package exports its entry only, `<package>/dist/index.js`; the rest is beside it.
    const entry = createRequire(import.meta.url).resolve(name)
    const folder = dirname(dirname(entry))
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    return { folder, version, cacheName: `postgres-${version}-${platform}` }
  } catch (error) {
    if (errorCode(error) !== 'MODULE_NOT_FOUND') throw error
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL is not installed: the optional package ${name} is missing. ` +
        `Run "npm install --include=optional" on this machine. ${useOwnDatabase}`,
      { cause: error },
    )
  }
}

/** Node's diagnostic report contains the version of glibc; on musl it is missing. */
function hasGlibc(): boolean {
  // Without this the report resolves the names of all open connections: seconds, on some networks.
  const settings: NodeJS.ProcessReport & { excludeNetwork?: boolean } = process.report
  const before = settings.excludeNetwork ?? false
  settings.excludeNetwork = true
  const report: { header?: { glibcVersionRuntime?: string } } = settings.getReport()
  settings.excludeNetwork = before
  return report.header?.glibcVersionRuntime !== undefined
}

/**
 * Copies under a temporary name, then renames: a copy that has its final name is whole, also after
 * a power cut, because every file was synced before. Who comes second finds the name taken and
 * uses what is there.
 */
async function unpack(source: BinaryPackage, target: string): Promise<void> {
  await makeSharedFolder(dirname(target))
  await removeAbandoned(target)
  const temporary = `${target}.new-${randomUUID()}`
  try {
    await copyTree(join(source.folder, 'native'), temporary)
    await makeLinks(source.folder, temporary)
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error
  }
}

/** Copies of processes that were killed while unpacking. Younger ones may still be at work. */
async function removeAbandoned(target: string): Promise<void> {
  const anHourAgo = Date.now() - 3_600_000
  for (const name of await entriesOf(dirname(target))) {
    if (!/\.new-[0-9a-f-]{36}$/.test(name)) continue
    const path = join(dirname(target), name)
    const found = await unlessMissing(stat(path))
    if (found && found.mtimeMs < anHourAgo) await rm(path, { recursive: true, force: true })
  }
}

/** Files only; modes are set, not copied, because a strict umask may have closed the package. */
async function copyTree(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  const pathOf = (entry: (typeof entries)[number]) =>
    join(to, relative(from, entry.parentPath), entry.name)
  await mkdir(to)
  await chmod(to, 0o755)
  for (const entry of entries.filter((found) => found.isDirectory())) {
    await mkdir(pathOf(entry), { recursive: true })
    await chmod(pathOf(entry), 0o755)
  }
  const files = entries.filter((found) => found.isFile())
  const copyFiles = async () => {
    for (let entry = files.pop(); entry !== undefined; entry = files.pop()) {
      await copyDurably(join(entry.parentPath, entry.name), pathOf(entry))
    }
  }
  const stopOthers = (error: unknown) => {
    files.length = 0
    throw error
  }
  // Eight at a time: 1000 files take 0.2 s instead of 0.6 s, and few files are open at once.
  const work = await Promise.allSettled(
    Array.from({ length: 8 }, () => copyFiles().catch(stopOthers)),
  )
  // Only now, when nobody writes any more, so that the caller can clear away.
  for (const part of work) if (part.status === 'rejected') throw part.reason
}

async function copyDurably(from: string, to: string): Promise<void> {
  // A reflink where the file system has them (Btrfs, XFS, APFS), bytes elsewhere.
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  const file = await open(to, 'r')
  try {
    await file.chmod(/[/\\]bin[/\\][^/\\]+$/.test(to) ? 0o755 : 0o644)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** npm packages hold no links; the package lists them as `{ source, target }` from its root. */
async function makeLinks(packageFolder: string, native: string): Promise<void> {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  const text = (await unlessMissing(readFile(list, 'utf8'))) ?? '[]'
  const links: readonly { source: string; target: string }[] = JSON.parse(text)
  for (const { source, target } of links) {
    const path = join(native, relative('native', target))
    await symlink(relative(dirname(target), source), path)
  }
}
