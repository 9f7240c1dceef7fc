/** Iterations by cursor are complete, and stay so while rows and time change. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Json, paths, usePeople } from '../use-people.js'
import { cursorSecret, idsOf, idsOfPages, useCursors, walk, walkBack } from './use-cursors.js'

let now = new Date('2026-03-20T15:45:00.123Z')
const people = usePeople({ 'platform.cursor.secret': cursorSecret }, () => now)
const { ask, of } = useCursors(people)
const { departments, employees, skills } = paths

describe('iterations by cursor', () => {
  const orders: readonly (readonly [string, string])[] = [
    [employees, ''],
    [employees, 'sort=remote'],
    [employees, 'sort=managerName,desc&sort=rating'],
    [employees, 'sort=rating,desc&sort=lastReviewAt&sort=status,desc'],
    [employees, 'sort=skillCount,desc&sort=departmentName'],
    [employees, 'sort=id,desc'],
    [departments, 'sort=parentName&sort=name,desc'],
    [paths.payslips, 'sort=net'],
    [paths.absences, ''],
    [paths.costs, ''],
    [paths.costs, 'sort=id,desc'],
  ]
  test.each(orders)(
    'iterating over %s by "%s" returns the list of /filter, in both directions',
    async (resource, sort) => {
      const body = resource === paths.payslips ? { employeeId: 3 } : {}
      const turn = of(resource, `size=17&${sort}`, body)
      const pages = await walk(turn)
      const { totalPages } = await people.page(resource, '?size=200', body)
      const listed: Json[] = []
      for (let page = 0; page < totalPages; page++) {
        const query = `?size=200&page=${page}&${sort}`
        listed.push(...(await people.page(resource, query, body)).content)
      }
      expect(pages.flatMap(({ content }) => content)).toEqual(listed)
      expect(idsOfPages(await walkBack(turn, pages.at(-1)))).toEqual(idsOfPages(pages))
    },
  )

  test('every page applies the filter', async () => {
    const body = { departmentName: 'engineer', salaryBetween: [5000, null], remote: true }
    const { content, totalElements } = await people.page(employees, '?size=200', body)
    expect(totalElements).toBeGreaterThan(4)
    const pages = await walk(of(employees, 'size=2', body))
    expect(idsOfPages(pages).flat()).toEqual(idsOf(content))
  })
})

describe('rows that are inserted and deleted between two pages', () => {
  const body = { name: 'Walk ' }
  const query = 'size=2&sort=name'
  const names = ({ content }: Json): readonly string[] => content.map(({ name }: Json) => name)
  const add = (...added: readonly string[]) =>
    people.rows(
      `insert into skills (code, name, category) select name, name, 'x' from unnest($1::text[]) as name`,
      [added],
    )
  const remove = (...removed: readonly string[]) =>
    people.rows('delete from skills where name = any($1)', [removed])
  const page = of(skills, query, body)
  const pageAfter = ({ next }: Json) => page(`&after=${next}`)
  const pageBefore = ({ prev }: Json) => page(`&before=${prev}`)

  beforeEach(() => add('Walk 1', 'Walk 2', 'Walk 3', 'Walk 4', 'Walk 5'))
  afterEach(() => people.rows(`delete from skills where name like 'Walk %'`))

  test('an empty page at the end leads back, including the last row', async () => {
    const second = await pageAfter(await page())
    await remove('Walk 5')
    const empty = await pageAfter(second)
    expect(empty).toEqual({ content: [], next: null, prev: expect.any(String), size: 2 })
    const back = await pageBefore(empty)
    expect(names(back)).toEqual(['Walk 3', 'Walk 4'])
    const first = await pageBefore(back)
    expect(names(first)).toEqual(['Walk 1', 'Walk 2'])
    expect(first.prev).toBeNull()
  })

  test('an empty page at the start leads forward, including the first row', async () => {
    const second = await pageAfter(await page())
    await remove('Walk 1', 'Walk 2')
    const empty = await pageBefore(second)
    expect(empty).toEqual({ content: [], next: expect.any(String), prev: null, size: 2 })
    const onward = await pageAfter(empty)
    expect(names(onward)).toEqual(['Walk 3', 'Walk 4'])
    expect(names(await pageAfter(onward))).toEqual(['Walk 5'])
  })

  test('both directions end when all rows are deleted', async () => {
    const second = await pageAfter(await page())
    await people.rows(`delete from skills where name like 'Walk %'`)
    const after = await pageAfter(second)
    expect(after).toMatchObject({ content: [], next: null })
    expect(await pageBefore(after)).toMatchObject({ content: [], prev: null })
    expect(await pageBefore(second)).toMatchObject({ content: [], prev: null })
  })

  test('a cursor does not need the row that it was created from', async () => {
    const first = await page()
    const second = await pageAfter(first)
    await remove('Walk 2', 'Walk 3')
    expect(names(await pageAfter(first))).toEqual(['Walk 4', 'Walk 5'])
    expect(names(await pageBefore(second))).toEqual(['Walk 1'])
  })

  test('a new row after the cursor is visited, one before it is not', async () => {
    const first = await page()
    await add('Walk 0', 'Walk 2b')
    const second = await pageAfter(first)
    expect(names(second)).toEqual(['Walk 2b', 'Walk 3'])
    expect(names(await pageAfter(second))).toEqual(['Walk 4', 'Walk 5'])
  })
})

describe('filters relative to the current time', () => {
  const hours = (count: number) => new Date(start.getTime() + count * 3_600_000)
  const start = new Date('2026-03-20T15:45:00.123Z')
  const body = { lastReviewInLastDays: 7 }
  const turn = of(employees, 'size=2&sort=lastReviewAt', body)

  test('a relative filter does not move during an iteration', async () => {
    const kept = await people.rows(
      'select id, last_review_at::text as at from employees where last_review_at is not null',
    )
    await people.rows('update employees set last_review_at = null')
    // Each was reviewed one hour after the previous one, the first at the start of the seven days.
    await people.rows(
      `update employees set last_review_at = $1::timestamptz - interval '7 days' + (id - 1) * interval '1 hour'
       where id <= 6`,
      [start],
    )
    try {
      const first = await turn()
      expect(idsOf(first.content)).toEqual([1, 2])
      now = hours(3.5)
      // A new iteration uses the current seven days.
      expect(idsOf((await turn()).content)).toEqual([5, 6])
      await people.rows('update employees set last_review_at = $1 where id = 7', [hours(1)])
      const second = await turn(`&after=${first.next}`)
      expect(idsOf(second.content)).toEqual([3, 4])
      now = hours(24 * 30)
      const answer = await ask(employees, `size=2&sort=lastReviewAt&after=${second.next}`, body)
      const { data: third, timestamp } = answer.json()
      expect(timestamp).toBe(now.toISOString())
      // Number 7 was reviewed during the iteration.
      expect(third).toMatchObject({ next: null })
      expect(idsOf(third.content)).toEqual([5, 6])
      expect(idsOfPages(await walkBack(turn, third))).toEqual([
        [1, 2],
        [3, 4],
        [5, 6],
      ])
    } finally {
      now = start
      await people.rows('update employees set last_review_at = null')
      await people.rows(
        `update employees set last_review_at = at from unnest($1::int[], $2::timestamptz[]) as t(key, at)
         where id = key`,
        [kept.map(({ id }) => id), kept.map(({ at }) => at)],
      )
    }
  })
})
