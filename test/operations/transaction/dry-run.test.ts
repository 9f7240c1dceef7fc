/** Dry runs: code of contracts, checks at the commit, idempotency keys, and what is published. */
import { afterEach, expect, test } from 'vitest'
import { expectFailure, type Json, type Method } from '../../http/use-people.js'
import { databaseOf, sendTwice } from '../../support/dry-run.js'
import { statementsOf } from '../../support/statements.js'
import { tablesOf, useService } from '../../support/use-service.js'
import {
  control,
  jobCallers,
  jobsApi,
  jobsPath,
  jobTables,
  logsApi,
  resetControl,
} from '../jobs.js'

const jobs = useService({
  resources: [jobsApi, logsApi],
  callers: jobCallers,
  database: tablesOf(`${jobTables}
    create function check_job() returns trigger language plpgsql as $$
    begin
      if new.title = 'bad' then raise 'bad title' using errcode = 'check_violation'; end if;
      return null;
    end $$;
    create constraint trigger check_job after insert on jobs deferrable initially deferred
      for each row execute function check_job();
    alter table jobs add constraint jobs_note_key unique (note) deferrable initially deferred;`),
})
afterEach(resetControl)

let next = 0
const title = () => `Tried ${++next}`
const put = async (members: Json = {}): Promise<number> =>
  (await jobs.send('ann', 'POST', jobsPath, { title: title(), ...members })).json().data.id
const ask = (method: Method, path: string, body?: unknown, headers = {}) =>
  jobs.send('ann', method, `${jobsPath}${path}`, body, headers)
const twice = (method: Method, path: string, body?: unknown) =>
  sendTwice(jobs, { caller: 'ann', method, url: `${jobsPath}${path}`, body })

test('a dry run sends one round trip that ends with a rollback', async () => {
  const sent = await statementsOf(() => ask('POST', '?dryRun=true', { title: title() }))
  expect(sent.filter(({ startsRoundTrip }) => startsRoundTrip)).toHaveLength(1)
  const texts = sent.map(({ text }) => text)
  expect(texts[0]).toBe('begin')
  expect(texts.slice(-2)).toEqual(['set constraints all immediate', 'rollback'])
  expect(texts).not.toContain('commit')
})

test('a dry run has the errors of triggers and constraints that wait for the commit', async () => {
  expect((await twice('POST', '', { title: 'bad' })).statusCode).toBe(400)
  await put({ note: 'taken' })
  const refused = await twice('POST', '', { title: title(), note: 'taken' })
  expectFailure(refused, { status: 409, code: 'DATA_INTEGRITY_VIOLATION', targets: ['note'] })
})

test('a dry run runs hooks and actions, tells them so, and runs no callback', async () => {
  const seen: Json[] = []
  control.write = async ({ dryRun, operation, tx, afterCommit }) => {
    seen.push([operation, dryRun])
    await tx.create(logsApi, { body: operation, owner: 'ann' })
    afterCommit(() => seen.push('committed'))
  }
  await twice('POST', '', { title: title() })
  expect(seen.splice(0)).toEqual([['create', true], ['create', false], 'committed'])
  const id = await put()
  seen.length = 0
  control.perform = ({ update, afterCommit }) => {
    afterCommit(() => seen.push('performed'))
    return update({ amount: 1 })
  }
  const { amount, version } = (await twice('POST', `/${id}/actions/act`, {})).json().data
  expect([amount, version]).toEqual([1, 2])
  expect(seen).toEqual([['act', true], ['act', false], 'performed', 'committed'])
})

test('a refusal of the application is that of the request, also of one item of many', async () => {
  const ids = [await put(), await put()]
  control.perform = ({ record, refuse, update }) => {
    if (record.id === ids[1]) throw refuse('no-second', { message: 'Not the second.' })
    return update({ amount: 7 })
  }
  const refused = await twice('POST', `/${ids[1]}/actions/act`, {})
  expectFailure(refused, { status: 400, code: 'BUSINESS_RULE_VIOLATION' })
  const each = (await twice('POST', '/actions/each', { ids })).json().data
  expect(each).toMatchObject({ succeeded: 1, failed: 1 })
  expect((await twice('POST', '/actions/together', { ids })).statusCode).toBe(400)
})

test('a dry run neither stores a response under its idempotency key nor returns a stored one', async () => {
  const headers = { 'idempotency-key': 'a-key' }
  const body = { title: title() }
  const before = await databaseOf(jobs)
  const tried = await ask('POST', '?dryRun=true', body, headers)
  expect(tried.statusCode).toBe(201)
  expect(await databaseOf(jobs)).toEqual(before)
  const real = await ask('POST', '', body, headers)
  expect([real.statusCode, real.headers['idempotency-replayed']]).toEqual([201, undefined])
  const again = await ask('POST', '?dryRun=true', body, headers)
  expectFailure(again, { status: 409, code: 'DATA_INTEGRITY_VIOLATION', targets: ['title'] })
  const replayed = await ask('POST', '', body, headers)
  expect(replayed.headers).toMatchObject({ 'idempotency-replayed': 'true' })
  const id = await put()
  expect((await ask('POST', `/${id}/actions/once?dryRun=true`, {})).statusCode).toBe(400)
  expect((await ask('POST', `/${id}/actions/once?dryRun=true`, {}, headers)).statusCode).toBe(200)
})

test('an action that declines dry runs refuses them, and only them', async () => {
  const id = await put()
  let calls = 0
  control.perform = () => calls++
  const path = `/${id}/actions/abroad`
  const refused = await ask('POST', `${path}?dryRun=true`, {})
  expectFailure(refused, { status: 501, code: 'NOT_SUPPORTED', targets: ['dryRun'] })
  expect(calls).toBe(0)
  expect((await ask('POST', `${path}?dryRun=false`, {})).headers).not.toHaveProperty('x-dry-run')
  expect(calls).toBe(1)
})

test.each(['yes', '1', 'TRUE', 'true&dryRun=false'])('dryRun=%s is refused', async (value) => {
  const before = await databaseOf(jobs)
  const refused = await ask('POST', `?dryRun=${value}`, { title: title() })
  expectFailure(refused, { status: 400, code: 'INVALID_PARAMETER', targets: ['dryRun'] })
  expect(await databaseOf(jobs)).toEqual(before)
})

test('an operation that only reads ignores the parameter', async () => {
  const id = await put()
  const read = await ask('GET', `/${id}?dryRun=maybe`)
  expect([read.statusCode, read.headers['x-dry-run']]).toEqual([200, undefined])
})

test('the parameter and the header are described where they are taken', async () => {
  const { paths } = (await jobs.get('ann', '/v3/api-docs')).json()
  const isDescribed = (path: string, method: string): readonly boolean[] => {
    const { parameters, responses } = paths[`${jobsPath}${path}`][method]
    const [success] = Object.entries<Json>(responses).find(([status]) => status < '300')!
    return [
      parameters.some(({ name }: Json) => name === 'dryRun'),
      'X-Dry-Run' in responses[success].headers,
      '501' in responses,
    ]
  }
  const taken = [true, true, false]
  expect(isDescribed('', 'post')).toEqual(taken)
  expect(isDescribed('/{id}', 'put')).toEqual(taken)
  expect(isDescribed('/{id}', 'delete')).toEqual(taken)
  expect(isDescribed('/{id}/annotate', 'patch')).toEqual(taken)
  expect(isDescribed('/{id}/actions/act', 'post')).toEqual(taken)
  expect(isDescribed('/actions/each', 'post')).toEqual(taken)
  expect(isDescribed('/{id}/actions/abroad', 'post')).toEqual([false, false, true])
  expect(isDescribed('/{id}', 'get')).toEqual([false, false, false])
  expect(isDescribed('/filter', 'post')).toEqual([false, false, false])
})
