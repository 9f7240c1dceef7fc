/** The service of the jobs contract, and the requests that its tests share. */
import { afterEach, expect } from 'vitest'
import { type Answer, expectFailure, type Json, type Method } from '../http/use-people.js'
import { tablesOf, useService, type Workflow } from '../support/use-service.js'
import { jobCallers, jobsApi, jobsPath, jobTables, logsApi, resetControl } from './jobs.js'

export interface Jobs extends Workflow {
  /** As `ann`. */
  ask(
    method: Method,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>
  put(members?: Readonly<Record<string, unknown>>): Promise<number>
  jobOf(id: number): Promise<Json>
  logBodies(): Promise<readonly string[]>
}

let made = 0
export const newTitle = (): string => `Job ${++made}`

export const useJobs = (settings: Readonly<Record<string, unknown>> = {}): Jobs => {
  const workflow = useService({
    resources: [jobsApi, logsApi],
    callers: jobCallers,
    database: tablesOf(jobTables),
    settings,
  })
  afterEach(resetControl)
  const { send, rows } = workflow
  return {
    get service() {
      return workflow.service
    },
    callers: workflow.callers,
    get connection() {
      return workflow.connection
    },
    get: workflow.get,
    send,
    rows,
    ask: (method, path, body, headers) => send('ann', method, `${jobsPath}${path}`, body, headers),
    put: async ({ title = newTitle(), state = 'OPEN', amount = 0 } = {}) => {
      const [row] = await rows(
        'insert into jobs (title, state, amount) values ($1, $2, $3) returning id::int',
        [title, state, amount],
      )
      return row.id
    },
    jobOf: async (id) => (await rows('select * from jobs where id = $1', [id]))[0],
    logBodies: async () =>
      (await rows('select body from logs order by id')).map(({ body }) => body),
  }
}

/** An internal error, of which the response reveals no details. */
export const expectSilentFault = (answer: Answer, ...secrets: readonly string[]): void => {
  const [error] = expectFailure(answer, { status: 500, code: 'INTERNAL_ERROR' })
  expect(error.message).toBe('The request could not be processed.')
  expect(Object.keys(error.properties).sort()).toEqual(['code', 'traceId'])
  for (const secret of secrets) expect(answer.body).not.toContain(secret)
}
