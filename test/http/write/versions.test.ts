/** Record versions: ETag, If-Match and If-None-Match, and no lost update. */

import { createTestService } from 'corollary/testing'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import people from '../../../examples/people/app.js'
import { type PeopleService, startPeople } from '../../support/people.js'

let service: PeopleService
beforeAll(async () => {
  service = await startPeople()
})
afterAll(() => service.close())

const employees = '/api/human-resources/employees'
const ask = (options: InjectOptions) => service.app.inject(options)
const read = (id: number, headers: Record<string, string> = {}) =>
  ask({ method: 'GET', url: `${employees}/${id}`, headers })
const rename = (id: number, nickname: string, headers: Record<string, string> = {}) =>
  ask({ method: 'PATCH', url: `${employees}/${id}/profile`, payload: { nickname }, headers })
const tagOf = async (id: number): Promise<string> => String((await read(id)).headers.etag)

describe('the tag of a record', () => {
  test('the tag is strong, starts with the version, and is stable while nothing changes', async () => {
    const first = await read(1)
    expect(first.headers.etag).toMatch(/^"1\.[\w-]{22}_\d+"$/)
    expect(first.headers['cache-control']).toBe('private, no-cache')
    expect(first.headers.vary).toBe('Authorization, Accept-Language')
    expect(await tagOf(1)).toBe(first.headers.etag)
  })

  test('create, update and intent return the tag with the version that was written', async () => {
    const before = (await read(2)).json().data.version
    const changed = await rename(2, 'Nick')
    expect(changed.json().data.version).toBe(before + 1)
    expect(changed.headers.etag).toMatch(new RegExp(`^"${before + 1}\\.`))
    expect(changed.headers.etag).toBe(await tagOf(2))
  })

  test('the tag changes when a related record changes, the version does not', async () => {
    const { data } = (await read(3)).json()
    const before = await tagOf(3)
    await service.database.client.query('update departments set name = name || $1 where id = $2', [
      ' (new)',
      data.departmentId,
    ])
    const after = await tagOf(3)
    expect(after).not.toBe(before)
    expect(after.split('.')[0]).toBe(before.split('.')[0])
  })

  test('a resource without a version has no tag', async () => {
    const answer = await ask({ method: 'GET', url: '/api/human-resources/departments/1' })
    expect(answer.headers.etag).toBeUndefined()
  })
})

describe('If-None-Match', () => {
  const cases: readonly (readonly [string, (tag: string) => string, number])[] = [
    ['the tag', (tag) => tag, 304],
    ['the weak tag', (tag) => `W/${tag}`, 304],
    ['a list with it', (tag) => `"a", ${tag}`, 304],
    ['any', () => '*', 304],
    ['another tag', () => '"1.other"', 200],
    ['the version alone', () => '"1"', 200],
    ['nonsense', () => 'nonsense', 200],
  ]
  test.each(cases)('If-None-Match with %s', async (_name, header, status) => {
    const tag = await tagOf(4)
    const answer = await read(4, { 'if-none-match': header(tag) })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers.etag).toBe(tag)
    if (status === 304) expect(answer.body).toBe('')
  })
})

describe('If-Match', () => {
  const cases: readonly (readonly [string, (tag: string) => string, number, string | undefined])[] =
    [
      ['the tag', (tag) => tag, 200, undefined],
      ['any', () => '*', 200, undefined],
      ['a list with it', (tag) => `"x.y" ,, ${tag}`, 200, undefined],
      ['the version with another digest', (tag) => `${tag.split('.')[0]}.other"`, 200, undefined],
      ['another version', () => '"999.abc"', 412, 'STALE_RESOURCE_VERSION'],
      ['the weak tag', (tag) => `W/${tag}`, 412, 'STALE_RESOURCE_VERSION'],
      ['a tag of another form', () => '"abc"', 412, 'STALE_RESOURCE_VERSION'],
      [
        'a number too long for a version',
        () => `"${'9'.repeat(40)}.a"`,
        412,
        'STALE_RESOURCE_VERSION',
      ],
      ['a tag without quotes', () => '1.abc', 400, 'INVALID_RESOURCE_VERSION'],
      ['a list with nonsense', (tag) => `${tag}, nonsense`, 400, 'INVALID_RESOURCE_VERSION'],
      ['nothing', () => '', 400, 'INVALID_RESOURCE_VERSION'],
    ]
  const writes: readonly (readonly [string, (id: number, header: string) => InjectOptions])[] = [
    [
      'an intent',
      (id, header) => ({
        method: 'PATCH',
        url: `${employees}/${id}/profile`,
        payload: { phone: '1' },
        headers: { 'if-match': header },
      }),
    ],
    [
      'an intent that changes nothing',
      (id, header) => ({
        method: 'PATCH',
        url: `${employees}/${id}/profile`,
        payload: {},
        headers: { 'if-match': header },
      }),
    ],
  ]
  for (const [what, write] of writes) {
    test.each(cases)(`If-Match on ${what} with %s`, async (_name, header, status, code) => {
      const before = await tagOf(5)
      const answer = await ask(write(5, header(before)))
      expect(answer.statusCode).toBe(status)
      if (code === undefined) return
      expect(answer.json().errors[0].code).toBe(code)
      expect(await tagOf(5)).toBe(before)
    })
  }

  test('If-Match works on an update and a delete', async () => {
    const payload = {
      employeeId: 1,
      kind: 'OTHER',
      startsOn: '2026-01-01',
      endsOn: '2026-01-02',
      days: 2,
    }
    const url = '/api/human-resources/absence-requests'
    const created = await ask({ method: 'POST', url, payload })
    const { id } = created.json().data
    const stale = { 'if-match': '"7.x"' }
    const current = { 'if-match': String(created.headers.etag) }
    const status = async (options: InjectOptions) => (await ask(options)).statusCode
    expect(await status({ method: 'PUT', url: `${url}/${id}`, payload, headers: stale })).toBe(412)
    expect(await status({ method: 'DELETE', url: `${url}/${id}`, headers: stale })).toBe(412)
    const updated = await ask({ method: 'PUT', url: `${url}/${id}`, payload, headers: current })
    expect(updated.statusCode).toBe(200)
    expect(await status({ method: 'DELETE', url: `${url}/${id}`, headers: current })).toBe(412)
    const now = { 'if-match': String(updated.headers.etag) }
    expect(await status({ method: 'DELETE', url: `${url}/${id}`, headers: now })).toBe(204)
    expect(await status({ method: 'DELETE', url: `${url}/${id}`, headers: now })).toBe(404)
  })

  test('If-Match on a resource without a version matches only as *', async () => {
    const url = '/api/human-resources/skills/1'
    const payload = (await ask({ method: 'GET', url })).json().data
    const put = async (header: string) =>
      (await ask({ method: 'PUT', url, payload, headers: { 'if-match': header } })).statusCode
    expect(await put('*')).toBe(200)
    expect(await put('"1.a"')).toBe(412)
  })
})

test('of writers with the same version one succeeds, and no update is lost', async () => {
  const tag = await tagOf(6)
  const before = (await read(6)).json().data.version
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => rename(6, `N${index}`, { 'if-match': tag })),
  )
  const won = answers.filter(({ statusCode }) => statusCode === 200)
  expect(won).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode === 412)).toHaveLength(11)
  const { data } = (await read(6)).json()
  expect(data).toMatchObject({ version: before + 1, nickname: won[0]!.json().data.nickname })
})

test('a resource may require the version: 428 comes after 404 and before 412', async () => {
  const [first] = people.resources
  const strict = { ...first!, data: { ...first!.data, requireVersion: true } }
  const { app, close } = await createTestService({
    resources: [strict, ...people.resources.slice(1)],
    connection: service.database.connection,
  })
  const status = async (id: number, headers: Record<string, string>) =>
    (await app.inject({ method: 'PATCH', url: `${employees}/${id}/profile`, payload: {}, headers }))
      .statusCode
  expect(await status(1, {})).toBe(428)
  expect(await status(999_999, {})).toBe(404)
  expect(await status(1, { 'if-match': '"99.a"' })).toBe(412)
  expect(await status(1, { 'if-match': '*' })).toBe(200)
  await close()
})
