/** Code of a contract that never ends: its transaction is ended, and its resources are released. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { until } from '../../faults/fault-service.js'
import { type Answer, expectFailure } from '../../http/use-people.js'
import { otherSessions } from '../../support/sessions.js'
import { codeOf } from '../../support/use-service.js'
import { control, logsApi } from '../jobs.js'
import { newTitle, useJobs } from '../use-jobs.js'

const poolSize = 3
const jobs = useJobs({
  'platform.database.pool-size': poolSize,
  'platform.database.transaction-timeout-ms': 600,
  'platform.database.statement-timeout-ms': 20_000,
})

const forever = (): Promise<never> => new Promise(() => undefined)
const act = (id: number): Promise<Answer> => jobs.ask('POST', `/${id}/actions/act`)
const expectTimeout = (answer: Answer): void => {
  const [error] = expectFailure(answer, { status: 504, code: 'QUERY_TIMEOUT' })
  expect(error.message).toContain('600 ms')
}
/** Sessions of the service that are in a transaction. */
const openTransactions = async (): Promise<number> => {
  // Inside a transaction of the test, sessions would be those of the first look.
  await jobs.rows('select pg_stat_clear_snapshot()')
  const [row] = await jobs.rows(
    `select count(*)::int as n ${otherSessions} and xact_start is not null`,
  )
  return row.n
}

describe('transactions that take too long', () => {
  test.each([
    ['waits forever', forever],
    ['ignores the signal and ends late', () => sleep(900)],
    [
      'ends when its signal is aborted',
      ({ signal }: { signal: AbortSignal }) => sleep(60_000, undefined, { signal }),
    ],
  ])('an action that %s gets 504, and its changes are undone', async (_name, wait) => {
    const id = await jobs.put()
    control.perform = async (call) => {
      await call.update({ amount: 5 })
      await call.tx.create(logsApi, { body: 'lost', owner: 'ann' })
      await wait(call)
    }
    expectTimeout(await act(id))
    // The row lock is released: another writer does not wait.
    await jobs.rows("set lock_timeout = '2s'")
    await jobs.rows('update jobs set note = $2 where id = $1', [id, 'free'])
    expect(await jobs.jobOf(id)).toMatchObject({ amount: 0, note: 'free' })
    expect(await jobs.logBodies()).not.toContain('lost')
    await until(async () => (await openTransactions()) === 0)
  })

  test('the signal is aborted with a reason', async () => {
    const reasons: unknown[] = []
    control.perform = async ({ signal }) => {
      signal.addEventListener('abort', () => reasons.push(signal.reason))
      await forever()
    }
    expectTimeout(await act(await jobs.put()))
    expect(reasons).toEqual([expect.objectContaining({ code: 'QUERY_TIMEOUT' })])
  })

  test('a running statement is cancelled', async () => {
    const id = await jobs.put()
    await jobs.rows('begin')
    await jobs.rows('select 1 from jobs where id = $1 for update', [id])
    const waiting = act(id)
    expectTimeout(await waiting)
    await until(async () => (await openTransactions()) === 0)
    await jobs.rows('rollback')
  })

  test('a hook gets 504 as well', async () => {
    control.write = forever
    const title = newTitle()
    expectTimeout(await jobs.ask('POST', '', { title }))
    expect(await jobs.rows('select 1 from jobs where title = $1', [title])).toEqual([])
  })

  test('code that continues after the limit writes nothing', async () => {
    const id = await jobs.put()
    let outcome = 'nothing'
    let goOn: () => void = () => undefined
    control.perform = async ({ update }) => {
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
      outcome = await update({ amount: 9 }).then(
        () => 'written',
        () => 'refused',
      )
    }
    expectTimeout(await act(id))
    goOn()
    await until(async () => outcome !== 'nothing')
    expect(outcome).toBe('refused')
    expect(await jobs.jobOf(id)).toMatchObject({ amount: 0 })
  })

  test('every timed-out transaction returns its connection', async () => {
    const ids: number[] = []
    while (ids.length < 3 * poolSize) ids.push(await jobs.put())
    control.perform = forever
    const answers = await Promise.all(ids.map(act))
    for (const answer of answers) expectTimeout(answer)
    control.perform = async ({ update }) => update({ note: 'done' })
    const again = await Promise.all(ids.map(act))
    expect(again.map(codeOf)).toEqual(ids.map(() => '200'))
  })
})

test('work after a commit that never ends does not block the response', async () => {
  control.perform = ({ afterCommit }) => afterCommit(forever)
  expect(codeOf(await act(await jobs.put()))).toBe('200')
})
