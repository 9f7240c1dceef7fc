/** Commands: request bodies, responses, and required headers. */
import { describe, expect, test } from 'vitest'
import { expectFailure } from '../../http/use-people.js'
import { codeOf, dataOf } from '../../support/use-service.js'
import { control, type JobCall, jobsPath, logsApi } from '../jobs.js'
import { expectSilentFault, useJobs } from '../use-jobs.js'
import { useActions } from './use-actions.js'

const jobs = useJobs()
const { perform } = useActions(jobs, jobsPath)
const answers = (result: unknown) => {
  control.perform = async ({ update }) => {
    await update({ note: 'performed' })
    return result
  }
}

const quote = {
  count: 3,
  total: 12.5,
  serial: '12345678901234567',
  day: '2026-03-01',
  at: '2026-03-01T09:00:00Z',
  done: true,
  note: null,
}

describe('declared responses', () => {
  test('a response has the declared members and no others, with the tags of the record', async () => {
    const id = await jobs.put()
    answers({ ...quote, secret: 'words', amount: 1 })
    const answer = await perform('ann', id, 'quote')
    expect(dataOf(answer)).toEqual(quote)
    expect(answer.headers['etag']).toMatch(/^"2\./)
    const read = await jobs.get('ann', `${jobsPath}/${id}`)
    expect(answer.headers['x-data-version']).toBe(read.headers['x-data-version'])
    expect(read.headers['etag']).toBe(answer.headers['etag'])
  })

  test('a missing nullable member is null', async () => {
    const { note: _, ...rest } = quote
    answers(rest)
    expect(dataOf(await perform('ann', await jobs.put(), 'quote'))).toEqual(quote)
  })

  test.each([
    ['a decimal as text', { ...quote, total: '12.50' }],
    ['a decimal of more places', { ...quote, total: 12.555 }],
    ['an instant with offset', { ...quote, at: '2026-03-01T09:00:00+02:00' }],
    ['a midnight for a day', { ...quote, day: '2026-03-01T00:00:00Z' }],
    ['a Date', { ...quote, at: new Date('2026-03-01T09:00:00Z') }],
  ])('%s is converted to the published format, or refused', async (_, result) => {
    answers(result)
    const answer = await perform('ann', await jobs.put(), 'quote')
    if (answer.statusCode !== 200) expectSilentFault(answer)
  })

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'quote'],
    ['a member that is missing', { ...quote, count: undefined }],
    ['a member that is null', { ...quote, count: null }],
    ['null for a member with a default', { ...quote, done: null }],
    ['a text for a number', { ...quote, count: 'three' }],
    ['a fraction for an integer', { ...quote, count: 1.5 }],
    ['not a number', { ...quote, count: Number.NaN }],
    ['a text that is not a day', { ...quote, day: 'tomorrow' }],
    ['a list', [quote]],
  ])('%s is an internal error, and everything is undone', async (_, result) => {
    const id = await jobs.put()
    answers(result)
    expectSilentFault(await perform('ann', id, 'quote'), 'three', 'tomorrow')
    expect(await jobs.jobOf(id)).toMatchObject({ note: null, version: 1 })
  })
})

describe('commands on no record', () => {
  test('a command on no record returns its declared response, with the dataset version', async () => {
    control.perform = (({ request, tx }: { request: { word: string }; tx: JobCall['tx'] }) =>
      tx
        .create(logsApi, { body: request.word, owner: 'ann' })
        .then(() => ({ count: request.word.length, more: 'no' }))) as never
    const answer = await perform('ann', undefined, 'sum', { word: 'four' })
    expect(dataOf(answer)).toEqual({ count: 4 })
    expect(await jobs.logBodies()).toContain('four')
    const read = await jobs.send('ann', 'POST', `${jobsPath}/filter`, {})
    expect(answer.headers['x-data-version']).toBe(read.headers['x-data-version'])
  })

  test('a command without a declared response returns null', async () => {
    control.perform = () => ({ words: 'for nobody' })
    const answer = await perform('ann', undefined, 'tidy')
    expect(answer.json().data).toBeNull()
    expect(answer.body).not.toContain('words')
  })

  test('a command refuses invalid bodies', async () => {
    for (const body of [undefined, {}, { word: 5 }, { word: 'x', ids: [1] }, []]) {
      expect(codeOf(await perform('ann', undefined, 'sum', body))).toMatch(/^400 /)
    }
  })
})

describe('the request in a handler', () => {
  const send = async (body: unknown) => {
    const calls: (JobCall & { readonly wasAborted: boolean })[] = []
    control.perform = (call) => void calls.push({ ...call, wasAborted: call.signal.aborted })
    const id = await jobs.put()
    const answer = await perform('ann', id, 'ask', body)
    expect(codeOf(answer)).toBe('200')
    return calls[0]!
  }

  test('members that were left out have their default, or are null', async () => {
    const { request, record, principal, now, wasAborted } = await send({ due: '2026-03-01' })
    expect(request).toEqual({ level: 3, word: null, due: '2026-03-01', at: null, price: null })
    expect(record).toMatchObject({ state: 'OPEN', version: 1 })
    expect(principal.id).toBe('ann')
    expect(now).toBeInstanceOf(Date)
    expect(wasAborted).toBe(false)
  })

  test('members have the declared types', async () => {
    const body = { level: 7, word: 'w', due: '2026-03-02', at: '2026-03-01T09:00:00Z', price: 1.5 }
    const at = expect.stringMatching(/^2026-03-01T09:00:00(\.0+)?Z$/)
    expect((await send(body)).request).toEqual({ ...body, at })
    expect((await send({ ...body, price: '1.50' })).request).toMatchObject({ price: 1.5 })
  })
})

describe('required headers', () => {
  test('an action can require an Idempotency-Key', async () => {
    const id = await jobs.put()
    control.perform = ({ update }) => update({ note: 'once' })
    const [error] = expectFailure(await perform('ann', id, 'once'), {
      status: 400,
      code: 'MISSING_REQUEST_PARAMETER',
      targets: ['Idempotency-Key'],
    })
    expect(error.message).toContain('Idempotency-Key')
    const key = { 'idempotency-key': 'k' }
    expect(codeOf(await perform('ann', id, 'once', {}, key))).toBe('200')
    const again = await perform('ann', id, 'once', {}, key)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await jobs.jobOf(id)).toMatchObject({ version: 2 })
  })

  test('an action can forbid an Idempotency-Key', async () => {
    const id = await jobs.put()
    control.perform = ({ update }) => update({ note: 'ever' })
    const key = { 'idempotency-key': 'k' }
    for (const version of [2, 3]) {
      const answer = await perform('ann', id, 'ever', {}, key)
      expect(answer.headers['idempotency-replayed']).toBeUndefined()
      expect(dataOf(answer)).toMatchObject({ version })
    }
  })

  test('an action can require If-Match: checked after the record, before its state', async () => {
    const id = await jobs.put()
    const done = await jobs.put({ state: 'DONE' })
    const exact = async (of: number, headers = {}) =>
      codeOf(await perform('ann', of, 'exact', {}, headers))
    expect(await exact(99_999_999)).toBe('404 RESOURCE_NOT_FOUND')
    expect(await exact(done)).toBe('428 RESOURCE_VERSION_REQUIRED')
    expect(await exact(id)).toBe('428 RESOURCE_VERSION_REQUIRED')
    expect(await exact(id, { 'if-match': '"7.x"' })).toBe('412 STALE_RESOURCE_VERSION')
    expect(await exact(id, { 'if-match': '"1.x"' })).toBe('200')
    expect(await exact(done, { 'if-match': '*' })).toBe('409 RESOURCE_STATE_BLOCKED')
  })

  test('the catalog publishes both requirements', async () => {
    const { actions } = (await jobs.get('ann', '/schemas/actions?resource=works.jobs')).json()
    const needs = Object.fromEntries(
      actions.map(({ id, execution }: (typeof actions)[0]) => [id, execution.preconditions]),
    )
    expect(needs).toMatchObject({
      act: { idempotencyKey: 'OPTIONAL', resourceVersion: 'OPTIONAL' },
      once: { idempotencyKey: 'REQUIRED', resourceVersion: 'OPTIONAL' },
      ever: { idempotencyKey: 'NONE' },
      exact: { resourceVersion: 'REQUIRED' },
      each: { resourceVersion: 'NONE' },
    })
  })
})
