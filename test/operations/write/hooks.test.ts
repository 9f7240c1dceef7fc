/** `beforeWrite`: its arguments, its abilities, and refusals that leave no changes. */
import { describe, expect, test } from 'vitest'
import { expectFailure } from '../../http/use-people.js'
import { codeOf, dataOf, fingerprintOf } from '../../support/use-service.js'
import { control, type JobWrite, jobsApi, jobsPath, logsApi } from '../jobs.js'
import { expectSilentFault, newTitle, useJobs } from '../use-jobs.js'

const jobs = useJobs()

/** The calls of the hook. */
const watch = (): JobWrite[] => {
  const calls: JobWrite[] = []
  control.write = (call) => void calls.push(call)
  return calls
}
const callsOf = (calls: readonly JobWrite[]) =>
  calls.map(({ operation, record, changes }) => ({ operation, record, changes }))

describe('arguments of a hook', () => {
  test('a create passes the values to be written, including defaults', async () => {
    const calls = watch()
    const title = newTitle()
    dataOf(await jobs.ask('POST', '', { title, note: 'n' }), 201)
    const changes = { title, note: 'n', amount: 0, state: 'OPEN', parent: null }
    expect(callsOf(calls)).toEqual([{ operation: 'create', record: undefined, changes }])
    expect(calls[0]!.principal.id).toBe('ann')
    expect(calls[0]!.now).toBeInstanceOf(Date)
    expect(calls[0]!.signal).toBeInstanceOf(AbortSignal)
  })

  test('an update, an intent and a delete pass the current record and the changes', async () => {
    const title = newTitle()
    const id = await jobs.put({ title })
    const calls = watch()
    dataOf(await jobs.ask('PUT', `/${id}`, { title, amount: 1 }))
    dataOf(await jobs.ask('PATCH', `/${id}/annotate`, { note: 'x' }))
    expect(codeOf(await jobs.ask('DELETE', `/${id}`))).toBe('204')
    const record = { id, title, amount: 0, note: null, state: 'OPEN', version: 1, parent: null }
    expect(callsOf(calls)).toEqual([
      { operation: 'update', record, changes: { title, amount: 1, note: null } },
      {
        operation: 'annotate',
        record: { ...record, amount: 1, version: 2 },
        changes: { note: 'x' },
      },
      {
        operation: 'delete',
        record: { ...record, amount: 1, note: 'x', version: 3 },
        changes: {},
      },
    ])
  })

  test('a relation is passed as its key, under its name', async () => {
    const [first, second] = [await jobs.put(), await jobs.put()]
    const calls = watch()
    const body = { title: newTitle(), parentId: first }
    const { id } = dataOf(await jobs.ask('POST', '', body), 201)
    control.write = (call) => {
      calls.push(call)
      call.set({ parent: second })
    }
    const changed = await jobs.ask('PATCH', `/${id}/annotate`, { note: 'x' })
    expect(dataOf(changed)).toMatchObject({ parentId: second, note: 'x' })
    expect([calls[0]!.changes.parent, calls[1]!.record!.parent]).toEqual([first, first])
  })

  test('a batch calls the hook once for each record', async () => {
    const ids = [await jobs.put(), await jobs.put()]
    const calls = watch()
    expect(codeOf(await jobs.ask('DELETE', '/batch', ids))).toBe('204')
    expect(calls.map(({ operation, record }) => [operation, record?.id])).toEqual(
      ids.map((id) => ['delete', id]),
    )
  })

  test('an action that writes passes its name', async () => {
    const id = await jobs.put()
    const calls = watch()
    control.perform = ({ update }) => update({ amount: 4 })
    expect(dataOf(await jobs.ask('POST', `/${id}/actions/act`))).toMatchObject({ amount: 4 })
    expect(calls.map(({ operation, changes }) => [operation, changes])).toEqual([
      ['act', { amount: 4 }],
    ])
  })

  test('a hook is not called when an earlier check refuses', async () => {
    const id = await jobs.put()
    const done = await jobs.put({ state: 'DONE' })
    const calls = watch()
    const stale = { 'if-match': '"9.x"' }
    const refused = [
      await jobs.ask('POST', '', {}),
      await jobs.ask('PUT', '/99999999', { title: 'x', amount: 1 }),
      await jobs.ask('PUT', `/${id}`, { title: 'x', amount: 1 }, stale),
      await jobs.ask('DELETE', `/${done}`),
      await jobs.ask('DELETE', '/batch', [id, done]),
    ]
    expect(refused.map(codeOf)).toEqual([
      '400 VALIDATION_FAILED',
      '404 RESOURCE_NOT_FOUND',
      '412 STALE_RESOURCE_VERSION',
      '409 RESOURCE_STATE_BLOCKED',
      '409 RESOURCE_STATE_BLOCKED',
    ])
    expect(calls).toEqual([])
  })
})

describe('abilities of a hook', () => {
  test('set writes other columns, and replaces values that were sent', async () => {
    control.write = ({ set }) => {
      set({ note: 'first', amount: 5 })
      set({ note: 'set' })
    }
    const created = dataOf(await jobs.ask('POST', '', { title: newTitle(), amount: 1 }), 201)
    expect(created).toMatchObject({ amount: 5, note: 'set' })
    const changed = await jobs.ask('PATCH', `/${created.id}/annotate`, { amount: 9 })
    expect(dataOf(changed)).toMatchObject({ amount: 5, note: 'set', version: 2 })
  })

  test('set of a column that cannot be written is a contract error', async () => {
    const id = await jobs.put()
    const wrong = [{ id: 7 }, { surprise: 1 }, { amount: 'many' }] as unknown as { note: string }[]
    for (const changes of wrong) {
      control.write = ({ set }) => set(changes)
      expectSilentFault(
        await jobs.ask('PATCH', `/${id}/annotate`, { note: 'x' }),
        'surprise',
        'many',
      )
    }
    expect(await jobs.jobOf(id)).toMatchObject({ note: null, version: 1 })
  })

  test('set in a delete is a contract error, and the record stays', async () => {
    const id = await jobs.put()
    control.write = ({ operation, set }) => {
      if (operation === 'delete') set({ note: 'deleted' })
    }
    expectSilentFault(await jobs.ask('DELETE', `/${id}`), 'deleted')
    expectSilentFault(await jobs.ask('DELETE', '/batch', [id]), 'deleted')
    control.perform = ({ tx }) => tx.delete(jobsApi, id)
    expectSilentFault(await jobs.ask('POST', `/${await jobs.put()}/actions/act`), 'deleted')
    expect(await jobs.jobOf(id)).toMatchObject({ note: null, version: 1 })
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    'a hook can refuse a %s, with a reason',
    async (method) => {
      const id = await jobs.put()
      const before = await fingerprintOf(jobs)
      control.write = async ({ refuse, tx }) => {
        await tx.create(logsApi, { body: 'never seen', owner: 'ann' })
        throw refuse('not-today', { message: 'Come back tomorrow.', target: 'title' })
      }
      const paths = { POST: '', PUT: `/${id}`, PATCH: `/${id}/annotate`, DELETE: `/${id}` }
      const bodies = {
        POST: { title: newTitle() },
        PUT: { title: 'y', amount: 1 },
        PATCH: {},
        DELETE: undefined,
      }
      const answer = await jobs.ask(method, paths[method], bodies[method])
      const failure = { status: 400, code: 'BUSINESS_RULE_VIOLATION', targets: ['title'] }
      const [error] = expectFailure(answer, failure)
      expect(error).toMatchObject({
        message: 'Come back tomorrow.',
        properties: { reason: 'not-today' },
      })
      expect(await fingerprintOf(jobs)).toBe(before)
    },
  )

  test('an unexpected error in a hook reveals no details and undoes everything', async () => {
    const before = await fingerprintOf(jobs)
    control.write = async ({ tx }) => {
      await tx.create(logsApi, { body: 'never seen', owner: 'ann' })
      throw new Error('the password is 1234')
    }
    expectSilentFault(await jobs.ask('POST', '', { title: newTitle() }), '1234', 'password')
    expect(await fingerprintOf(jobs)).toBe(before)
  })

  test('a hook runs again for an idempotency key that was refused, not for a stored response', async () => {
    const calls = watch()
    const send = (title: string) => jobs.ask('POST', '', { title }, { 'idempotency-key': 'hook' })
    const title = newTitle()
    expect([codeOf(await send(title)), codeOf(await send(title))]).toEqual(['201', '201'])
    expect(calls).toHaveLength(1)
    expect((await jobs.get('ann', `${jobsPath}/all`)).body.split(title)).toHaveLength(2)
  })
})
