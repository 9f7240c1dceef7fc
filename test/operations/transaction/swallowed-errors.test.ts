/** Code that goes on after an error of the database: PostgreSQL has undone everything by then. */
import type { Route } from 'corollary'
import { expect, test } from 'vitest'
import { tablesOf, useService } from '../../support/use-service.js'
import { jobCallers, jobsApi, jobTables, logsApi } from '../jobs.js'
import { expectSilentFault, newTitle } from '../use-jobs.js'

const route: Route = {
  method: 'POST',
  path: '/jobs-twice',
  handle: ({ transaction }) =>
    transaction(async ({ tx }) => {
      await tx.create(logsApi, { body: 'kept?', owner: 'ann' })
      await tx.create(jobsApi, { title: 'taken' })
      await tx.create(jobsApi, { title: 'taken' }).catch(() => undefined)
      return { done: true }
    }),
}

const { send, rows } = useService({
  resources: [jobsApi, logsApi],
  callers: jobCallers,
  routes: [route],
  database: tablesOf(jobTables),
})

test('a route that swallows it is not answered as done', async () => {
  expectSilentFault(await send('ann', 'POST', '/jobs-twice', {}))
  expect(await rows('select 1 from logs union all select 1 from jobs')).toEqual([])
  const title = newTitle()
  expect((await send('ann', 'POST', '/api/works/jobs', { title })).statusCode).toBe(201)
})
