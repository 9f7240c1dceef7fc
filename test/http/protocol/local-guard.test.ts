/** Without authentication, foreign web pages cannot use the service. */
import { expect, test } from 'vitest'
import { expectFailure, paths, usePeople } from '../use-people.js'

const listed = 'https://app.example.com'
const app = usePeople({ 'platform.http.cors.origins': listed })
const { skills } = paths
const evil = 'https://evil.example.com'

test.each([
  'evil.example.com',
  '192.168.1.4:8080',
  '127.0.0.1.evil.example.com',
  'localhost.evil.com',
])('the host %s is refused', async (host) => {
  const answer = await app.get(`${skills}/1`, { host })
  expectFailure(answer, { status: 403, code: 'ACCESS_DENIED', targets: ['Host'] })
})

test.each([
  'localhost',
  'localhost:8080',
  '127.0.0.1:8080',
  '127.8.9.1',
  '[::1]:8080',
  'app.localhost',
])('the host %s is accepted as this machine', async (host) => {
  expect((await app.get(`${skills}/1`, { host })).statusCode).toBe(200)
})

test.each([
  ['POST', skills],
  ['POST', `${skills}/filter`],
  ['PUT', `${skills}/1`],
  ['DELETE', `${skills}/1`],
] as const)('%s %s from a foreign page is refused', async (method, url) => {
  const answer = await app.send(method, url, method === 'DELETE' ? undefined : {}, { origin: evil })
  expectFailure(answer, { status: 403, code: 'ACCESS_DENIED', targets: ['Origin'] })
})

test("the service's own origin, a listed one, and requests without an origin may write", async () => {
  for (const headers of [{ origin: listed }, {}]) {
    expect((await app.send('POST', `${skills}/filter`, {}, headers)).statusCode).toBe(200)
  }
  const ownHost = { origin: 'http://localhost:8080', host: 'localhost:8080' }
  expect((await app.send('POST', `${skills}/filter`, {}, ownHost)).statusCode).toBe(200)
})

test('a foreign page cannot read responses: they have no CORS headers', async () => {
  const answer = await app.get(`${skills}/1`, { origin: evil })
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
})
