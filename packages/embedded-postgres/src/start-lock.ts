/**
 * One process at a time starts, adopts or stops the server of a data folder.
 *
 * Node has no `flock`, so no lock that the system releases, and a lock file that is broken when its
 * holder is dead has a race: two see it dead, one breaks and takes it, the other breaks the new
 * one. Here every contender has a file of its own, whose name says who it is (pid and the start
 * time of that process). It creates its file, then lists the folder: if another living one is
 * there, it takes its own away and tries again after a random pause. Of two contenders at least one
 * sees the other, since each creates before it lists, so never do both go on. The file of a dead
 * process can be removed by anybody at any time: its name can never come to life again.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError } from './embedded-postgres-error.js'
import { explainFileFaults, unlessMissing } from './file-fault.js'
import { entriesOf } from './folders.js'
import { makeFolders } from './make-folders.js'
import { isProcessAlive, processStartTime } from './process-identity.js'

/** Longer than any start but a long crash recovery. */
const waitLimitMs = 120_000
/** A holder touches its file this often, and counts as gone after five times as long. */
const heartbeatMs = 4_000

/** Runs `work` while holding the lock, and releases it whatever happens. */
export async function withStartLock<T>(
  dataFolder: string,
  report: (message: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const release = await acquire(join(dataFolder, 'lock'), report)
  try {
    return await work()
  } finally {
    await release()
  }
}

async function acquire(folder: string, report: (message: string) => void) {
  await explainFileFaults(`write ${folder}`, async () => makeFolders(folder, 0o700))
  const ownName = [process.pid, await processStartTime(process.pid), machine(), randomUUID()].join(
    '_',
  )
  const path = join(folder, ownName)
  const begun = Date.now()
  for (let isReported = false; ; ) {
    if ((await livingRival(folder, ownName)) === undefined) {
      await explainFileFaults(`write ${folder}`, () => writeFile(path, '', { flag: 'wx' }))
      if ((await livingRival(folder, ownName)) === undefined) return heldBy(path)
      await rm(path, { force: true })
    }
    const waitedMs = Date.now() - begun
    if (waitedMs > waitLimitMs) await giveUp(folder, ownName)
    if (waitedMs > 1_000 && !isReported) {
      report('Waiting for another process that is starting or stopping this database')
      isReported = true
    }
    await sleep(20 + Math.random() * 60)
  }
}

function heldBy(path: string): () => Promise<void> {
  const beat = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => {})
  }, heartbeatMs)
  beat.unref()
  return async () => {
    clearInterval(beat)
    await rm(path, { force: true })
  }
}

/** The file of another process that may hold the lock; files of the dead are swept away. */
async function livingRival(folder: string, ownName: string): Promise<string | undefined> {
  for (const name of await entriesOf(folder)) {
    if (name === ownName) continue
    if (await isLiving(folder, name)) return name
    await rm(join(folder, name), { force: true })
  }
  return undefined
}

async function isLiving(folder: string, name: string): Promise<boolean> {
  const [pid = '', startTime = '', where] = name.split('_')
  if (where === machine()) return isProcessAlive(Number(pid), startTime)
  // Another container or machine, or this one before a reboot: its pids mean nothing here.
  const file = await unlessMissing(stat(join(folder, name)))
  return file !== undefined && Date.now() - file.mtimeMs < 5 * heartbeatMs
}

async function giveUp(folder: string, ownName: string): Promise<void> {
  const rival = await livingRival(folder, ownName)
  if (rival === undefined) return
  throw new EmbeddedPostgresError(
    `Process ${rival.split('_')[0]} has been starting or stopping the embedded PostgreSQL for ` +
      `${waitLimitMs / 1000} s and holds ${folder}. End that process and start again.`,
  )
}

let ownMachine: string | undefined

/** Where our pids are valid: this boot of this machine, and this pid namespace (container). */
function machine(): string {
  ownMachine ??= identifyMachine()
  return ownMachine
}

function identifyMachine(): string {
  const read = (source: () => string) => {
    try {
      return source()
    } catch {
      return ''
    }
  }
  const boot = read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))
  const namespace = read(() => readlinkSync('/proc/self/ns/pid'))
  const identity = `${hostname()}\n${boot}\n${namespace}`
  return createHash('sha256').update(identity).digest('hex').slice(0, 12)
}
