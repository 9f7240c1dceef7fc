/** Which user the server runs as. PostgreSQL refuses root, so root lends it to a system user. */
import { readFile, stat } from 'node:fs/promises'
import { EmbeddedPostgresError } from './embedded-postgres-error.js'
import { unlessMissing, useOwnDatabase } from './file-fault.js'

export interface ServerOwner {
  readonly name: string
  readonly uid: number
  readonly gid: number
  /** Given to `spawn` when the server's user is another than ours (we are root). */
  readonly spawnAs?: { readonly uid: number; readonly gid: number }
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * As an ordinary user: that user. As root: the owner of an existing cluster, because a user
 * `postgres` that a package adds later must not shut us out; else `postgres`, else `nobody`.
 */
export async function findServerOwner(clusterFolder: string): Promise<ServerOwner> {
  const uid = process.getuid?.() ?? 0
  const cluster = await unlessMissing(stat(clusterFolder))
  if (!isRoot()) {
    if (cluster !== undefined && cluster.uid !== uid) {
      throw new EmbeddedPostgresError(
        `The cluster ${clusterFolder} belongs to user id ${cluster.uid}, but this process runs ` +
          `as ${uid}. Start as its owner, or choose another data folder. ${useOwnDatabase}`,
      )
    }
    return { name: process.env.USER ?? String(uid), uid, gid: process.getgid?.() ?? 0 }
  }
  const users = await systemUsers()
  if (cluster === undefined) return lendTo(users.get('postgres') ?? users.get('nobody'))
  if (cluster.uid === 0) {
    throw new EmbeddedPostgresError(
      `The cluster ${clusterFolder} belongs to root, but PostgreSQL refuses to run as root. ` +
        `Give it to a system user: chown -R nobody ${clusterFolder}. ${useOwnDatabase}`,
    )
  }
  const owner = [...users.values()].find((user) => user.uid === cluster.uid)
  return lendTo({ name: owner?.name ?? String(cluster.uid), uid: cluster.uid, gid: cluster.gid })
}

/** A refused `chown`, `setuid` or `setgid`: some containers take these rights from root. */
export function refusedToLend(owner: ServerOwner, cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL cannot run as root, and this system does not let root hand files or processes ` +
      `to the user "${owner.name}" (a container without the capabilities CHOWN, SETUID and ` +
      `SETGID, or a network file system). Start as an ordinary user. ${useOwnDatabase}`,
    { cause },
  )
}

function lendTo(user: Pick<ServerOwner, 'name' | 'uid' | 'gid'> | undefined): ServerOwner {
  if (user !== undefined) return { ...user, spawnAs: { uid: user.uid, gid: user.gid } }
  throw new EmbeddedPostgresError(
    'PostgreSQL cannot run as root, and this system has neither a user "postgres" nor "nobody" ' +
      `to run it instead. Start as an ordinary user. ${useOwnDatabase}`,
  )
}

/** `/etc/passwd` rather than `getent` or `id`: it is there in the smallest container. */
async function systemUsers(): Promise<Map<string, { name: string; uid: number; gid: number }>> {
  const text = (await unlessMissing(readFile('/etc/passwd', 'utf8'))) ?? ''
  const users = new Map<string, { name: string; uid: number; gid: number }>()
  for (const line of text.split('\n')) {
    const [name, , uid, gid] = line.split(':')
    if (!name || !uid || !gid || users.has(name)) continue
    // macOS writes -2 for nobody; a uid has 32 bits without a sign.
    users.set(name, { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 })
  }
  return users
}
