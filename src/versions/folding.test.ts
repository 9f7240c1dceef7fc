import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Folding } from './folding.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const stops: (() => void)[] = []
const foldMs = 1_000

/** Work whose changes a test sets, and the runs and counts that it has done. */
const startFolding = () => {
  const database = { changes: 0, runs: 0, counts: 0, isDown: false, isSlow: false }
  const folding = new Folding(
    {
      fold: async () => {
        database.runs++
        if (database.isDown) throw new Error('down')
        if (database.isSlow) await new Promise((resolve) => setTimeout(resolve, 500))
        const { changes } = database
        database.changes = 0
        return changes
      },
      count: async () => {
        database.counts++
        return database.changes
      },
    },
    foldMs,
  )
  stops.push(folding.start())
  const write = (count: number) => {
    database.changes += count
    for (let index = 0; index < count; index++) folding.noteWrite()
  }
  return { database, write }
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('without writes nothing is summed up, and changes are counted every ten seconds', async () => {
  const { database } = startFolding()
  await pass(60_000)
  expect(database).toMatchObject({ runs: 0, counts: 6 })
})

test('a few writes are summed up within the interval, and runs end when nothing is left', async () => {
  const { database, write } = startFolding()
  write(3)
  await pass(foldMs - 1)
  expect(database.runs).toBe(0)
  await pass(1)
  expect(database).toMatchObject({ runs: 1, changes: 0 })
  await pass(60_000)
  expect(database.runs).toBe(2)
})

test('thirty writes are summed up at once', async () => {
  const { database, write } = startFolding()
  write(30)
  await pass(0)
  expect(database).toMatchObject({ runs: 1, changes: 0 })
})

test('writes during a run are summed up after it, by one run at a time', async () => {
  const { database, write } = startFolding()
  database.isSlow = true
  write(30)
  await pass(100)
  write(100)
  await pass(100)
  expect(database.runs).toBe(1)
  await pass(300)
  expect(database.runs).toBe(2)
})

test('changes of other programs are summed up once they are counted, as long as they come', async () => {
  const { database } = startFolding()
  database.changes = 500
  await pass(10_000)
  expect(database).toMatchObject({ runs: 1, changes: 0 })
  database.changes = 500
  await pass(foldMs)
  expect(database).toMatchObject({ runs: 2, changes: 0 })
})

test('a run that failed is repeated after the interval', async () => {
  const { database, write } = startFolding()
  database.isDown = true
  write(1)
  await pass(foldMs)
  database.isDown = false
  await pass(foldMs)
  expect(database).toMatchObject({ runs: 2, changes: 0 })
})

test('nothing runs after the stop', async () => {
  const { database, write } = startFolding()
  stops.pop()!()
  write(100)
  await pass(60_000)
  expect(database).toMatchObject({ runs: 0, counts: 0 })
})
