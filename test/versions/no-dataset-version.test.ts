/** Responses without a dataset version: errors, and all responses where it is turned off. */
import { createTestService } from 'corollary/testing'
import { describe, expect, test } from 'vitest'
import people from '../../examples/people/app.js'
import { type Answer, type Headers, type Method, paths, usePeople } from '../http/use-people.js'

const app = usePeople()
const { employees, skills, costs } = paths
const resources = Object.values(paths)
const headerOf = ({ headers }: Answer): unknown => headers['x-data-version']

type Request = readonly [Method, string, unknown?, Headers?]
const requestsOf = async (resource: string) => {
  const id = encodeURIComponent((await app.page(resource, '?size=1')).content[0].id)
  return [
    ['GET', `${resource}/${id}`, undefined],
    ['GET', `${resource}/all`, undefined],
    ['GET', `${resource}/by-ids?ids=${id}`, undefined],
    ['GET', `${resource}/options/by-ids?ids=${id}`, undefined],
    ['POST', `${resource}/filter`, {}],
    ['POST', `${resource}/filter/cursor`, {}],
    ['POST', `${resource}/locate?id=${id}`, {}],
    ['POST', `${resource}/options/filter`, {}],
    ['POST', `${resource}/export`, { format: 'json' }],
  ] as const
}

describe('errors have no dataset version', () => {
  const refusals: readonly (readonly [number, ...Request])[] = [
    [404, 'GET', `${skills}/999999`],
    [404, 'DELETE', `${skills}/999999`],
    [404, 'DELETE', `${skills}/batch`, [1, 999_999]],
    [404, 'POST', `${skills}/locate?id=999999`, {}],
    [404, 'GET', `${costs}/1999-01-1`],
    [400, 'GET', `${skills}/by-ids?ids=x`],
    [400, 'POST', `${skills}/filter`, { none: 1 }],
    [400, 'POST', `${skills}/filter/cursor?after=x`, {}],
    [400, 'POST', skills, { code: '', name: '', category: '' }],
    [409, 'DELETE', `${skills}/1`],
    [412, 'PATCH', `${employees}/1/profile`, { nickname: 'x' }, { 'if-match': '"99.x"' }],
    [400, 'POST', `${skills}/export`, { format: 'pdf' }],
    [404, 'POST', `${employees}/option-sources/none/options/filter`, {}],
    [405, 'PATCH', skills, {}],
    [406, 'GET', `${skills}/1`, undefined, { accept: 'text/html' }],
  ]
  const refused = refusals.map(
    ([status, ...request]) => [status, request[0], request[1], request] as const,
  )
  test.each(refused)('%i for %s %s has none', async (status, _method, _url, request) => {
    const answer = await app.send(...request)
    expect(answer.statusCode, answer.body).toBe(status)
    expect(headerOf(answer)).toBeUndefined()
    expect(answer.headers.etag).toBeUndefined()
  })

  test('an error for a set that is too large has none', async () => {
    const settings = { 'platform.query.all.max': 1, 'platform.export.max-rows': 1 }
    const small = await createTestService({
      resources: people.resources,
      connection: app.service.database.connection,
      settings,
    })
    for (const [method, path] of [
      ['GET', 'all'],
      ['POST', 'export'],
    ] as const) {
      const answer = await small.app.inject({ method, url: `${employees}/${path}` })
      expect([answer.statusCode, headerOf(answer)]).toEqual([422, undefined])
    }
    await small.close()
  })

  test('an error while reading rows has none, even if the rows could be counted', async () => {
    const view = String(
      (await app.rows(`select pg_get_viewdef('monthly_costs')`))[0].pg_get_viewdef,
    )
    const broken = view.replace(
      'm.headcount',
      '(m.headcount / (m.headcount - m.headcount)) as headcount',
    )
    expect(broken).not.toBe(view)
    await app.rows(`create or replace view monthly_costs as ${broken}`)
    const answer = await app.get(`${costs}/all`)
    await app.rows(`create or replace view monthly_costs as ${view}`)
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.json().status).toBe('failure')
    const { etag, 'x-data-version': version, 'cache-control': caching } = answer.headers
    expect({ etag, version, caching }).toEqual({})
  })
})

test('where it is turned off, neither responses nor records have it, and collections have no tag', async () => {
  const off = await createTestService({
    resources: people.resources,
    connection: app.service.database.connection,
    settings: { 'platform.dataset-version.mode': 'off' },
  })
  for (const resource of resources) {
    for (const [method, url, payload] of await requestsOf(resource)) {
      const answer = await off.app.inject({ method, url, ...(payload ? { payload } : {}) })
      expect(answer.statusCode, answer.body).toBe(200)
      expect(headerOf(answer)).toBeUndefined()
      expect(answer.body).not.toContain('datasetVersion')
      if (/all|by-ids/.test(url)) expect(answer.headers.etag).toBeUndefined()
    }
  }
  const payload = { code: 'OFF', name: 'Off', category: 'Test', datasetVersion: '1' }
  const created = await off.app.inject({ method: 'POST', url: skills, payload })
  expect([created.statusCode, headerOf(created)]).toEqual([201, undefined])
  const url = `${skills}/${created.json().data.id}`
  const deleted = await off.app.inject({ method: 'DELETE', url })
  expect([deleted.statusCode, headerOf(deleted)]).toEqual([204, undefined])
  await off.close()
})
