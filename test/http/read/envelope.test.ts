/** The envelope around data, and responses without it. */
import { describe, expect, test } from 'vitest'
import { type Json, newEmployee, paths, usePeople } from '../use-people.js'

const now = new Date('2026-03-20T15:45:00.123Z')
const people = usePeople({}, () => now)

const employee = `${paths.employees}/1`
/** Rels of every writable resource. */
const sharedRels = ['all', 'export', 'filter', 'filter-cursor', 'schema']
const recordRels = ['capabilities', 'delete', 'history', 'self', 'surfaces', 'update']
const collectionRels = ['batch', 'capabilities', 'create', 'surfaces']

const operations: readonly (readonly [string, () => Promise<Json>])[] = [
  ['a create', () => people.send('POST', paths.employees, newEmployee())],
  ['a read by id', () => people.get(employee)],
  ['an update', async () => people.send('PUT', employee, (await people.get(employee)).json().data)],
  ['an intent', () => people.send('PATCH', `${employee}/profile`, { nickname: 'Nan' })],
  ['/all', () => people.get(`${paths.skills}/all`)],
  ['/filter', () => people.send('POST', `${paths.employees}/filter`, {})],
]

test.each(operations)('%s returns exactly the members of the envelope', async (_name, ask) => {
  const answer = await ask()
  const body = answer.json()
  expect(Object.keys(body).sort()).toEqual(['_links', 'data', 'message', 'status', 'timestamp'])
  expect(body).toMatchObject({
    status: 'success',
    message: 'Request processed successfully.',
    timestamp: now.toISOString(),
  })
  expect(answer.headers['content-type']).toMatch(/^application\/json(;|$)/)
  expect(answer.headers['x-request-id']).toMatch(/\S/)
})

test('by-ids returns a bare array of records without links', async () => {
  const answer = await people.get(`${paths.skills}/by-ids?ids=1`)
  const datasetVersion = answer.headers['x-data-version']
  expect(answer.json()).toEqual([
    { id: 1, code: 'TS', name: 'TypeScript', category: 'Engineering', datasetVersion },
  ])
})

test('a delete returns 204 without a body', async () => {
  const { id } = await people.create(paths.employees, newEmployee())
  const answer = await people.send('DELETE', `${paths.employees}/${id}`)
  expect(answer.statusCode).toBe(204)
  expect(answer.body).toBe('')
  expect(answer.headers['content-type']).toBeUndefined()
})

test('null members of a record are sent as null', async () => {
  const { id } = await people.create(paths.employees, newEmployee())
  const { data } = (await people.get(`${paths.employees}/${id}`)).json()
  const absent = ['nickname', 'phone', 'birthDate', 'lastReviewAt', 'rating', 'managerId']
  for (const member of [...absent, 'managerName']) expect(data).toHaveProperty(member, null)
})

describe('links', () => {
  test('a record links to itself, to operations that change it and to its collection', async () => {
    const { _links } = (await people.get(employee)).json()
    expect(Object.keys(_links).sort()).toEqual([...recordRels, ...sharedRels].sort())
    expect(_links).toMatchObject({
      self: { href: employee },
      update: { href: employee },
      delete: { href: employee },
      all: { href: `${paths.employees}/all` },
      filter: { href: `${paths.employees}/filter` },
      schema: { href: `${paths.employees}/schemas` },
      surfaces: { href: `${employee}/surfaces` },
    })
  })

  test.each([
    ['/all', 'GET', paths.skills, ['self']],
    ['/filter', 'POST', paths.skills, ['first', 'last', 'self']],
    ['/filter/cursor', 'POST', paths.skills, []],
    ['/filter?size=200', 'POST', paths.absences, ['actions', 'changes', 'first', 'last', 'self']],
  ] as const)('%s (%s %s) links to the surfaces of the collection', async (...row) => {
    const [route, method, path, ownMembers] = row
    const answer = await people.send(method, `${path}${route}`, method === 'POST' ? {} : undefined)
    const { _links } = answer.json()
    const others = Object.keys(_links).filter((rel) => !['next', 'prev'].includes(rel))
    expect(others.sort()).toEqual([...sharedRels, ...collectionRels, ...ownMembers].sort())
    const surfaces = await people.get(_links.surfaces.href)
    expect(surfaces.statusCode).toBe(200)
    expect(`/api/${surfaces.json().resourceKey.replaceAll('.', '/')}`).toBe(path)
  })

  test.each([
    ['create', () => people.send('POST', paths.employees, newEmployee())],
    ['read', () => people.get(employee)],
    ['intent', () => people.send('PATCH', `${employee}/profile`, { nickname: 'Nan' })],
  ])('the record in the response to %s has no create link', async (_name, ask) => {
    expect((await ask()).json()._links).not.toHaveProperty('create')
  })

  test('a page links to its neighbours, with page, size and sort', async () => {
    const query = '?page=1&size=50&sort=departmentName,desc&sort=id'
    const answer = await people.send('POST', `${paths.employees}/filter${query}`, {})
    const { _links, data } = answer.json()
    const pages: Json = { self: 1, first: 0, prev: 0, next: 2, last: data.totalPages - 1 }
    for (const [rel, page] of Object.entries(pages)) {
      const url = new URL(_links[rel].href, 'http://service')
      expect(url.pathname).toBe(`${paths.employees}/filter`)
      expect(url.searchParams.get('page'), rel).toBe(String(page))
      expect(url.searchParams.get('size')).toBe('50')
      expect(url.searchParams.getAll('sort')).toEqual(['departmentName,desc', 'id'])
    }
  })

  test.each([
    ['the first page has no prev', 0, ['first', 'last', 'next', 'self']],
    ['the last page has no next', 2, ['first', 'last', 'prev', 'self']],
  ])('%s', async (_name, page, expected) => {
    const answer = await people.send('POST', `${paths.departments}/filter?size=10&page=${page}`, {})
    const rels = Object.keys(answer.json()._links)
    const neighbours = ['self', 'first', 'prev', 'next', 'last']
    expect(rels.filter((rel) => neighbours.includes(rel)).sort()).toEqual(expected)
  })

  test('links are objects with an href that has no origin and is percent-encoded', async () => {
    const answer = await people.send(
      'POST',
      `${paths.employees}/filter?sort=fullName,asc&size=2`,
      {},
    )
    const { _links, data } = answer.json()
    for (const links of [_links, ...data.content.map((row: Json) => row._links)]) {
      for (const link of Object.values<Json>(links)) {
        expect(link.href).toMatch(/^\/(api|schemas)\/[\w\-./?=&%+~]*$/)
      }
    }
    expect(_links.self.href).toContain('sort=fullName%2Casc')
  })

  test.each(['/all', '/filter'])('the rows of %s have links of their own', async (route) => {
    const method = route === '/all' ? 'GET' : 'POST'
    const answer = await people.send(
      method,
      `${paths.skills}${route}`,
      route === '/all' ? undefined : {},
    )
    const { data } = answer.json()
    for (const row of data.content ?? data) {
      const href = `${paths.skills}/${row.id}`
      const members = ['id', 'code', 'name', 'category', 'datasetVersion', '_links']
      expect(Object.keys(row)).toEqual(members)
      expect(row._links).toMatchObject({ self: { href }, update: { href }, delete: { href } })
    }
  })

  test('links to operations that a read-only resource lacks are omitted', async () => {
    const cost = (await people.get(`${paths.costs}/2026-01-7`)).json()
    const page = (await people.send('POST', `${paths.costs}/filter`, {})).json()
    for (const links of [cost._links, page._links, page.data.content[0]._links]) {
      for (const rel of ['create', 'update', 'delete']) expect(links).not.toHaveProperty(rel)
      expect(links).toHaveProperty('self')
    }
  })
})

describe('responses without hypermedia', () => {
  const plain = usePeople({ 'platform.hateoas.enabled': false })

  test.each([
    ['a record', 'GET', `${paths.skills}/1`],
    ['/all', 'GET', `${paths.skills}/all`],
    ['/filter', 'POST', `${paths.skills}/filter`],
  ] as const)('%s has no _links anywhere when hypermedia is off', async (_name, method, url) => {
    const answer = await plain.send(method, url, method === 'POST' ? {} : undefined)
    expect(Object.keys(answer.json()).sort()).toEqual(['data', 'message', 'status', 'timestamp'])
    expect(answer.body).not.toContain('_links')
  })
})

describe('a context path', () => {
  const nested = usePeople({ 'platform.http.context-path': '/hr/v1' })
  const resource = `/hr/v1${paths.skills}`

  test('routes, links, Location and redirects start with the context path', async () => {
    const created = await nested.send('POST', resource, { code: 'CTX', name: 'C', category: 'C' })
    const { data, _links } = created.json()
    expect(created.headers.location).toBe(`${resource}/${data.id}`)
    expect(_links.self.href).toBe(`${resource}/${data.id}`)
    const page = (await nested.send('POST', `${resource}/filter`, {})).json()
    expect(page._links.first.href.startsWith(`${resource}/filter?`)).toBe(true)
    expect(page.data.content[0]._links.self.href.startsWith(`${resource}/`)).toBe(true)
    const redirect = await nested.get(`${resource}/schemas`)
    expect(redirect.headers.location).toMatch(/^\/hr\/v1\/schemas\/filtered\?/)
  })

  test('paths without the context path are unknown', async () => {
    expect((await nested.get(`${paths.skills}/1`)).statusCode).toBe(404)
  })
})
