/** The server process of one cluster: found running and taken over, or started; and stopped. */
import type { ChildProcess } from 'node:child_process'
import { open, readFile, rename, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.js'
import type { Cluster } from './cluster.js'
import { EmbeddedPostgresError } from './embedded-postgres-error.js'
import { explainFileFaults, unlessMissing, useOwnDatabase } from './file-fault.js'
import { prepareSocketFolder } from './folders.js'
import type { ServerOwner } from './owner.js'
import { isUnused } from './presence.js'
import { isProcessAlive } from './process-identity.js'
import { explainSpawnFault, programFault, runProgram, spawnProgram } from './programs.js'
import { askServer, type ServerSession } from './session.js'

export interface ServerPlan {
  readonly cluster: Cluster
  readonly binaries: Binaries
  readonly owner: ServerOwner
  readonly socketFolder: string
  readonly logFile: string
  readonly tcpPort: number | undefined
  readonly disposable: boolean
  readonly report: (message: string) => void
}

/** A crash recovery, or the last checkpoint of a server that stops, may take minutes. */
const busyLimitMs = 300_000
/** Processes of a killed postmaster need a moment to notice that it is gone. */
const occupiedLimitMs = 20_000
const stopLimitMs = 120_000

/** Takes over the running server, or starts one. The caller holds the start lock. */
export async function findOrStartServer(plan: ServerPlan) {
  await prepareSocketFolder(plan.socketFolder, plan.owner)
  const begun = Date.now()
  for (let reported = ''; ; ) {
    const answer = await askServer(plan.socketFolder, plan.cluster)
    if (answer.state === 'foreign') throw foreignServer(plan, answer.reason)
    if (answer.state === 'ours') {
      const misfit = misfitOf(plan, answer.session)
      if (misfit === undefined) return { session: answer.session, adopted: true }
      await stopMisfit(plan, answer.session, misfit)
      await prepareSocketFolder(plan.socketFolder, plan.owner)
      continue
    }
    if (reported !== answer.state) plan.report(progress[answer.state](plan.binaries.version))
    reported = answer.state
    const launched = answer.state === 'none' ? await launch(plan) : undefined
    if (launched?.session) return { session: launched.session, adopted: false }
    const limitMs = launched ? occupiedLimitMs : busyLimitMs
    if (Date.now() - begun > limitMs) throw await neverReady(plan, launched?.log ?? '')
    await sleep(200)
  }
}

const progress = {
  none: (version: string) => `Starting PostgreSQL ${version}`,
  busy: () => 'Waiting for PostgreSQL, which is recovering or stopping',
}

/** Why a running server is not the one that is wanted; undefined when it is. */
function misfitOf(plan: ServerPlan, session: ServerSession): string | undefined {
  if (session.version !== plan.binaries.version) return `it is PostgreSQL ${session.version}`
  const tcpPort = session.listensOnTcp ? session.port : undefined
  if (plan.tcpPort !== undefined && tcpPort !== plan.tcpPort) {
    return `it does not listen on TCP port ${plan.tcpPort}`
  }
  if (!session.durable && !plan.disposable) return 'it was started for throw-away data'
  return undefined
}

async function stopMisfit(plan: ServerPlan, session: ServerSession, misfit: string) {
  const unused = await isUnused(session)
  await session.client.end()
  if (unused) return stopServer(plan)
  throw new EmbeddedPostgresError(
    `Another process uses the embedded PostgreSQL of ${plan.cluster.folder}, and ${misfit}. ` +
      `Stop that process first, or start with the same settings. ${useOwnDatabase}`,
  )
}

/**
 * Starts the server in a session of its own, so that Ctrl-C in the terminal reaches only the
 * service, which drains its requests before it stops the server. No session in the answer means
 * that another postmaster, starting or dying, still holds the cluster.
 */
async function launch(plan: ServerPlan): Promise<{ session?: ServerSession; log: string }> {
  const { binaries, cluster, owner, logFile } = plan
  const log = await explainFileFaults(`write ${logFile}`, () => openLog(logFile))
  const child = spawnProgram(binaries.postgres, serverArguments(plan), owner, {
    detached: true,
    stdio: ['ignore', log.file.fd, log.file.fd],
  })
  const ended = endOf(child)
  await log.file.close()
  child.unref()
  const newLines = async () => (await readFile(logFile)).subarray(log.size).toString()

  const begun = Date.now()
  let pauseMs = 10
  while (ended() === undefined && Date.now() - begun < busyLimitMs) {
    const answer = await askServer(plan.socketFolder, cluster)
    if (answer.state === 'ours') return { session: answer.session, log: '' }
    if (answer.state === 'foreign') {
      child.kill('SIGINT')
      throw foreignServer(plan, answer.reason)
    }
    await sleep(pauseMs)
    pauseMs = Math.min(pauseMs * 1.5, 200)
  }
  const end = ended()
  if (end instanceof Error) throw explainSpawnFault(binaries.postgres, owner, end)
  if (end === undefined) child.kill('SIGINT')
  const text = await newLines()
  if (/lock file ".*" already exists|pre-existing shared memory block/.test(text)) {
    return { log: text }
  }
  throw await programFault('PostgreSQL does not start.', text, cluster.folder, owner)
}

function serverArguments(plan: ServerPlan): string[] {
  const settings: Record<string, string | number> = {
    unix_socket_directories: plan.socketFolder,
    unix_socket_permissions: '0700',
    listen_addresses: plan.tcpPort === undefined ? '' : '127.0.0.1',
    // Without TCP it only names the socket.
    port: plan.tcpPort ?? 5432,
    max_connections: 100,
    shared_buffers: '128MB',
    // Compiling costs more than it saves on the short statements of a service.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_checkpoints: 'off',
    ...(plan.disposable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  // Flags rather than a file in the cluster: a newer Corollary brings its own settings along.
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', plan.cluster.folder, ...flags]
}

/** Undefined while it runs; the fault when it could not be started at all. */
function endOf(child: ChildProcess): () => Error | 'exited' | undefined {
  let end: Error | 'exited' | undefined
  child.once('error', (error) => {
    end = error
  })
  child.once('exit', () => {
    end ??= 'exited'
  })
  return () => end
}

/** Appends; one older file is kept, so that years of restarts do not fill a disk. */
async function openLog(logFile: string) {
  const previous = await unlessMissing(stat(logFile))
  if (previous && previous.size > 5_000_000) await rename(logFile, `${logFile}.old`)
  const file = await open(logFile, 'a', 0o600)
  return { file, size: (await file.stat()).size }
}

/**
 * Fast shutdown: sessions are ended, everything is written. Call it only after `askServer` said
 * that the server is ours. `pg_ctl` sends the signal, as the server's user: were postmaster.pid
 * forged by that user, root would otherwise signal whatever process it names.
 */
export async function stopServer(plan: ServerPlan): Promise<void> {
  const { cluster, binaries, owner } = plan
  const pidFile = join(cluster.folder, 'postmaster.pid')
  const pidText = await unlessMissing(readFile(pidFile, 'utf8'))
  if (pidText === undefined) return
  const pid = Number(pidText.split('\n')[0])
  const stop = ['stop', '-m', 'fast', '-W', '-D', cluster.folder]
  const { succeeded, output } = await runProgram(binaries.pgCtl, stop, owner)
  const begun = Date.now()
  // A server that stops removes postmaster.pid before it ends; one that was killed leaves it.
  while (await isProcessAlive(pid)) {
    if (!succeeded) {
      throw await programFault('PostgreSQL cannot be stopped.', output, cluster.folder, owner)
    }
    if (Date.now() - begun > stopLimitMs) {
      throw new EmbeddedPostgresError(
        `PostgreSQL (process ${pid}) is still stopping; see ${plan.logFile}.`,
      )
    }
    await sleep(10)
  }
  // Empty now; one that is not, or that is gone, does no harm.
  await rmdir(plan.socketFolder).catch(() => {})
}

function foreignServer(
  { socketFolder, cluster }: ServerPlan,
  reason: string,
): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `A server in ${socketFolder} is not the one of ${cluster.folder} (${reason}), so it is not ` +
      `used. Stop it and start again. ${useOwnDatabase}`,
  )
}

async function neverReady(
  { cluster, owner }: ServerPlan,
  log: string,
): Promise<EmbeddedPostgresError> {
  const pidFile = join(cluster.folder, 'postmaster.pid')
  const pid = (await unlessMissing(readFile(pidFile, 'utf8')))?.split('\n')[0] ?? 'unknown'
  const what =
    `Another PostgreSQL (process ${pid}) holds ${cluster.folder} and does not answer where it ` +
    'should; was the folder moved while it ran? Stop that process and start again.'
  return programFault(what, log, cluster.folder, owner)
}
