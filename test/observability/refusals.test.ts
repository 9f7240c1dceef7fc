/** Each refusal, 401 or 403, has its reason in the log; lines have no part of a token. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keySet, useFiles } from '../access/files.js'
import { bearer, makeKey, now, second, sign, type TestKey } from '../access/tokens.js'
import { employees, type FaultService, skills, startFaultService } from '../faults/fault-service.js'

const writeFile = useFiles()
let key: TestKey
const started: FaultService[] = []
const start = async (settings: Readonly<Record<string, unknown>>): Promise<FaultService> => {
  const service = await startFaultService(settings, { now })
  started.push(service)
  return service
}
afterAll(() => Promise.all(started.map((service) => service.close())))

type Line = Readonly<Record<string, unknown>>
const lastLine = ({ log }: FaultService): Line => JSON.parse(log().trimEnd().split('\n').at(-1)!)

describe('with tokens', () => {
  let service: FaultService
  beforeAll(async () => {
    key = await makeKey('one')
    service = await start({
      'platform.auth.mode': 'jwt',
      'platform.auth.jwt.issuer': 'https://issuer.example',
      'platform.auth.jwt.audience': 'people-api',
      'platform.auth.jwt.key-file': writeFile(keySet(key.jwk)),
    })
  })
  const expired = () => sign(key, { exp: second - 300 })
  const tokenOf = { none: async () => undefined, expired, powerless: () => sign(key) } as const
  const callerOf = { none: null, expired: undefined, powerless: 'ada' } as const

  test.each([
    ['none', 'GET', `${skills}/1`, 401, 'AUTHENTICATION_REQUIRED', /Credentials are required/],
    ['none', 'GET', '/metrics', 401, 'AUTHENTICATION_REQUIRED', /Credentials are required/],
    ['expired', 'GET', `${skills}/1`, 401, 'AUTHENTICATION_REQUIRED', /token has expired/],
    ['powerless', 'GET', `${employees}/1/history`, 403, 'ACCESS_DENIED', /employee:history/],
  ] as const)('a caller with the token %s: %s %s', async (...row) => {
    const [kind, method, url, status, code, reason] = row
    const token = await tokenOf[kind]()
    const headers = token === undefined ? {} : { authorization: bearer(token) }
    const response = await service.app.inject({ method, url, headers })
    expect(response.statusCode, response.body).toBe(status)
    const line = lastLine(service)
    expect(line).toMatchObject({ level: 30, msg: 'request completed', status, code })
    expect(line['reason']).toMatch(reason)
    expect(line['caller']).toBe(callerOf[kind])
    expect(line).not.toHaveProperty('client')
    if (token) expect(service.log()).not.toContain(token.split('.')[2])
  })

  test('a route of a host that responds with the refusal of the service', async () => {
    const request = { headers: { 'x-request-id': 'of-a-host' } }
    const error = await service.hosts.context(request, { authorities: ['x'] }).catch((e) => e)
    expect(service.hosts.failure(error, request).status).toBe(401)
    expect(lastLine(service)).toMatchObject({
      ...{ msg: 'request refused', reqId: 'of-a-host', status: 401 },
      ...{ code: 'AUTHENTICATION_REQUIRED', reason: expect.stringMatching(/Credentials/) },
    })
  })
})

test('without authentication, a foreign host name and a foreign page are refused with a reason', async () => {
  const service = await start({ 'platform.log.client-address': true })
  const { app } = service
  await app.inject({ url: `${skills}/1`, headers: { host: 'evil.example' } })
  expect(lastLine(service)).toMatchObject({
    status: 403,
    reason: expect.stringMatching(/host names/),
    client: '127.0.0.1',
  })
  await app.inject({ method: 'POST', url: skills, headers: { origin: 'https://evil.example' } })
  expect(lastLine(service)).toMatchObject({
    status: 403,
    reason: expect.stringMatching(/Pages from this origin/),
  })
})

test('behind a trusted proxy, a line has the address that the proxy saw', async () => {
  const service = await start({
    'platform.log.client-address': true,
    'platform.http.trusted-proxies': 1,
  })
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  await service.app.inject({ url: `${skills}/1`, headers })
  expect(lastLine(service)).toMatchObject({ status: 200, client: '203.0.113.7' })
})
