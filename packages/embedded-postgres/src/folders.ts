/**
 * Where an embedded server lives: data, cache and socket.
 *
 * An ordinary user keeps everything in places of his own. Root cannot: PostgreSQL refuses to run as
 * root, and the user it runs as instead may enter neither root's home nor a checkout inside it.
 * So root's folders are below `/var/lib/corollary`, which everybody may enter.
 */
import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readdir, realpath, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error.js'
import { errorCode, explainFileFaults, useOwnDatabase } from './file-fault.js'
import { makeFolders } from './make-folders.js'
import { isRoot, type ServerOwner } from './owner.js'

const systemFolder = '/var/lib/corollary'

/**
 * The data folder of a project: `<project>/.corollary/postgres`, or as root
 * `/var/lib/corollary/<name>-<hash>`; the hash keeps two projects of one name apart.
 */
export function defaultDataFolder(projectFolder: string): string {
  const project = resolve(projectFolder)
  if (!isRoot()) return join(project, '.corollary', 'postgres')
  return join(systemFolder, `${basename(project) || 'root'}-${shortHash(project)}`)
}

/**
 * Where unpacked binaries are kept. Not in `node_modules`: it may be read-only, and its files may
 * be closed to the user that the server runs as.
 */
export function cacheFolder(): string {
  if (isRoot()) return join(systemFolder, 'cache')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'corollary')
  const xdg = process.env.XDG_CACHE_HOME ?? ''
  // The XDG specification tells to ignore a relative path.
  return join(isAbsolute(xdg) ? xdg : join(homedir(), '.cache'), 'corollary')
}

/**
 * Makes the data folder and returns its real path, so that every spelling of it means one cluster.
 * As root it stays root's: nothing that root writes there can be led elsewhere by the server's
 * user, who owns the cluster inside and may only pass through (0711).
 */
export async function prepareDataFolder(dataFolder: string): Promise<string> {
  return explainFileFaults(`use the data folder ${dataFolder}`, async () => {
    const made = await makeSharedFolder(dataFolder)
    const folder = await realpath(dataFolder)
    const { uid } = await stat(folder)
    if (process.getuid !== undefined && uid !== process.getuid()) {
      throw new EmbeddedPostgresError(
        `The data folder ${folder} belongs to user id ${uid}, but this process runs as ` +
          `${process.getuid()}. Start as its owner, change the owner or choose another folder. ` +
          useOwnDatabase,
      )
    }
    // Also repairs what a strict umask took away, and the 0700 of a temporary folder made by root.
    await chmod(folder, isRoot() ? 0o711 : 0o700)
    // Neither data nor password may end up in a repository.
    if (made) await writeFile(join(folder, '.gitignore'), '*\n')
    return folder
  })
}

/**
 * The folder of the Unix socket. Short, because a socket's path holds about 100 bytes and a data
 * folder may be deep. Named by a hash of the data folder, so that every node finds it, and of the
 * system identifier, so that the server of a deleted data folder, which lives on for up to a
 * minute, is not in the way of a new one. No environment variable takes part: `TMPDIR` and
 * `XDG_RUNTIME_DIR` differ between a terminal and a service.
 */
export function socketFolder(dataFolder: string, systemIdentifier: string): string {
  const name = shortHash(`${dataFolder}\n${systemIdentifier}`)
  if (isRoot()) return join(systemFolder, 'run', name)
  return join('/tmp', `corollary-${process.getuid?.() ?? 0}`, name)
}

/**
 * Makes the socket folder with its parent. `/tmp` is open to everybody and the name can be guessed,
 * so as tmux does: the parent must be a real folder, ours and closed to others, or it is not used.
 */
export async function prepareSocketFolder(folder: string, owner: ServerOwner): Promise<void> {
  await explainFileFaults(`use the socket folder ${folder}`, async () => {
    if (isRoot()) {
      await makeSharedFolder(dirname(folder))
      await makePrivateFolder(folder, owner)
      return
    }
    await makePrivateFolder(dirname(folder), owner)
    await makePrivateFolder(folder, owner)
  })
}

/**
 * Makes a folder with its parents; says whether it was missing. As root, everybody may enter what
 * it makes, whatever root's umask: the server's user is not root.
 */
export async function makeSharedFolder(folder: string): Promise<boolean> {
  const outermost = makeFolders(folder)
  if (outermost === undefined) return false
  for (let path = resolve(folder); isRoot(); path = dirname(path)) {
    await chmod(path, 0o755)
    if (path.length <= resolve(outermost).length) break
  }
  return true
}

async function makePrivateFolder(folder: string, owner: ServerOwner): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
  // Root's parent is root's alone: a folder of root there is one whose chown was interrupted.
  if (owner.spawnAs && (await lstat(folder)).uid === 0) await chown(folder, owner.uid, owner.gid)
  const found = await lstat(folder)
  if (found.isDirectory() && found.uid === owner.uid && (found.mode & 0o077) === 0) return
  throw new EmbeddedPostgresError(
    `The socket folder ${folder} is not a private folder of user "${owner.name}" ` +
      `(owner ${found.uid}, mode ${(found.mode & 0o777).toString(8)}): another user may have put ` +
      `it there. Remove it and start again. ${useOwnDatabase}`,
  )
}

/** The first folder above `path` that a user cannot enter; read only to explain a failure. */
export async function closedFolderAbove(path: string, owner: ServerOwner) {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { uid, gid, mode } = await stat(folder)
    const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return folder
    if (folder === dirname(folder)) return undefined
  }
}

/** Names of a folder's entries; none when it is missing. */
export async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
