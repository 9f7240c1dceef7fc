/** Folding: concurrent writers never share a version, and no reader notices the folding. */
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DatasetDatabase, datasetDatabase, insertSkill } from './dataset-database.js'

let dataset: DatasetDatabase
beforeEach(async () => {
  dataset = await datasetDatabase()
  await dataset.foldAll()
})
afterEach(() => dataset.close())

const version = (client?: pg.ClientBase) => dataset.versionOf('skills', client)
const write = (client: pg.ClientBase = dataset.fresh.client) => client.query(insertSkill())
const openWriter = async (): Promise<pg.Client> => {
  const client = await dataset.connect()
  await client.query('begin')
  await write(client)
  return client
}
/** A snapshot that stays open: it sees what is committed now. */
const openSnapshot = async (): Promise<pg.Client> => {
  const client = await dataset.connect()
  await client.query('begin isolation level repeatable read; select from skills limit 1')
  return client
}

describe('writers that do not see each other', () => {
  test('concurrent writers create different versions, in either order of their commits', async () => {
    const seen: string[] = []
    for (const isFirstFirst of [true, false]) {
      const [first, second] = [await openWriter(), await openWriter()]
      const snapshots = [await openSnapshot()]
      // The version that each one returns before its commit does not include the other.
      const ownVersions = [await version(first), await version(second)]
      for (const writer of isFirstFirst ? [first, second] : [second, first]) {
        await writer.query('commit')
        snapshots.push(await openSnapshot())
      }
      const read = await Promise.all(snapshots.map(version))
      // The version of the second snapshot includes the first commit.
      expect(read[1]).toBe(ownVersions[isFirstFirst ? 0 : 1])
      expect(new Set([...ownVersions, ...read]).size).toBe(4)
      seen.push(...ownVersions, ...read.slice(2))
    }
    expect(new Set(seen).size).toBe(6)
  })

  test('writers in two copies of a database create different versions', async () => {
    const other = await datasetDatabase()
    try {
      await write()
      await write(other.fresh.client)
      expect(await version()).not.toBe(await other.versionOf('skills'))
    } finally {
      await other.close()
    }
  })

  test('concurrent writers never wait for each other', async () => {
    const writers = await Promise.all(Array.from({ length: 8 }, openWriter))
    const ownVersions = await Promise.all(writers.map(version))
    for (const writer of writers.reverse()) await writer.query('commit')
    expect(new Set([...ownVersions, await version()]).size).toBe(9)
    expect(await dataset.changes()).toBe(8)
  })
})

describe('folding', () => {
  test('folding keeps the version, and leaves no change', async () => {
    for (let index = 0; index < 5; index++) await write()
    const before = await version()
    expect(await dataset.changes()).toBe(5)
    await dataset.foldAll()
    expect(await version()).toBe(before)
    await dataset.fold()
    expect(await version()).toBe(before)
    await write()
    expect(await version()).not.toBe(before)
  })

  test('folding is invisible to earlier snapshots, and to those in between', async () => {
    const snapshots: (readonly [pg.Client, string])[] = []
    const look = async () => {
      const client = await openSnapshot()
      snapshots.push([client, await version(client)])
    }
    await look()
    for (let index = 0; index < 4; index++) {
      await write()
      await look()
      await dataset.fold()
      await look()
    }
    // Transactions that only read do not delay it.
    await dataset.foldAll()
    for (const [client, seen] of snapshots) expect(await version(client)).toBe(seen)
    expect(new Set(snapshots.map(([, seen]) => seen)).size).toBe(5)
  })

  test('concurrent folding adds each change once', async () => {
    for (let round = 0; round < 10; round++) {
      await Promise.all(Array.from({ length: 4 }, () => dataset.connect().then(write)))
      const before = await version()
      await Promise.all([dataset.fold(), dataset.fold(), dataset.fold()])
      expect(await version()).toBe(before)
      await dataset.foldAll()
      expect(await version()).toBe(before)
    }
  })

  test('folding loses no change of an open writer, or of one that ends after it', async () => {
    const open = await openWriter()
    await write()
    const before = await version()
    await dataset.fold()
    expect(await version()).toBe(before)
    await write()
    const between = await version()
    await open.query('commit')
    const after = await version()
    expect(new Set([before, between, after]).size).toBe(3)
    await dataset.foldAll()
    expect(await version()).toBe(after)
  })

  test('folding loses no change of a writer that began before and writes afterwards', async () => {
    const open = await dataset.connect()
    await open.query('begin; select pg_current_xact_id()')
    await write()
    await dataset.fold()
    const before = await version()
    await write(open)
    await dataset.fold()
    expect(await version()).toBe(before)
    await open.query('commit')
    const after = await version()
    expect(after).not.toBe(before)
    await dataset.fold()
    expect(await version()).toBe(after)
  })

  test('folding ignores a writer that is rolled back', async () => {
    const open = await openWriter()
    const before = await version()
    await dataset.fold()
    await open.query('rollback')
    await dataset.fold()
    expect(await version()).toBe(before)
  })

  test('during concurrent writes no reader sees a version twice', async () => {
    /** Counts of rows, and the versions with them. */
    const pairs = new Set<string>()
    let isOver = false
    // Until the reader has seen enough.
    const isEnough = (written: number) => isOver || (written >= 50 && pairs.size > 5)
    const writers = Array.from({ length: 4 }, async () => {
      const client = await dataset.connect()
      for (let written = 0; !isEnough(written); written++) await write(client)
    })
    const folding = (async () => {
      while (!isOver) await dataset.fold()
    })()
    const reader = (async () => {
      const client = await dataset.connect()
      while (!isOver) {
        const count = '(select count(*) from skills)'
        const sql = `select ${count}, (${dataset.versionText('skills')})`
        const { rows } = await client.query({ text: sql, rowMode: 'array' })
        pairs.add(rows[0]!.join(' '))
      }
    })().finally(() => {
      isOver = true
    })
    await Promise.all(writers)
    isOver = true
    await Promise.all([folding, reader])
    expect(new Set([...pairs].map((pair) => pair.split(' ')[1])).size).toBe(pairs.size)
  })
})
