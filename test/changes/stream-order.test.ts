/** Every committed change arrives exactly once, on any node, however transactions overlap. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FreshDatabase } from '../support/database.js'
import { effort, randomsFrom, seed } from '../support/effort.js'
import { type CountersNode, countersDatabase, startCounters } from './counters.js'
import { openStream, type ServerEvent } from './event-source.js'
import { startReader } from './reader-process.js'

const settings = { 'platform.changes.poll-ms': 50, 'platform.changes.heartbeat-ms': 100 }
let database: FreshDatabase
const nodes: CountersNode[] = []
const urls: string[] = []
beforeAll(async () => {
  database = await countersDatabase()
  for (let index = 0; index < 2; index++) {
    const node = await startCounters(database, { settings })
    nodes.push(node)
    urls.push(node.url)
  }
})
afterAll(async () => {
  await Promise.all(nodes.map(({ service }) => service.close()))
  await database.close()
})

const writers = 6
const writesOfEach = effort(60, 600)
const ids = [1, 2, 3, 4, 5]

/** Writes as the service records them, in transactions that last and overlap, some rolled back. */
const write = async (writer: number): Promise<number> => {
  const random = randomsFrom(seed + writer)
  const client = new pg.Client(database.connection)
  await client.connect()
  let committed = 0
  try {
    for (let index = 0; index < writesOfEach; index++) {
      await client.query('begin isolation level read committed')
      const count = 1 + random(3)
      const chosen = [...new Set(Array.from({ length: count }, () => ids[random(ids.length)]!))]
      for (const id of chosen.sort((a, b) => a - b)) {
        await client.query(
          `with written as (
             update counters set version = version + 1 where id = $1 returning id, version
           ) insert into corollary.change (resource, source, record, operation, fields, new_version)
           select 'tests.counters', 'counters', id::text, 'update', '{}', version from written`,
          [id],
        )
        if (random(4) === 0) await sleep(random(12))
      }
      const isKept = random(5) > 0
      await client.query(isKept ? 'commit' : 'rollback')
      if (isKept) committed += chosen.length
    }
    return committed
  } finally {
    await client.end()
  }
}

/** Follows the changes on both nodes in turn, and is cut again and again. */
const follow = async (
  reader: number,
  start: string,
  isDone: () => boolean,
): Promise<readonly ServerEvent[]> => {
  const random = randomsFrom(seed + writers + reader)
  const events: ServerEvent[] = []
  let lastEventId: string = start
  for (let turn = 0; ; turn++) {
    const isLast = isDone()
    const stream = await openStream(`${urls[turn % 2]}/changes${isLast ? '?follow=false' : ''}`, {
      lastEventId,
    })
    const limit = isLast ? Number.POSITIVE_INFINITY : 1 + random(25)
    for (let index = 0; index < limit; index++) {
      const end = stream.ended.then(() => undefined)
      const event = await Promise.race([
        stream.next(),
        isLast ? end.then(() => sleep(20)) : sleep(150),
      ])
      if (!event) break
      expect(event.type).not.toBe('reset')
      lastEventId = event.id
      if (event.type === 'change') events.push(event)
    }
    stream.cut()
    if (isLast) return events
  }
}

/** Every change once, those of a record in order. */
const expectEach = (events: readonly Pick<ServerEvent, 'data'>[], count: number): void => {
  const seen = events.map(({ data }) => `${data.id}/${data.version}`)
  expect(new Set(seen).size).toBe(seen.length)
  expect(events.length).toBe(count)
  for (const id of ids) {
    const versions = events.filter(({ data }) => data.id === id).map(({ data }) => data.version)
    expect(versions).toEqual(versions.map((_, index) => versions[0] + index))
  }
}

test(`readers that are cut and resume on two nodes get every committed change exactly once, those of a record in order (seed ${seed})`, async () => {
  const first = await openStream(`${urls[0]}/changes`)
  const ready = await first.next()
  expect(ready.type).toBe('ready')
  first.cut()
  let isDone = false
  const following = [1, 2, 3].map((reader) => follow(reader, ready.id, () => isDone))
  const committed = await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  isDone = true
  const total = committed.reduce((sum, each) => sum + each, 0)
  for (const events of await Promise.all(following)) expectEach(events, total)
})

test('a stream shows that it is alive while nothing changes, also if it looks for changes more often', async () => {
  const stream = await openStream(`${urls[0]}/changes`)
  const ready = await stream.next()
  expect(ready).toMatchObject({ type: 'ready', data: { heartbeatMs: 100 } })
  await expect.poll(() => stream.lastId, { timeout: 10_000 }).not.toBe(ready.id)
  expect(stream.received).toBe(1)
  stream.cut()
})

test('a reader that is killed resumes on another node after what it has written down', async () => {
  const stream = await openStream(`${urls[0]}/changes`)
  let { id: lastEventId } = await stream.next()
  stream.cut()
  let isDone = false
  const writing = Promise.all([write(0), write(1)]).then((committed) => {
    isDone = true
    return committed
  })
  const events: ServerEvent[] = []
  for (let turn = 0; !isDone; turn++) {
    const reader = startReader(`${urls[turn % 2]}/changes`, lastEventId)
    const written = await reader.killAfter(5, writing)
    events.push(...written)
    lastEventId = written.at(-1)?.id ?? lastEventId
  }
  const total = (await writing).reduce((sum, each) => sum + each, 0)
  const end = startReader(`${urls[0]}/changes?follow=false`, lastEventId)
  events.push(...(await end.killAfter(Number.POSITIVE_INFINITY)))
  expectEach(events, total)
})
