import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { withStartLock } from '../src/start-lock.js'
import { endEverything, temporaryFolder } from './nodes.js'

afterEach(endEverything)

const silent = () => {}

describe('start lock', { timeout: 30_000 }, () => {
  test('only one holder has the lock, also within one process', async () => {
    const folder = await temporaryFolder()
    let inside = 0
    let most = 0
    const contender = () =>
      withStartLock(folder, silent, async () => {
        inside += 1
        most = Math.max(most, inside)
        await sleep(5)
        inside -= 1
      })
    await Promise.all(Array.from({ length: 8 }, contender))
    expect(most).toBe(1)
    expect(await readdir(join(folder, 'lock'))).toEqual([])
  })

  test('the lock is released when the work fails', async () => {
    const folder = await temporaryFolder()
    const failing = withStartLock(folder, silent, () => Promise.reject(new Error('work')))
    await expect(failing).rejects.toThrow('work')
    expect(await withStartLock(folder, silent, async () => 'free')).toBe('free')
  })

  test('the lock file of a dead process blocks nobody', async () => {
    const folder = await temporaryFolder()
    const ownName = await nameOfHolder(folder)
    const [pid, startTime, machine] = ownName.split('_')
    const dead = [
      // No such process; and a pid that is used again by a process with another start time.
      `4194305_${startTime}_${machine}_a`,
      `${pid}_1_${machine}_b`,
    ]
    for (const name of dead) await writeFile(join(folder, 'lock', name), '')
    const reports: string[] = []
    await withStartLock(
      folder,
      (line) => reports.push(line),
      async () => {},
    )
    expect(reports).toEqual([])
    expect(await readdir(join(folder, 'lock'))).toEqual([])
  })

  test('another machine or container holds the lock while its heartbeat continues', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'lock'))
    const file = join(folder, 'lock', '1_1_elsewhere_c')
    await writeFile(file, '')
    let entered = false
    let entering: Promise<void> | undefined
    const report = await new Promise<string>((resolve) => {
      entering = withStartLock(folder, resolve, async () => {
        entered = true
      })
    })
    expect(report).toMatch(/^Waiting for another process/)
    expect(entered).toBe(false)
    const aMinuteAgo = new Date(Date.now() - 60_000)
    await utimes(file, aMinuteAgo, aMinuteAgo)
    await entering
    await expect(readFile(file)).rejects.toThrow('ENOENT')
  })
})

async function nameOfHolder(folder: string): Promise<string> {
  const names = await withStartLock(folder, silent, () => readdir(join(folder, 'lock')))
  return names[0] ?? ''
}
