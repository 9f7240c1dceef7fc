/** Items of a bulk action that fail while it runs: PER_ITEM undoes the item, ATOMIC everything. */
import { describe, expect, test } from 'vitest'
import type { Json } from '../../http/use-people.js'
import { codeOf, dataOf, fingerprintOf, textsOf } from '../../support/use-service.js'
import { control, jobsApi, jobsPath, logsApi } from '../jobs.js'
import { expectSilentFault, newTitle, useJobs } from '../use-jobs.js'
import { useActions } from './use-actions.js'

const jobs = useJobs()
const { perform } = useActions(jobs, jobsPath)

/** The amount of a job selects what happens to it. */
const plans = { good: 0, refuse: 1, check: 2, unique: 3, foreign: 4, bug: 5, blind: 6 } as const
type Plan = keyof typeof plans
const taken = newTitle()

const putPlans = async (...wanted: readonly Plan[]): Promise<readonly number[]> => {
  const ids: number[] = []
  for (const plan of wanted) ids.push(await jobs.put({ amount: plans[plan] }))
  control.perform = async ({ record, update, refuse, tx }) => {
    await tx.create(logsApi, { body: `of ${record.id}`, owner: 'ann' })
    await update({ note: 'written' })
    switch (record.amount) {
      case plans.refuse:
        throw refuse('not-this-one', { message: 'Not this one.' })
      case plans.check:
        return update({ amount: -1 })
      case plans.unique:
        return update({ title: taken })
      case plans.foreign:
        return void (await tx.create(logsApi, { body: 'x', owner: 'other' }))
      case plans.bug:
        throw new Error('the password is 1234')
      default:
        return update({ state: 'DONE' })
    }
  }
  return ids
}
const codes = ({ items }: Json) => items.map(({ code }: Json) => code)

describe('failing items with PER_ITEM', () => {
  test('all changes of a failing item are undone, and the other items succeed', async () => {
    await jobs.put({ title: taken })
    const wanted = ['good', 'refuse', 'good', 'check', 'unique', 'foreign', 'good'] as const
    const ids = await putPlans(...wanted)
    const data = dataOf(await perform('ann', undefined, 'each', { ids }))
    expect(data).toMatchObject({ total: 7, succeeded: 3, failed: 4 })
    expect(codes(data)).toEqual([
      null,
      'BUSINESS_RULE_VIOLATION',
      null,
      'VALIDATION_FAILED',
      'DATA_INTEGRITY_VIOLATION',
      'ACCESS_DENIED',
      null,
    ])
    expect(data.items[1].message).toBe('Not this one.')
    for (const [index, id] of ids.entries()) {
      const isGood = wanted[index] === 'good'
      expect(await jobs.jobOf(id), wanted[index]).toMatchObject(
        isGood ? { state: 'DONE', version: 3 } : { state: 'OPEN', note: null, version: 1 },
      )
    }
    const good = ids.filter((_, index) => wanted[index] === 'good')
    expect(await jobs.logBodies()).toEqual(good.map((id) => `of ${id}`))
  })

  test('a violated check is reported as in an action on one record', async () => {
    const [id] = await putPlans('check')
    const alone = await perform('ann', id, 'act')
    const [item] = dataOf(await perform('ann', undefined, 'each', { ids: [id] })).items
    expect(item.code).toBe(alone.json().errors[0].code)
    expect(item.message).toBe(alone.json().errors[0].message)
  })

  test('no savepoint stays open, whether items fail or not', async () => {
    const ids = await putPlans('good', 'refuse', 'check', 'good', 'refuse')
    const statements = await textsOf(async () =>
      dataOf(await perform('ann', undefined, 'each', { ids })),
    )
    const count = (pattern: RegExp) => statements.filter((text) => pattern.test(text)).length
    expect(count(/^savepoint item/)).toBe(ids.length)
    expect(count(/release savepoint item/)).toBe(ids.length)
  })

  test('an internal error ends the whole request with PER_ITEM', async () => {
    const ids = await putPlans('good', 'bug', 'good')
    const before = await fingerprintOf(jobs)
    expectSilentFault(await perform('ann', undefined, 'each', { ids }), '1234')
    expect(await fingerprintOf(jobs)).toBe(before)
  })
})

describe('failing items with ATOMIC', () => {
  test.each([
    ['refuse', '400 BUSINESS_RULE_VIOLATION'],
    ['check', '400 VALIDATION_FAILED'],
    ['unique', '409 DATA_INTEGRITY_VIOLATION'],
    ['foreign', '403 ACCESS_DENIED'],
  ] as const)('an item that fails (%s) fails all items, and is named', async (plan, code) => {
    await jobs.rows('insert into jobs (title) values ($1) on conflict do nothing', [taken])
    const ids = await putPlans('good', plan, 'good')
    const before = await fingerprintOf(jobs)
    const answer = await perform('ann', undefined, 'together', { ids })
    expect(codeOf(answer)).toBe(code)
    const [error] = answer.json().errors
    expect(error.properties.items).toEqual([
      expect.objectContaining({ id: ids[1], status: 'FAILED', code: code.slice(4) }),
    ])
    expect(await fingerprintOf(jobs)).toBe(before)
  })

  test('an internal error reveals no details with ATOMIC', async () => {
    const ids = await putPlans('good', 'bug')
    const before = await fingerprintOf(jobs)
    expectSilentFault(await perform('ann', undefined, 'together', { ids }), '1234')
    expect(await fingerprintOf(jobs)).toBe(before)
  })

  test('maxItems limits the number of items', async () => {
    const ids = Array.from({ length: 6 }, (_, index) => index + 1)
    expect(codeOf(await perform('ann', undefined, 'together', { ids }))).toBe('422 LIMIT_EXCEEDED')
    const { actions } = (await jobs.get('ann', `${jobsPath}/actions`)).json()
    const { execution } = actions.find(({ id }: Json) => id === 'together')
    expect(execution.selection).toEqual({ idsField: 'ids', maxItems: 5 })
  })
})

describe('an item that an earlier one has changed', () => {
  /** The first of two jobs finishes the other one, too. */
  const finishFirst = async (action: string): Promise<Json> => {
    const ids = [await jobs.put(), await jobs.put()]
    const seen: string[] = []
    control.write = ({ operation, set }) => {
      if (operation === 'update') set({ state: 'DONE' })
    }
    control.perform = async ({ record, update, tx }) => {
      seen.push(record.state)
      await update({ state: 'DONE' })
      if (record.id === ids[0]) await tx.update(jobsApi, ids[1]!, { title: newTitle(), amount: 9 })
    }
    const answer = await perform('ann', undefined, action, { ids })
    return { answer, seen, last: await jobs.jobOf(ids[1]!) }
  }

  test('a PER_ITEM action refuses an item whose state has changed', async () => {
    const { answer, seen, last } = await finishFirst('finish-each')
    expect(codes(dataOf(answer))).toEqual([null, 'RESOURCE_STATE_BLOCKED'])
    expect(seen).toEqual(['OPEN'])
    expect(last).toMatchObject({ amount: 9, version: 2 })
  })

  test('an ATOMIC action refuses such an item, or runs on its current state', async () => {
    const { answer, seen } = await finishFirst('finish-all')
    if (codeOf(answer) === '200') expect(seen).toEqual(['OPEN', 'DONE'])
    else expect(codeOf(answer)).toBe('409 RESOURCE_STATE_BLOCKED')
  })
})

test('an item is refused if a trigger of an earlier item has changed its state', async () => {
  const ids = [await jobs.put(), await jobs.put()]
  await jobs.rows(`
    create function finish_next() returns trigger language plpgsql as $$ begin
      update jobs set state = 'DONE' where id = ${ids[1]}; return null; end $$;
    create trigger finish_next after update on jobs for each row
      when (old.id = ${ids[0]}) execute function finish_next()`)
  control.perform = ({ update }) => update({ note: 'seen' })
  const data = dataOf(await perform('ann', undefined, 'finish-each', { ids }))
  await jobs.rows('drop trigger finish_next on jobs; drop function finish_next')
  expect(codes(data)).toEqual([null, 'RESOURCE_STATE_BLOCKED'])
})
