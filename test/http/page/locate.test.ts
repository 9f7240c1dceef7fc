/** Locate: the position of a record in the results of `/filter`. */
import { createTestService } from 'corollary/testing'
import { describe, expect, test } from 'vitest'
import peopleApp from '../../../examples/people/app.js'
import { effort } from '../../support/effort.js'
import { type Answer, expectFailure, type Json, paths, usePeople } from '../use-people.js'

const now = new Date('2026-03-20T15:45:00.123Z')
const people = usePeople({}, () => now)
const { departments, employees, skills, payslips, absences, costs } = paths

const ask = (resource: string, query: string, body: unknown = {}): Promise<Answer> =>
  people.send('POST', `${resource}/locate?${query}`, body)

const locate = async (resource: string, query: string, body: unknown = {}): Promise<Json> => {
  const answer = await ask(resource, query, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** The ids of the whole set, in the order of `/filter`. */
const idsOf = async (resource: string, sort: string, body: unknown = {}): Promise<Json[]> => {
  const ids: Json[] = []
  for (let page = 0, pages = 1; page < pages; page++) {
    const found = await people.page(resource, `?size=200&page=${page}&${sort}`, body)
    ids.push(...found.content.map(({ id }: Json) => id))
    pages = found.totalPages
  }
  return ids
}

test('the response is bare: the position in the set and the page', async () => {
  const answer = await ask(departments, 'id=18&size=5&sort=id')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toMatch(/^application\/json(;|$)/)
  expect(answer.json()).toEqual({ position: 17, page: 3 })
})

test('pages have 20 rows without a size, or fewer if the maximum is lower', async () => {
  expect(await locate(departments, 'id=20&sort=id')).toEqual({ position: 19, page: 0 })
  expect(await locate(departments, 'id=21&sort=id')).toEqual({ position: 20, page: 1 })
  const service = await createTestService({
    resources: peopleApp.resources,
    connection: people.service.database.connection,
    settings: { 'platform.pagination.max-size': 7 },
  })
  try {
    const answer = await service.app.inject({
      method: 'POST',
      url: `${departments}/locate?id=21&sort=id`,
      headers: { 'content-type': 'application/json' },
      payload: '{}',
    })
    expect(answer.json()).toEqual({ position: 20, page: 2 })
  } finally {
    await service.close()
  }
})

const orders: readonly (readonly [string, string, unknown])[] = [
  [departments, '', {}],
  [departments, 'sort=parentName,desc', {}],
  [departments, 'sort=parentId&sort=name,desc', {}],
  [skills, 'sort=category&sort=id,desc', {}],
  [employees, '', {}],
  [employees, 'sort=remote', {}],
  [employees, 'sort=managerName,desc&sort=rating', {}],
  [employees, 'sort=skillCount,desc&sort=lastReviewAt', {}],
  [employees, 'sort=status&sort=salary,desc', { departmentName: 'engineer', remote: true }],
  [employees, 'sort=lastReviewAt,desc', { lastReviewInLastDays: 365 }],
  [employees, 'sort=fullName', { skillName: 'sql', managerIsNotNull: true }],
  [payslips, 'sort=net,desc', { employeeId: 3 }],
  [absences, '', {}],
  [costs, '', {}],
  [costs, 'sort=id', {}],
]

/** By default every twelfth row, and the last one. */
test.each(orders)(
  'in %s by "%s" where %j every row is located at its position',
  async (...order) => {
    const [resource, sort, body] = order
    const ids = await idsOf(resource, sort, body)
    expect(ids.length).toBeGreaterThan(3)
    const step = effort(12, 1)
    for (const [position, id] of ids.entries()) {
      if (position % step !== 0 && position !== ids.length - 1) continue
      const place = await locate(resource, `id=${id}&size=7&${sort}`, body)
      expect(place, String(id)).toEqual({ position, page: Math.floor(position / 7) })
    }
  },
)

test('the located page contains the record', async () => {
  const query = 'size=3&sort=departmentName&sort=salary,desc'
  for (const id of [1, 150, 300]) {
    const { page, position } = await locate(employees, `id=${id}&${query}`)
    const { content } = await people.page(employees, `?page=${page}&${query}`)
    expect(content[position % 3].id).toBe(id)
  }
})

test('the position follows writes', async () => {
  const body = { name: 'Located ' }
  const query = 'sort=name&size=1'
  const add = (name: string) => people.create(skills, { code: name, name, category: 'x' })
  const { id } = await add('Located 2')
  expect(await locate(skills, `id=${id}&${query}`, body)).toEqual({ position: 0, page: 0 })
  const { id: before } = await add('Located 1')
  expect(await locate(skills, `id=${id}&${query}`, body)).toEqual({ position: 1, page: 1 })
  await people.send('DELETE', `${skills}/${before}`)
  expect(await locate(skills, `id=${id}&${query}`, body)).toEqual({ position: 0, page: 0 })
  await people.send('DELETE', `${skills}/${id}`)
  expectFailure(await ask(skills, `id=${id}&${query}`, body), {
    status: 404,
    code: 'RESOURCE_NOT_FOUND',
  })
})

describe('records outside the set', () => {
  const absent: readonly (readonly [string, string, string, unknown])[] = [
    ['that does not exist', employees, '999999', {}],
    ['that the filter leaves out', departments, '2', { code: 'ENG' }],
    ['of a set without records', departments, '1', { code: 'NONE' }],
    ['with a text as id', costs, '1999-01-7', {}],
    ['with a hostile text as id', costs, `' or 1=1 --`, {}],
    ['with a negative id', employees, '-1', {}],
  ]
  test.each(absent)('a record %s is RESOURCE_NOT_FOUND', async (_name, resource, id, body) => {
    const answer = await ask(resource, `id=${encodeURIComponent(id)}`, body)
    expectFailure(answer, { status: 404, code: 'RESOURCE_NOT_FOUND' })
  })
})

describe('parameters of locate', () => {
  test.each(['', 'id=', 'size=5'])('"%s" lacks an id', async (query) => {
    expectFailure(await ask(skills, query), {
      status: 400,
      code: 'MISSING_REQUEST_PARAMETER',
      targets: ['id'],
    })
  })

  const ids = ['abc', '1.5', '-', '1e3', '0x1', '+1', '1,2', '%20', '1%00', '99999999999999999999']
  test.each([...ids, '1&id=2'])('id=%s is not a valid id', async (id) => {
    expectFailure(await ask(skills, `id=${id}`), {
      status: 400,
      code: 'INVALID_PARAMETER',
      targets: ['id'],
    })
  })

  test.each(['0', '-1', '1.5', 'ten', '', '1e2', '1&size=2'])(
    'size=%s is refused',
    async (size) => {
      expectFailure(await ask(skills, `id=1&size=${size}`), {
        status: 400,
        code: 'INVALID_PARAMETER',
        targets: ['size'],
      })
    },
  )

  test('a size over the maximum is refused, and the message names the limit', async () => {
    const [item] = expectFailure(await ask(skills, 'id=1&size=201'), {
      status: 422,
      code: 'LIMIT_EXCEEDED',
      targets: ['size'],
    })
    expect(item.message).toContain('200')
    expect(await locate(skills, 'id=1&size=200')).toMatchObject({ page: 0 })
  })

  test('invalid filters and sorts are refused before the record is looked up', async () => {
    expectFailure(await ask(skills, 'id=999999', { nme: 'x' }), {
      status: 400,
      code: 'FILTER_PAYLOAD_INVALID',
      targets: ['nme'],
    })
    expectFailure(await ask(skills, 'id=999999&sort=nope'), {
      status: 400,
      code: 'SORT_INVALID',
      targets: ['sort'],
    })
  })

  test.each([undefined, '[]', '{"a":', 'null'])('the body %s is not a filter', async (body) => {
    const located = await people.send('POST', `${skills}/locate?id=1`, body)
    const filtered = await people.send('POST', `${skills}/filter`, body)
    expect([located.statusCode, filtered.statusCode]).toEqual([400, 400])
    expect(located.json().errors[0].code).toBe(filtered.json().errors[0].code)
  })

  test('the path accepts POST only, and is not a record with that id', async () => {
    for (const resource of [skills, costs]) {
      const url = `${resource}/locate`
      expect((await people.send('OPTIONS', url)).headers.allow).toBe('POST, OPTIONS')
      for (const method of ['GET', 'PUT', 'DELETE'] as const) {
        const answer = await people.send(method, url)
        expectFailure(answer, { status: 405, code: 'METHOD_NOT_ALLOWED' })
      }
    }
  })
})
