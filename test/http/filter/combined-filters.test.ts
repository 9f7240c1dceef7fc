/** What combined filters and criteria of related rows mean for the parts of a service. */
import { expect, test } from 'vitest'
import { trashCallers, trashResources, trashRows, trashTables } from '../../support/trash.js'
import { tablesOf, useService } from '../../support/use-service.js'
import type { Json } from '../use-people.js'

const { send, rows } = useService({
  resources: trashResources,
  callers: trashCallers,
  database: tablesOf(`${trashTables}${trashRows}`),
})

const post = async (path: string, body: object, caller = 'keeper') => {
  const { statusCode, body: text } = await send(
    caller,
    'POST',
    `/api/trash/customers/${path}`,
    body,
  )
  return { status: statusCode, body: JSON.parse(text) }
}
const namesOf = async (body: object, caller?: string) => {
  const { body: found } = await post('filter', body, caller)
  return found.data.content.map(({ name }: Json) => name)
}

const first = { order: { number: 'A-1' } }

test('related rows that are deleted softly do not count', async () => {
  expect(await namesOf(first)).toEqual(['Ada'])
  expect(await namesOf({ withoutOrder: { totalAtLeast: 10 } })).toEqual(['Bob'])
  await rows(`update orders set deleted_at = now() where number in ('A-1', 'C-1')`)
  expect(await namesOf(first)).toEqual([])
  expect(await namesOf({ $not: first })).toEqual(['Ada', 'Bob', 'Cyd'])
  expect(await namesOf({ withoutOrder: { totalAtLeast: 10 } })).toEqual(['Bob', 'Cyd'])
  await rows('update orders set deleted_at = null')
})

test('a complement has no rows that the caller may not see', async () => {
  expect(await namesOf({ $not: { name: 'Ada' } })).toEqual(['Bob', 'Cyd'])
  expect(await namesOf({ $not: { name: 'Ada' } }, 'north')).toEqual(['Cyd'])
  expect(await namesOf({ $or: [{ regions: ['south'] }, { name: 'Cyd' }] }, 'north')).toEqual([
    'Cyd',
  ])
})

test('the choice of deleted records is a member of the filter itself', async () => {
  for (const part of [{ $or: [{ deleted: 'only' }] }, { $not: { deleted: 'include' } }]) {
    const { status, body } = await post('filter', part)
    expect([status, body.errors[0].code]).toEqual([400, 'FILTER_PAYLOAD_INVALID'])
    expect(body.errors[0].target).toMatch(/\.deleted$|\]\.deleted$/)
    expect(body.errors[0].message).toContain('must be a member of the filter itself')
  }
  await rows(`update customers set deleted_at = now() where name = 'Ada'`)
  expect(await namesOf({ deleted: 'include', $or: [first, { name: 'Bob' }] })).toEqual([
    'Ada',
    'Bob',
  ])
  expect(await namesOf({ $or: [first, { name: 'Bob' }] })).toEqual(['Bob'])
  await rows('update customers set deleted_at = null')
})

test('callers who may not choose deleted records do not learn of the choice', async () => {
  const { body } = await post('filter', { $or: [{ deleted: 'only' }] }, 'editor')
  expect(body.errors[0].message).toContain("There is no filter field 'deleted'")
})

test('a cursor belongs to its combination, in whichever order its parts are sent', async () => {
  const parts = [{ name: 'a' }, { name: 'c' }, { regions: ['north', 'south'] }]
  const { body } = await post('filter/cursor?size=1', { $or: parts })
  const next = `filter/cursor?size=1&after=${body.data.next}`
  expect((await post(next, { $or: parts.toReversed() })).status).toBe(200)
  for (const other of [{ $and: parts }, { $or: parts.slice(1) }, { $not: { $or: parts } }, {}]) {
    const { status, body: refused } = await post(next, other)
    expect([status, refused.errors[0].code]).toEqual([400, 'CURSOR_INVALID'])
  }
})

test('statistics and exports name the member that has the filter in targets', async () => {
  const stats = await post('stats/group-by', { field: 'region', filter: { $or: [{ nope: 1 }] } })
  expect(stats.body.errors[0].target).toBe('filter.$or[0].nope')
  const exported = await post('export', { filters: { order: { totalAtLeast: 'x' } } })
  expect(exported.body.errors[0].target).toBe('filters.order.totalAtLeast')
})
