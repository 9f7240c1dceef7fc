/**
 * The databases of a run write gigabytes. A file system in memory takes them at a tenth of the
 * processor time of a disk.
 */
import { execFile } from 'node:child_process'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Every Linux has this folder. */
const memory = '/dev/shm'
/** Size in bytes. A run uses at most a quarter of it at a time. */
const needed = 2 ** 31

/** Tests unpack programs and run them. */
const runsPrograms = async (): Promise<boolean> => {
  const program = join(memory, `corollary-${process.pid}`)
  try {
    await writeFile(program, '#!/bin/sh\n', { mode: 0o700 })
    await promisify(execFile)(program)
    return true
  } catch {
    return false
  } finally {
    await rm(program, { force: true })
  }
}

/** Puts temporary files into memory where there is room; `TMPDIR` chooses another folder. */
export const keepFilesInMemory = async (): Promise<void> => {
  if (process.env['TMPDIR']) return
  const space = await statfs(memory).catch(() => undefined)
  if (!space || space.bavail * space.bsize < needed || !(await runsPrograms())) return
  // biome-ignore lint/plugin: it is for all workers, which start after it.
  process.env['TMPDIR'] = memory
}
