/**
 * Changes of code to other records are in the transaction of the write; afterCommit runs after its
 * commit.
 */
import { describe, expect, test } from 'vitest'
import { codeOf, dataOf } from '../../support/use-service.js'
import { control, type JobCall, logsApi } from '../jobs.js'
import { expectSilentFault, newTitle, useJobs } from '../use-jobs.js'

const jobs = useJobs()
const create = () => jobs.ask('POST', '', { title: newTitle() })

describe('other resources in an action', () => {
  test('records are created, found, filtered, changed and deleted in the same transaction', async () => {
    const seen: unknown[] = []
    control.write = async ({ tx }) => {
      const made = await tx.create(logsApi, { body: 'one', owner: 'ann' })
      await tx.create(logsApi, { body: 'two', owner: 'ann' })
      seen.push(await tx.find(logsApi, made.id))
      seen.push((await tx.filter(logsApi, { body: 'o' })).map(({ body }) => body))
      seen.push((await tx.filter(logsApi, { body: 'o' }, 1)).length)
      seen.push((await tx.update(logsApi, made.id, { body: 'three', owner: 'ann' })).body)
      const [, two] = await tx.filter(logsApi, {})
      await tx.delete(logsApi, two!.id)
      seen.push((await tx.filter(logsApi, {})).map(({ body }) => body))
    }
    dataOf(await create(), 201)
    expect(seen).toEqual([
      expect.objectContaining({ body: 'one', owner: 'ann' }),
      ['one', 'two'],
      1,
      'three',
      ['three'],
    ])
    expect(await jobs.logBodies()).toEqual(['three'])
  })

  test('code sees the records that the caller sees', async () => {
    const [row] = await jobs.rows(
      "insert into logs (body, owner) values ('secret', 'other') returning id::int",
    )
    const seen: unknown[] = []
    control.write = async ({ tx }) => {
      seen.push(await tx.find(logsApi, row.id))
      seen.push((await tx.filter(logsApi, { body: 'secret' })).length)
    }
    dataOf(await create(), 201)
    dataOf(await jobs.send('boss', 'POST', '/api/works/jobs', { title: newTitle() }), 201)
    expect(seen).toEqual([undefined, 0, expect.objectContaining({ body: 'secret' }), 1])
  })

  test.each([
    ['update', '404 RESOURCE_NOT_FOUND'],
    ['delete', '404 RESOURCE_NOT_FOUND'],
    ['create', '403 ACCESS_DENIED'],
    ['body', '400 VALIDATION_FAILED'],
  ])('%s that the caller may not do is %s, and everything is undone', async (what, code) => {
    const [row] = await jobs.rows(
      "insert into logs (body, owner) values ('theirs', 'other') returning id::int",
    )
    const body = { body: 'mine', owner: 'ann' }
    const before = await jobs.logBodies()
    control.write = async ({ tx }) => {
      await tx.create(logsApi, body)
      if (what === 'update') await tx.update(logsApi, row.id, body)
      if (what === 'delete') await tx.delete(logsApi, row.id)
      if (what === 'create') await tx.create(logsApi, { ...body, owner: 'other' })
      if (what === 'body') await tx.create(logsApi, { ...body, body: '' })
    }
    expect(codeOf(await create())).toBe(code)
    expect(await jobs.logBodies()).toEqual(before)
  })
})

describe('afterCommit', () => {
  test('afterCommit runs in order, when others see the changes', async () => {
    const seen: unknown[] = []
    control.write = ({ afterCommit, changes }) => {
      const count = async () =>
        (await jobs.rows('select 1 from jobs where title = $1', [changes.title])).length
      afterCommit(async () => seen.push(['first', await count()]))
      afterCommit(() => seen.push(['second']))
    }
    dataOf(await create(), 201)
    expect(seen).toEqual([['first', 1], ['second']])
  })

  test('afterCommit does not run if the write is refused, fails or is rolled back', async () => {
    const seen: string[] = []
    const taken = newTitle()
    await jobs.put({ title: taken })
    control.write = ({ afterCommit, refuse, changes }) => {
      afterCommit(() => seen.push('ran'))
      if (changes.note === 'refuse') throw refuse('no')
      if (changes.note === 'break') throw new Error('no')
    }
    const send = (members: object) => jobs.ask('POST', '', { title: newTitle(), ...members })
    const codes = [
      await send({ note: 'refuse' }),
      await send({ note: 'break' }),
      await send({ title: taken }),
      await send({ amount: -1 }),
    ].map(codeOf)
    expect(codes).toEqual([
      '400 BUSINESS_RULE_VIOLATION',
      '500 INTERNAL_ERROR',
      '409 DATA_INTEGRITY_VIOLATION',
      '400 VALIDATION_FAILED',
    ])
    expect(seen).toEqual([])
  })

  test('an error in afterCommit changes no response, and stops no other callback', async () => {
    const seen: string[] = []
    control.write = ({ afterCommit }) => {
      afterCommit(() => {
        throw new Error('too late')
      })
      afterCommit(async () => Promise.reject(new Error('too late as well')))
      afterCommit(() => seen.push('ran'))
    }
    const created = dataOf(await create(), 201)
    expect(seen).toEqual(['ran'])
    expect(await jobs.jobOf(created.id)).toBeDefined()
    control.perform = ({ afterCommit }) =>
      afterCommit(() => {
        throw new Error('too late')
      })
    expect(codeOf(await jobs.ask('POST', `/${created.id}/actions/act`))).toBe('200')
  })

  test('afterCommit of an item that was undone does not run', async () => {
    const ids = [
      await jobs.put(),
      await jobs.put({ title: newTitle(), amount: 7 }),
      await jobs.put(),
    ]
    const seen: number[] = []
    control.perform = async ({ record, update, afterCommit, refuse }) => {
      afterCommit(() => seen.push(record.id))
      await update({ note: 'done' })
      if (record.amount === 7) throw refuse('seven')
    }
    const data = dataOf(await jobs.ask('POST', '/actions/each', { ids }))
    expect(data).toMatchObject({ succeeded: 2, failed: 1 })
    expect(seen).toEqual([ids[0], ids[2]])
  })
})

describe('functions used after their transaction', () => {
  /** Runs the function after the commit, when another request may use the connection. */
  const keptBeyond = async (late: (call: JobCall) => Promise<unknown>): Promise<string> => {
    let came = 'nothing'
    control.perform = (call) =>
      call.afterCommit(async () => {
        came = await late(call).then(
          () => 'done',
          () => 'refused',
        )
      })
    const id = await jobs.put()
    expect(codeOf(await jobs.ask('POST', `/${id}/actions/act`))).toBe('200')
    expect(await jobs.jobOf(id)).toMatchObject({ amount: 0, version: 1 })
    return came
  }

  test('update writes nothing after its transaction', async () => {
    expect(await keptBeyond(({ update }) => update({ amount: 77 }))).toBe('refused')
  })

  test('tx writes nothing after its transaction', async () => {
    const before = await jobs.logBodies()
    const late = keptBeyond(({ tx }) => tx.create(logsApi, { body: 'too late', owner: 'ann' }))
    expect(await late).toBe('refused')
    expect(await jobs.logBodies()).toEqual(before)
  })
})

describe('conflicts with another transaction', () => {
  test.each([
    ['act', (id: number) => `/${id}/actions/act`, () => undefined],
    ['each', () => '/actions/each', (id: number) => ({ ids: [id] })],
  ] as const)('a conflict repeats all of %s, and afterCommit runs once', async (_, path, body) => {
    await jobs.rows(`
      drop sequence if exists turns cascade;
      create sequence turns;
      create or replace function stumble() returns trigger language plpgsql as $$ begin
        if new.body = 'flaky' and nextval('turns') = 1 then
          raise exception 'again' using errcode = '40001';
        end if;
        return new;
      end $$;
      create or replace trigger stumbles before insert on logs
        for each row execute function stumble();`)
    const id = await jobs.put()
    const seen: string[] = []
    control.perform = async ({ record, update, tx, afterCommit }) => {
      seen.push(`performed at ${record.amount}`)
      afterCommit(() => seen.push('followed'))
      await update({ amount: record.amount + 1 })
      await tx.create(logsApi, { body: 'flaky', owner: 'ann' })
    }
    expect(codeOf(await jobs.ask('POST', path(id), body(id)))).toBe('200')
    expect(seen).toEqual(['performed at 0', 'performed at 0', 'followed'])
    expect(await jobs.jobOf(id)).toMatchObject({ amount: 1, version: 2 })
  })
})

test('an unexpected error in a command undoes everything and reveals no details', async () => {
  const id = await jobs.put()
  const before = await jobs.logBodies()
  control.perform = async ({ update, tx }) => {
    await update({ amount: 5 })
    await tx.create(logsApi, { body: 'never seen', owner: 'ann' })
    throw new Error('the password is 1234')
  }
  expectSilentFault(await jobs.ask('POST', `/${id}/actions/act`), '1234')
  expect(await jobs.jobOf(id)).toMatchObject({ amount: 0, version: 1 })
  expect(await jobs.logBodies()).toEqual(before)
})
