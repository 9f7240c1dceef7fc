/** Writes that run at the same time as the one that refuses the request: none of them is kept. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectFailure } from '../../http/use-people.js'
import { control, type JobWrite, logsApi } from '../jobs.js'
import { newTitle, useJobs } from '../use-jobs.js'

const jobs = useJobs()
const create = () => jobs.ask('POST', '', { title: newTitle() })
const log = ({ tx }: Pick<JobWrite, 'tx'>, body: string) =>
  tx.create(logsApi, { body, owner: 'ann' })
/** Statements that were sent after the response have ended when one more request has. */
const expectNothingKept = async (): Promise<void> => {
  await nextTurn()
  control.write = () => undefined
  await Promise.all(Array.from({ length: 20 }, create))
  expect(await jobs.logBodies()).toEqual([])
}

beforeEach(() => jobs.rows('delete from logs'))

describe('a hook that refuses while writes run', () => {
  test.each([0, 1, 5, 20])('after %i steps', async (steps) => {
    control.write = async (call) => {
      for (const body of ['a', 'b', 'c']) log(call, body).catch(() => {})
      for (let step = 0; step < steps; step++) await Promise.resolve()
      throw call.refuse('no')
    }
    expectFailure(await create(), { status: 400, code: 'BUSINESS_RULE_VIOLATION' })
    await expectNothingKept()
  })

  test.each([
    ['an invalid body', (call: JobWrite) => log(call, '')],
    [
      'a refusal',
      async (call: JobWrite) => {
        await nextTurn()
        throw call.refuse('no')
      },
    ],
  ])('because of %s beside them', async (_name, refuse) => {
    control.write = async (call) => {
      await Promise.all([log(call, 'a'), log(call, 'b'), refuse(call)])
    }
    expect((await create()).statusCode).toBeGreaterThanOrEqual(400)
    await expectNothingKept()
  })
})
