/** Runs the programs of PostgreSQL as the server's user, and explains why one of them failed. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { EmbeddedPostgresError } from './embedded-postgres-error.js'
import { errorCode, useOwnDatabase } from './file-fault.js'
import { closedFolderAbove } from './folders.js'
import { refusedToLend, type ServerOwner } from './owner.js'

/**
 * Starts a program as the server's user. Nothing of our own environment goes along: it may hold
 * secrets, and settings such as PGDATA or LC_ALL would change what these programs do. Messages in
 * English, because some are read below.
 */
export function spawnProgram(
  program: string,
  args: readonly string[],
  owner: ServerOwner,
  options: Pick<SpawnOptions, 'stdio' | 'detached'>,
): ChildProcess {
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  try {
    return spawn(program, args, { ...options, cwd: '/', env, ...owner.spawnAs })
  } catch (error) {
    // Node reports some faults by the event `error`, and throws the others: EPERM of setuid.
    throw explainSpawnFault(program, owner, error)
  }
}

/** Runs a program to its end; returns what it printed and whether it succeeded. */
export async function runProgram(program: string, args: readonly string[], owner: ServerOwner) {
  const child = spawnProgram(program, args, owner, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const collect = (text: Buffer) => {
    output += text
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(explainSpawnFault(program, owner, error)))
    child.once('close', resolve)
  })
  return { succeeded: code === 0, output }
}

export function explainSpawnFault(program: string, owner: ServerOwner, error: unknown): unknown {
  const code = errorCode(error)
  if (owner.spawnAs && (code === 'EPERM' || code === 'EINVAL')) return refusedToLend(owner, error)
  if (code !== 'EACCES') return error
  return new EmbeddedPostgresError(
    `Cannot run ${program} as user "${owner.name}": a folder above it is closed to that user, or ` +
      `its file system forbids programs (noexec). ${useOwnDatabase}`,
    { cause: error },
  )
}

const hints: readonly (readonly [pattern: RegExp, hint: string])[] = [
  [/no space left on device|quota exceeded/i, 'The disk is full: make room there and start again.'],
  [
    /address already in use/i,
    'Another program listens on this TCP port: choose another one or none.',
  ],
  [
    /could not look up effective user id/i,
    'The user of this process has no line in /etc/passwd: add one, or start as another user.',
  ],
  [/read-only file system/i, 'That file system is read-only: choose another data folder.'],
  [
    /could not (create|map anonymous) shared memory|cannot allocate memory/i,
    'There is too little memory: PostgreSQL wants about 200 MB.',
  ],
]

/** A failed program as a message: what failed, what to do, and the last lines that it printed. */
export async function programFault(
  what: string,
  output: string,
  folder: string,
  owner: ServerOwner,
): Promise<EmbeddedPostgresError> {
  const hint = hints.find(([pattern]) => pattern.test(output))?.[1]
  const closed = /permission denied/i.test(output)
    ? await closedFolderAbove(folder, owner).catch(() => undefined)
    : undefined
  const advice =
    closed === undefined
      ? hint
      : `PostgreSQL runs as user "${owner.name}", who may not enter ${closed}: open it with ` +
        `"chmod o+x ${closed}" or choose another data folder.`
  const lines = output.trim().split('\n').slice(-12).join('\n  ')
  return new EmbeddedPostgresError(
    `${[what, advice, useOwnDatabase].filter(Boolean).join(' ')}\n  ${lines}`,
  )
}
