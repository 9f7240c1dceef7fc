/** What a service says about itself, and about the caller of the request. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { expectFailure, type Json, usePeople } from '../http/use-people.js'
import { callers } from './addresses.js'
import { expectFits, hashOf, jsonOf, type Sample, useSample } from './use-discovery.js'

const url = '/schemas/service'
const read = async ({ get }: Pick<Sample, 'get'>, caller?: string): Promise<Json> => {
  const answer = await get(url, caller ? { authorization: `Bearer ${caller}` } : {})
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

describe('the description of a service', () => {
  const sample = useSample(
    'people',
    {
      'platform.auth.public': 'health,schemas,docs',
      'platform.http.context-path': '/hr',
      'platform.pagination.max-size': 15,
      'platform.filter.zone-id': 'Europe/Lisbon',
    },
    { callers, contextPath: '/hr' },
  )
  const hr: Pick<Sample, 'get'> = { get: (path, headers) => sample.get(`/hr${path}`, headers) }

  test('it has versions, languages and limits, as the API description says', async () => {
    const body = await read(hr, 'clerk')
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(body).toMatchObject({
      title: 'API',
      version: '1.0.0',
      description: null,
      corollary: version,
      database: { version: expect.stringMatching(/^\d+\.\d+$/), kind: 'server' },
      zone: 'Europe/Lisbon',
      languages: ['en', 'pt'],
      contextPath: '/hr',
      authentication: 'none',
      limits: {
        ...{ pageSize: 15, defaultPageSize: 15, offset: expect.any(Number), ids: 200, bulk: 200 },
        ...{
          exportRows: 100_000,
          listItems: 1_000,
          batchItems: 1_000,
          buckets: 200,
          seriesPoints: 1_000,
          queries: 20,
        },
      },
    })
    expect(Date.parse(body.startedAt)).toBeLessThanOrEqual(Date.now())
    const { schema } = jsonOf(sample.document.paths[`/hr${url}`].get.responses[200])
    expectFits(body, schema, sample.document, url)
  })

  test('it names the caller of the request, and is private', async () => {
    const answer = await hr.get(url, { authorization: 'Bearer clerk' })
    expect(answer.json().caller).toEqual({
      ...{ id: 'clerk', anonymous: false, tenant: null, choosesTenant: false },
      authorities: callers.clerk.authorities,
    })
    expect(answer.headers['cache-control']).toBe('private, no-cache')
    expect(answer.headers['vary']).toContain('Authorization')
    const toAnonymous = await read(hr)
    expect(toAnonymous.caller).toEqual({
      ...{ id: null, anonymous: true, tenant: null, choosesTenant: false, authorities: [] },
    })
    for (const member of ['corollary', 'startedAt', 'database']) {
      expect(answer.json()).toHaveProperty(member)
      expect(toAnonymous).not.toHaveProperty(member)
    }
  })

  test('it is not sent twice to the same caller', async () => {
    const answer = await hr.get(url, { authorization: 'Bearer clerk' })
    expect(answer.headers['x-schema-hash']).toBe(hashOf(answer.json()))
    const ask = (caller: string) =>
      hr.get(url, {
        authorization: `Bearer ${caller}`,
        'if-none-match': String(answer.headers.etag),
      })
    expect((await ask('clerk')).statusCode).toBe(304)
    expect((await ask('director')).statusCode).toBe(200)
  })
})

describe('the description of a guarded service', () => {
  const sample = useSample('movies', {}, { callers })

  test('anonymous callers get it only where schemas are public', async () => {
    expect((await read(sample, 'clerk')).caller.id).toBe('clerk')
    expectFailure(await sample.get(url), { status: 401, code: 'AUTHENTICATION_REQUIRED' })
  })
})

describe('the description of a service without authentication', () => {
  const people = usePeople({}, () => new Date('2026-03-20T12:00:00Z'))

  test('its caller has every authority', async () => {
    const body = await read(people)
    expect(body.caller).toEqual({
      ...{
        id: 'development',
        anonymous: false,
        tenant: null,
        choosesTenant: false,
        authorities: ['*'],
      },
    })
    expect(body.startedAt).toBe('2026-03-20T12:00:00.000Z')
  })
})
