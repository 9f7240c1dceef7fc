/** Deny by default: without credentials, no route but the listed ones gives anything. */
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import people from '../../examples/people/app.js'
import { keySet, useFiles } from '../access/files.js'
import { makeKey } from '../access/tokens.js'
import { type FreshDatabase, fewPeopleDatabase } from '../support/database.js'

const writeFile = useFiles()
let database: FreshDatabase
let service: TestService
let open: TestService
beforeAll(async () => {
  database = await fewPeopleDatabase()
  const { connection } = database
  const { resources } = people
  open = await createTestService({ resources, connection })
  service = await createTestService({
    ...{ resources, connection },
    settings: {
      'platform.auth.mode': 'jwt',
      'platform.auth.jwt.issuer': 'https://issuer.example',
      'platform.auth.jwt.audience': 'people-api',
      'platform.auth.jwt.key-file': writeFile(keySet((await makeKey('one')).jwk)),
    },
  })
})
afterAll(async () => {
  await open.close()
  await service.close()
  await database.close()
})

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What is registered, so that a new route is a part of this test. */
const routes = async (): Promise<readonly (readonly [Method, string])[]> => {
  const { paths } = (await open.app.inject({ url: '/v3/api-docs' })).json()
  const described = Object.entries<Record<string, unknown>>(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((name) => /^(get|post|put|patch|delete)$/.test(name))
      .map((name) => [name.toUpperCase() as Method, path.replaceAll(/\{\w+\}/g, '1')] as const),
  )
  const ownRoutes = [
    '/metrics',
    '/v3/api-docs',
    '/schemas/catalog',
    '/schemas/actions',
    '/schemas/resources',
    '/schemas/service',
  ]
  return [...described, ...ownRoutes.map((path) => ['GET', path] as const)]
}

test('every route needs credentials, for every method, whatever is sent with it', async () => {
  const all = await routes()
  expect(all.length).toBeGreaterThan(100)
  const headers: readonly Readonly<Record<string, string>>[] = [
    {},
    { authorization: 'Basic YWRtaW46YWRtaW4=' },
    { authorization: 'Bearer ' },
    { 'x-development-caller': 'chief' },
    {
      'x-http-method-override': 'GET',
      'x-original-url': '/health/live',
      'x-forwarded-for': '127.0.0.1',
    },
  ]
  for (const [method, url] of all) {
    if (url.startsWith('/health')) continue
    for (const sent of headers) {
      const payload = method === 'GET' ? {} : { payload: {} }
      const answer = await service.app.inject({ method, url, headers: sent, ...payload })
      expect([method, url, sent, answer.statusCode]).toEqual([method, url, sent, 401])
      expect(answer.json().errors[0]).toMatchObject({ code: 'AUTHENTICATION_REQUIRED' })
      expect(answer.body).not.toMatch(/hr:|absence:decide|employee:compensation/)
    }
    if (method !== 'GET') continue
    expect((await service.app.inject({ method: 'HEAD', url })).statusCode).toBe(401)
  }
  console.log(`${all.length} routes with ${headers.length} sets of headers`)
})
