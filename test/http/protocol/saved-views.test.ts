/** Named views of the workbench, which the service stores for their owners or for all. */
import { defineEntity, defineSchema, integer, text } from 'corollary'
import { createTestService } from 'corollary/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../support/database.js'
import { anonymous, codeOf, dataOf, tablesOf, useService } from '../../support/use-service.js'
import type { Json } from '../use-people.js'

const notes = defineEntity('notes', { id: integer({ primaryKey: true }), title: text() })
const noteApi = defineSchema({ notes }).resource('notes', {
  ...{ key: 'office.notes', response: { id: '.', title: '.' }, filter: {}, defaultSort: ['id'] },
})

const tables = tablesOf('create table notes (id int primary key, title text not null)')

const { get, rows, send } = useService({
  resources: [noteApi],
  callers: { ann: {}, bob: {}, curator: { authorities: ['workbench:curate'] } },
  database: tables,
  settings: { 'platform.workbench.max-views': 3 },
})

beforeEach(async () => {
  await rows('truncate corollary.saved_view')
})

const path = '/workbench/views'
const body = {
  ...{ name: 'Mine', kind: 'table', resource: 'office.notes', visibility: 'private' },
  ...{ pinned: false, state: { query: 'sort=id%2Cdesc' } },
}

const create = async (caller: string, change: object = {}): Promise<Json> =>
  dataOf(await send(caller, 'POST', path, { ...body, ...change }), 201)

const namesOf = async (caller: string, query = ''): Promise<readonly string[]> =>
  dataOf(await get(caller, `${path}${query}`)).content.map(({ name }: Json) => name)

test('a view is stored, read, replaced with its ETag and deleted', async () => {
  const created = await send('ann', 'POST', path, body)
  const view = dataOf(created, 201)
  expect(view).toEqual({
    ...body,
    ...{ id: expect.any(String), owner: 'ann', editable: true, version: 1 },
    ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
  })
  const url = `${path}/${view.id}`
  expect(created.headers['location']).toBe(url)
  const read = await get('ann', url)
  expect(dataOf(read)).toEqual(view)
  const etag = String(read.headers['etag'])
  expect((await get('ann', url, { 'if-none-match': etag })).statusCode).toBe(304)
  const renamed = { ...body, name: ' Renamed ' }
  const replaced = await send('ann', 'PUT', url, renamed, { 'if-match': etag })
  expect(dataOf(replaced)).toMatchObject({ name: 'Renamed', version: 2, owner: 'ann' })
  for (const method of ['PUT', 'DELETE'] as const) {
    expect(codeOf(await send('ann', method, url, renamed, { 'if-match': etag }))).toBe(
      '412 STALE_RESOURCE_VERSION',
    )
  }
  expect(codeOf(await send('ann', 'PUT', url, body))).toBe('428 RESOURCE_VERSION_REQUIRED')
  expect((await send('ann', 'DELETE', url)).statusCode).toBe(204)
  expect(codeOf(await get('ann', url))).toBe('404 RESOURCE_NOT_FOUND')
})

test('states keep all digits, texts and the order of their members', async () => {
  const state = '{"z":9007199254740993,"a":"\\u0000 \\ud800","amount":0.10}'
  const sent = JSON.stringify({ ...body, state: 0 }).replace('"state":0', `"state":${state}`)
  const { id } = dataOf(await send('ann', 'POST', path, sent), 201)
  const { body: received } = await get('ann', `${path}/${id}`)
  expect(received).toContain('"z":9007199254740993,"a":"\\u0000 \\ud800","amount":0.1')
})

test('the list has the views of the caller and public ones, in pages by name', async () => {
  await create('ann', { name: 'b' })
  await create('ann', { name: 'a', visibility: 'public' })
  await create('bob', { name: 'c', pinned: true })
  await create('bob', { name: 'd', visibility: 'public', kind: 'dashboard', resource: null })
  expect(await namesOf('ann')).toEqual(['a', 'b', 'd'])
  expect(await namesOf('bob')).toEqual(['a', 'c', 'd'])
  expect(await namesOf('bob', '?resource=office.notes')).toEqual(['a', 'c'])
  expect(await namesOf('bob', '?pinned=true')).toEqual(['c'])
  const first = dataOf(await get('ann', `${path}?size=2`))
  expect(first).toMatchObject({ size: 2, next: expect.any(String), curates: false })
  const second = dataOf(await get('ann', `${path}?size=2&after=${first.next}`))
  expect([second.content.map(({ name }: Json) => name), second.next]).toEqual([['d'], null])
  const other = `${path}?pinned=true&after=${first.next}`
  expect(codeOf(await get('ann', other))).toBe('400 CURSOR_INVALID')
})

test('only owners and curators change a public view, and only curators pin it for all', async () => {
  const { id } = await create('ann', { visibility: 'public' })
  const url = `${path}/${id}`
  const open = { ...body, visibility: 'public' }
  const any = { 'if-match': '*' }
  expect(dataOf(await get('bob', url))).toMatchObject({ editable: false })
  expect(codeOf(await send('bob', 'PUT', url, open, any))).toBe('403 ACCESS_DENIED')
  expect(codeOf(await send('bob', 'DELETE', url))).toBe('403 ACCESS_DENIED')
  const pinned = { ...open, pinned: true }
  expect(codeOf(await send('ann', 'PUT', url, pinned, any))).toBe('403 ACCESS_DENIED')
  expect(codeOf(await send('ann', 'POST', path, { ...pinned, name: 'Other' }))).toBe(
    '403 ACCESS_DENIED',
  )
  expect(dataOf(await send('curator', 'PUT', url, pinned, any))).toMatchObject({ owner: 'ann' })
  // The owner may rename a view that a curator has pinned.
  expect(dataOf(await send('ann', 'PUT', url, { ...pinned, name: 'New' }, any)).name).toBe('New')
  expect(await namesOf('bob', '?pinned=true')).toEqual(['New'])
  // A curator chose what everyone's home page shows.
  const other = { ...pinned, name: 'New', state: { query: 'sort=id' } }
  expect(codeOf(await send('ann', 'PUT', url, other, any))).toBe('403 ACCESS_DENIED')
  expect((await send('curator', 'DELETE', url)).statusCode).toBe(204)
})

test('names are unique for an owner and a resource, and owners have a limited number', async () => {
  await create('ann')
  const taken = await send('ann', 'POST', path, body)
  expect([codeOf(taken), taken.json().errors[0].target]).toEqual([
    '409 DATA_INTEGRITY_VIOLATION',
    'name',
  ])
  await create('bob')
  const { id } = await create('ann', { kind: 'dashboard', resource: null })
  const url = `${path}/${id}`
  expect(codeOf(await send('ann', 'PUT', url, body, { 'if-match': '*' }))).toBe(
    '409 DATA_INTEGRITY_VIOLATION',
  )
  const sent = ['1', '2', '3'].map((name) => send('ann', 'POST', path, { ...body, name }))
  expect((await Promise.all(sent)).map(codeOf).toSorted()).toEqual([
    '201',
    ...Array<string>(2).fill('422 LIMIT_EXCEEDED'),
  ])
})

test.each([
  ['a list', [], '400 REQUEST_PAYLOAD_INVALID', [null]],
  ['nothing', {}, '400 VALIDATION_FAILED', ['name', 'kind', 'state']],
  ['an unknown member', { ...body, owner: 'bob' }, '400 REQUEST_PAYLOAD_INVALID', ['owner']],
  ['a blank name', { ...body, name: '  ' }, '400 VALIDATION_FAILED', ['name']],
  ['a name with NUL', { ...body, name: 'a\0' }, '400 VALIDATION_FAILED', ['name']],
  ['half a character', { ...body, name: '\ud800' }, '400 VALIDATION_FAILED', ['name']],
  ['a long name', { ...body, name: 'x'.repeat(81) }, '400 REQUEST_PAYLOAD_INVALID', ['name']],
  ['a number as its name', { ...body, name: 1 }, '400 REQUEST_PAYLOAD_INVALID', ['name']],
  ['another kind', { ...body, kind: 'form' }, '400 REQUEST_PAYLOAD_INVALID', ['kind']],
  ['a table of nothing', { ...body, resource: null }, '400 VALIDATION_FAILED', ['resource']],
  ['an unknown resource', { ...body, resource: 'x.y' }, '400 VALIDATION_FAILED', ['resource']],
  ['a list as its state', { ...body, state: [] }, '400 REQUEST_PAYLOAD_INVALID', ['state']],
  [
    'a large state',
    { ...body, state: { text: 'x'.repeat(32_768) } },
    '422 LIMIT_EXCEEDED',
    ['state'],
  ],
])('a body with %s is refused with its target', async (_title, sent, code, targets) => {
  const answer = await send('ann', 'POST', path, sent)
  expect([codeOf(answer), answer.json().errors.map(({ target }: Json) => target)]).toEqual([
    code,
    targets,
  ])
})

test('names have visible characters, and none that change the text around them', async () => {
  const invalid = ['\u200b', '\u3164 \ufe0f', 'a\u2028b', 'exe.\u202etxt', 'a\u2066b', 'a\ud800']
  for (const name of invalid) {
    expect(codeOf(await send('ann', 'POST', path, { ...body, name }))).toBe('400 VALIDATION_FAILED')
  }
  const valid = ['👩\u200d💻', '\u0645\u06cc\u200c\u062e\u0648', 'À']
  for (const name of valid) expect(await create('ann', { name })).toMatchObject({ name })
})

test('wrong parameters, ids and methods are refused', async () => {
  const outcomes = await Promise.all([
    get('ann', `${path}?size=0`),
    get('ann', `${path}?pinned=yes`),
    get('ann', `${path}?after=x`),
    get('ann', `${path}/7`),
    get('ann', `${path}/00000000-0000-4000-8000-000000000000`),
    send('ann', 'PUT', `${path}/00000000-0000-4000-8000-000000000000`, body, { 'if-match': '7' }),
    send('ann', 'PATCH', path, body),
  ])
  expect(outcomes.map(codeOf)).toEqual([
    '400 INVALID_PARAMETER',
    '400 INVALID_PARAMETER',
    '400 CURSOR_INVALID',
    '404 RESOURCE_NOT_FOUND',
    '404 RESOURCE_NOT_FOUND',
    '400 INVALID_RESOURCE_VERSION',
    '405 METHOD_NOT_ALLOWED',
  ])
})

test('callers without credentials have no views', async () => {
  const outcomes = await Promise.all([
    get(anonymous, path),
    send(anonymous, 'POST', path, body),
    send(anonymous, 'DELETE', `${path}/00000000-0000-4000-8000-000000000000`),
  ])
  expect(new Set(outcomes.map(codeOf))).toEqual(new Set(['401 AUTHENTICATION_REQUIRED']))
})

describe('without a store', () => {
  const without = useService({
    resources: [noteApi],
    callers: { ann: {} },
    database: tables,
    settings: { 'platform.workbench.store': 'none' },
  })

  test('the path of views is one of the page, and the page keeps views in the browser', async () => {
    const page = await without.get('ann', path)
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    expect(page.body).toContain('<meta name="corollary-views" content="local">')
    expect(codeOf(await without.send('ann', 'POST', path, body))).toBe('405 METHOD_NOT_ALLOWED')
  })
})

test('the page says that the service stores views', async () => {
  expect((await get(anonymous, '/workbench')).body).toContain(
    '<meta name="corollary-views" content="stored">',
  )
})

test('a service that may not use the table of views starts without a store', async () => {
  const database = await freshDatabase()
  await database.client.query('create table notes (id int primary key, title text not null)')
  const service = await createTestService({
    resources: [noteApi],
    connection: database.connection,
    settings: { 'platform.dataset-version.mode': 'off', 'platform.cursor.secret': 'k'.repeat(43) },
  })
  const { body: page } = await service.app.inject('/workbench')
  expect(page).toContain('<meta name="corollary-views" content="local">')
  await service.close()
  await database.close()
})
