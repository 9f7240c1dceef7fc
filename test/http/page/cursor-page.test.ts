/** Cursors: the content of a page, and the valid parameters. */
import { describe, expect, test } from 'vitest'
import { expectFailure, paths, usePeople } from '../use-people.js'
import { askIn, cursorSecret, idsOf, useCursors, walk } from './use-cursors.js'

const now = new Date('2026-03-20T15:45:00.123Z')
const people = usePeople({ 'platform.cursor.secret': cursorSecret }, () => now)
const { ask, cursorPage, of, serveBeside } = useCursors(people)
const { departments, employees, skills } = paths

describe('a page of a cursor', () => {
  test('a page has exactly the documented members, in the envelope', async () => {
    const answer = await ask(skills, 'size=3&sort=id')
    const body = answer.json()
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^application\/json(;|$)/)
    expect(body).toEqual({
      status: 'success',
      message: 'Request processed successfully.',
      data: { content: expect.any(Array), next: expect.any(String), prev: null, size: 3 },
      _links: expect.any(Object),
      timestamp: now.toISOString(),
    })
    expect(body._links).toMatchObject({
      all: { href: `${skills}/all` },
      filter: { href: `${skills}/filter` },
      'filter-cursor': { href: `${skills}/filter/cursor` },
    })
  })

  test('a page has the rows of /filter, including their links', async () => {
    const query = 'size=7&sort=departmentName,desc'
    const { content } = await people.page(employees, `?${query}`)
    const page = await cursorPage(employees, query)
    expect(page.content).toEqual(content)
    const href = `${employees}/${content[0].id}`
    expect(page.content[0]._links).toMatchObject({
      self: { href },
      update: { href },
      delete: { href },
    })
  })

  test('a page has 20 rows in the default order without parameters', async () => {
    const { content } = await people.page(employees)
    const page = await cursorPage(employees)
    expect(page.size).toBe(20)
    expect(page.content).toEqual(content)
  })

  test('size is the requested size, even if the page has fewer rows', async () => {
    const page = await cursorPage(departments, 'size=100')
    expect(page).toMatchObject({ size: 100, next: null, prev: null })
    expect(page.content).toHaveLength(24)
  })

  test.each([
    ['8', 3],
    ['24', 1],
    ['10', 3],
  ])('a page of size %s is the last of %d: its next is null', async (size, count) => {
    const pages = await walk(of(departments, `size=${size}`))
    expect(pages).toHaveLength(count)
    for (const page of pages.slice(0, -1)) expect(page.next).toEqual(expect.any(String))
    for (const page of pages.slice(1)) expect(page.prev).toEqual(expect.any(String))
    expect(pages[0].prev).toBeNull()
  })

  test('the page that prev leads to is the first again: its prev is null', async () => {
    const first = await cursorPage(departments, 'size=10')
    const second = await cursorPage(departments, `size=10&after=${first.next}`)
    const again = await cursorPage(departments, `size=10&before=${second.prev}`)
    expect(again.content).toEqual(first.content)
    expect(again.prev).toBeNull()
    const onward = await cursorPage(departments, `size=10&after=${again.next}`)
    expect(onward.content).toEqual(second.content)
  })

  test('a page of a filter without matches is empty and has no next or prev', async () => {
    expect(await cursorPage(skills, '', { code: 'NONE' })).toEqual({
      content: [],
      next: null,
      prev: null,
      size: 20,
    })
  })

  test('a page may have another size than the previous one', async () => {
    const first = await cursorPage(departments, 'size=5&sort=id')
    const second = await cursorPage(departments, `size=2&sort=id&after=${first.next}`)
    expect(idsOf(second.content)).toEqual([6, 7])
    const back = await cursorPage(departments, `size=4&sort=id&before=${second.prev}`)
    expect(idsOf(back.content)).toEqual([2, 3, 4, 5])
    expect(back.prev).toEqual(expect.any(String))
  })

  test('the default size is limited by the maximum, as in /filter', async () => {
    const service = await serveBeside({ 'platform.pagination.max-size': 7 })
    try {
      const { data } = (await askIn(service, skills, '')).json()
      expect(data.size).toBe(7)
      expect(data.content).toHaveLength(7)
      expect((await askIn(service, skills, 'size=8')).statusCode).toBe(422)
    } finally {
      await service.close()
    }
  })

  test('a page has no links when hypermedia is off', async () => {
    const service = await serveBeside({ 'platform.hateoas.enabled': false })
    try {
      const answer = await askIn(service, skills, 'size=2')
      expect(Object.keys(answer.json()).sort()).toEqual(['data', 'message', 'status', 'timestamp'])
      expect(answer.body).not.toContain('_links')
    } finally {
      await service.close()
    }
  })
})

describe('parameters of a cursor', () => {
  test('after together with before is refused', async () => {
    const first = await cursorPage(skills, 'size=2')
    const { next, prev } = await cursorPage(skills, `size=2&after=${first.next}`)
    const answer = await ask(skills, `size=2&after=${next}&before=${prev}`)
    const [item] = expectFailure(answer, {
      status: 400,
      code: 'INVALID_PARAMETER',
      targets: ['before'],
    })
    expect(item.message).toContain('after')
  })

  test.each(['after', 'before'])('%s may be sent only once', async (name) => {
    const { next } = await cursorPage(skills, 'size=2')
    expectFailure(await ask(skills, `size=2&${name}=${next}&${name}=${next}`), {
      status: 400,
      code: 'INVALID_PARAMETER',
      targets: [name],
    })
  })

  test.each(['0', '-1', '1.5', 'ten', '', '1e2', '0x10', '1&size=2'])(
    'size=%s is refused',
    async (size) => {
      expectFailure(await ask(skills, `size=${size}`), {
        status: 400,
        code: 'INVALID_PARAMETER',
        targets: ['size'],
      })
    },
  )

  test('a size over the maximum is refused, and the message names the limit', async () => {
    const [item] = expectFailure(await ask(skills, 'size=201'), {
      status: 422,
      code: 'LIMIT_EXCEEDED',
      targets: ['size'],
    })
    expect(item.message).toContain('200')
    expect((await cursorPage(employees, 'size=200')).content).toHaveLength(200)
  })

  test('filter and sort accept the same values as in /filter, with the same errors', async () => {
    expectFailure(await ask(skills, '', { nme: 'x' }), {
      status: 400,
      code: 'FILTER_PAYLOAD_INVALID',
      targets: ['nme'],
    })
    expectFailure(await ask(skills, 'sort=nope'), {
      status: 400,
      code: 'SORT_INVALID',
      targets: ['sort'],
    })
  })

  test.each([undefined, '[]', '{"a":', 'null'])('the body %s is not a filter', async (body) => {
    const cursor = await people.send('POST', `${skills}/filter/cursor`, body)
    const filter = await people.send('POST', `${skills}/filter`, body)
    expect([cursor.statusCode, filter.statusCode]).toEqual([400, 400])
    expect(cursor.json().errors[0].code).toBe(filter.json().errors[0].code)
  })

  test('the path accepts POST only', async () => {
    for (const resource of [skills, paths.costs]) {
      const url = `${resource}/filter/cursor`
      expect((await people.send('OPTIONS', url)).headers.allow).toBe('POST, OPTIONS')
      expectFailure(await people.get(url), { status: 405, code: 'METHOD_NOT_ALLOWED' })
    }
  })
})
