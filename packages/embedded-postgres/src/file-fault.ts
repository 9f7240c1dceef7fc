/** Turns a refusal of the file system into a message that an operator can act on. */
import { EmbeddedPostgresError } from './embedded-postgres-error.js'

/** The way out that always exists: every message about this machine ends with it. */
export const useOwnDatabase =
  'Or set DATABASE_URL to a PostgreSQL server of your own (14 or newer); then none is embedded.'

const remedies: Record<string, string> = {
  ENOSPC: 'The disk is full: make room there and start again.',
  EDQUOT: 'The disk quota is used up: make room there and start again.',
  EROFS: 'That file system is read-only: choose a folder that can be written.',
  EACCES:
    'The user of this process may not write there: change the owner or choose another folder.',
  EPERM: 'The user of this process may not write there: change the owner or choose another folder.',
  ENOTDIR: 'A part of this path is a file: remove it or choose another folder.',
  ENOENT: 'Nothing can be created there: choose another folder.',
  EMFILE: 'Too many files are open: raise the limit (ulimit -n).',
}

/**
 * Runs file operations and explains errors that an operator can fix; others pass unchanged.
 * `action` completes "Cannot …": "write the data folder /srv/app".
 */
export async function explainFileFaults<T>(action: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const remedy = remedies[errorCode(error) ?? '']
    if (remedy === undefined || error instanceof EmbeddedPostgresError) throw error
    throw new EmbeddedPostgresError(`Cannot ${action}. ${remedy} ${useOwnDatabase}`, {
      cause: error,
    })
  }
}

/** `ENOENT`, `28P01` and the like: Node and pg both put it into `code`. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** The value, or undefined when there is no such file or folder. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
