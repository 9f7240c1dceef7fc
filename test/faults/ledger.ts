/**
 * Writes while something fails, and what became of them. No write that was acknowledged may be
 * lost, and none may be done twice. A write without a response may be done or not; with an
 * `Idempotency-Key` it is repeated until it is acknowledged.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestConnection } from 'corollary/testing'
import pg from 'pg'
import { expect } from 'vitest'

const absences = '/api/human-resources/absence-requests'

export interface Writing {
  /** The services, of which each write takes one. */
  readonly urls: readonly string[]
  /** Of the database itself, to count what was written. */
  readonly connection: TestConnection
  /** Number of writers; every second one uses an `Idempotency-Key`. Default 8. */
  readonly writers?: number
}

export interface Account {
  /** Writes by what was received last: a status, or `none` if the connection ended. */
  readonly statuses: Readonly<Record<string, number>>
  readonly acknowledged: number
  readonly unknown: number
  /** Writes with an unknown outcome that were done. */
  readonly unknownDone: number
  /** Requests that were sent again with their key. */
  readonly repeated: number
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
}

/** Each writer ends when so many of its writes were acknowledged after the fault. */
const writesAfterwards = 3
/** A response that takes longer hangs. */
const hangMs = 30_000

/** Writes before, during and after the fault; then counts what the database has. */
export const writeDuring = async (
  { urls, connection, writers = 8 }: Writing,
  name: string,
  fault: () => Promise<unknown>,
): Promise<Account> => {
  const run = randomBytes(4).toString('hex')
  const statuses: Record<string, number> = {}
  const acknowledged = new Set<string>()
  const unknown = new Set<string>()
  let repeated = 0
  let isOver = false

  const send = async (reason: string, url: string, headers: object): Promise<boolean> => {
    const body = { employeeId: 1, kind: 'OTHER', startsOn: '2026-05-04', endsOn: '2026-05-05' }
    const status = await fetch(url + absences, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ ...body, days: 2, reason }),
      signal: AbortSignal.timeout(hangMs),
    }).then(
      (response) => response.arrayBuffer().then(() => String(response.status)),
      (error) => (error.name === 'TimeoutError' ? 'hangs' : 'none'),
    )
    statuses[status] = (statuses[status] ?? 0) + 1
    return status === '201'
  }

  const write = async (writer: number): Promise<void> => {
    for (let number = 0, after = 0; after < writesAfterwards; number++) {
      const reason = `${run}-${writer}-${number}`
      const hasKey = writer % 2 === 0
      const headers = hasKey ? { 'idempotency-key': reason } : {}
      const urlOf = (attempt: number): string => urls[(writer + number + attempt) % urls.length]!
      let isDone = await send(reason, urlOf(0), headers)
      for (let attempt = 1; hasKey && !isDone; attempt++) {
        repeated++
        await sleep(20)
        isDone = await send(reason, urlOf(attempt), headers)
      }
      if (isDone) acknowledged.add(reason)
      else unknown.add(reason)
      if (isOver && isDone) after++
      if (!isDone) await sleep(20)
    }
  }

  const faulty = (async () => {
    await sleep(100)
    await fault()
    isOver = true
  })()
  await Promise.all([faulty, ...Array.from({ length: writers }, (_, writer) => write(writer))])

  const found = await countWrites(connection, run)
  const account = {
    ...{ statuses, acknowledged: acknowledged.size, unknown: unknown.size, repeated },
    unknownDone: [...unknown].filter((reason) => found.has(reason)).length,
    lost: [...acknowledged].filter((reason) => !found.has(reason)),
    doubled: [...found].filter(([, count]) => count > 1).map(([reason]) => reason),
  }
  const { lost, doubled, unknownDone } = account
  console.log(
    `${name}: ${account.acknowledged} writes acknowledged, ${account.unknown} without a response ` +
      `(${unknownDone} of them done), ${repeated} repeated with their key; ` +
      `${lost.length} lost, ${doubled.length} doubled; ${JSON.stringify(statuses)}`,
  )
  return account
}

/** How often each write is in the database, by its reason. */
const countWrites = async (
  connection: TestConnection,
  run: string,
): Promise<ReadonlyMap<string, number>> => {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query(
      'select reason, count(*)::int as n from absence_requests where reason like $1 group by 1',
      [`${run}-%`],
    )
    return new Map(rows.map(({ reason, n }) => [reason, n]))
  } finally {
    await client.end()
  }
}

/** Nothing lost, nothing doubled, and no response but these besides `201`. */
export const expectSound = (account: Account, others: readonly string[]): void => {
  expect(account).toMatchObject({ lost: [], doubled: [] })
  expect(account.acknowledged).toBeGreaterThan(0)
  const unexpected = Object.keys(account.statuses).filter(
    (status) => status !== '201' && !others.includes(status),
  )
  expect(unexpected, JSON.stringify(account.statuses)).toEqual([])
}
