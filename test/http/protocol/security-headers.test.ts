/** Headers that limit what browsers do with responses. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestService, type TestService } from '../../../src/testing.js'
import notes from '../../server/apps/notes.js'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'
import { exchange, listen, request } from './raw-socket.js'

let database: FreshDatabase
beforeAll(async () => {
  database = await platformDatabase()
})
afterAll(() => database.close())

const open = (settings: Readonly<Record<string, unknown>> = {}): Promise<TestService> =>
  createTestService({ ...notes, connection: database.connection, settings })

describe('with the default settings', () => {
  let service: TestService
  beforeAll(async () => {
    service = await open()
  })
  afterAll(() => service.close())

  test.each(['/health/live', '/nothing', '/docs', '/workbench', '/schemas/catalog'])(
    'a response to %s is not embedded by other sites, and its type is not guessed',
    async (url) => {
      const { headers } = await service.app.inject({ url })
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers['strict-transport-security']).toBeUndefined()
    },
  )

  test.each(['/docs', '/docs/errors', '/workbench'])(
    'the page %s cannot be framed, and says nothing about itself to other sites',
    async (url) => {
      const { headers } = await service.app.inject({ url })
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; .*frame-ancestors 'none'$/,
      )
      expect(headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      })
    },
  )

  test('a response to bytes that are not HTTP has them', async () => {
    const answer = await exchange(await listen(service.app), ['nonsense\r\n\r\n'])
    expect(answer).toMatchObject({
      status: 400,
      headers: {
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      },
    })
  })
})

test('with a setting, browsers use this host by https only', async () => {
  const service = await open({ 'platform.http.hsts-max-age-seconds': 3600 })
  const port = await listen(service.app)
  const answer = await exchange(port, [request('GET', '/health/live')])
  expect(answer.headers['strict-transport-security']).toBe('max-age=3600')
  await service.close()
})

const signInSettings = {
  'platform.auth.mode': 'jwt',
  'platform.auth.jwt.issuer': 'https://id.example.com:8443/realms/people',
  'platform.auth.jwt.audience': 'people-api',
  'platform.auth.jwt.jwks-url': 'https://id.example.com:8443/keys',
  'platform.auth.public': ['schemas', 'docs'],
  'platform.workbench.sign-in.client-id': 'workbench"',
  'platform.workbench.sign-in.audience-parameter': 'resource',
}

test('where users sign in, the pages may send requests to the origin of the issuer', async () => {
  const service = await open(signInSettings)
  const policyOf = ({ headers }: Awaited<ReturnType<typeof service.app.inject>>) =>
    String(headers['content-security-policy'])
  const workbench = await service.app.inject({ url: '/workbench/sign-in' })
  expect(policyOf(workbench)).toContain("; connect-src 'self' https://id.example.com:8443; ")
  const [, fact = ''] = /"corollary-sign-in" content="([^"]*)"/.exec(workbench.body) ?? []
  expect(JSON.parse(fact.replaceAll('&quot;', '"'))).toEqual({
    issuer: 'https://id.example.com:8443/realms/people',
    clientId: 'workbench"',
    scope: 'openid',
    target: { resource: 'people-api' },
  })
  const reference = await service.app.inject({ url: '/docs' })
  expect(policyOf(reference)).toBe(policyOf(workbench))
  expect(reference.body).toContain('corollary-sign-in')
  await service.close()
})

test('without the workbench, to which the provider returns, the API reference has no sign-in', async () => {
  const service = await open({ ...signInSettings, 'platform.workbench.enabled': false })
  const { headers, body } = await service.app.inject({ url: '/docs' })
  expect(headers['content-security-policy']).toContain("; connect-src 'self'; ")
  expect(body).not.toContain('corollary-sign-in')
  await service.close()
})
