/** Keys from a URL: shared fetches, rotation, limits, and an issuer that is unreachable. */
import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { keySet } from './files.js'
import {
  type Answer,
  body,
  connect,
  type KeyServer,
  keys,
  silence,
  startKeyServer,
  status,
} from './key-server.js'
import { bearer, type Changes, encode, makeKey, refusalOf, sign, type TestKey } from './tokens.js'

let first: TestKey
let second: TestKey
let tokens: { readonly first: string; readonly second: string; readonly unknown: string }
let server: KeyServer

beforeAll(async () => {
  first = await makeKey('first')
  second = await makeKey('second')
  // Tests that change the clock need this.
  const lasting = { iat: undefined, exp: 4_000_000_000 }
  tokens = {
    first: bearer(await sign(first, lasting)),
    second: bearer(await sign(second, lasting)),
    unknown: bearer(await sign(await makeKey('unknown'), lasting)),
  }
})
afterEach(() => server.close())

const start = async (answer: Answer, changes?: Changes) => {
  server = await startKeyServer(answer)
  return connect(server, changes)
}
const unknownKey = 'The token is signed with an unknown key.'
const cooldownMs = 30_000
const maxAgeMs = 600_000

describe('fetching keys', () => {
  test('keys are fetched once, as JSON, when the first token arrives', async () => {
    const { authenticator, faults } = await start(keys(first))
    expect(server.requests).toHaveLength(0)
    const all = Array.from({ length: 20 }, () => authenticator.authenticate(tokens.first))
    for (const principal of await Promise.all(all)) expect(principal.id).toBe('ada')
    await authenticator.authenticate(tokens.first)
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]!.headers.accept).toBe('application/json')
    expect(faults).toEqual([])
  })

  test('keys are not fetched for tokens that no key could make valid', async () => {
    const { authenticator } = await start(keys(first))
    for (const wrong of ['Basic x', 'Bearer x', bearer(`${encode({ alg: 'none' })}.e30.`)]) {
      await refusalOf(authenticator.authenticate(wrong))
    }
    expect((await authenticator.authenticate(undefined)).isAnonymous).toBe(true)
    expect(server.requests).toHaveLength(0)
  })

  test('keys are fetched again when they are too old', async () => {
    const { authenticator, wait } = await start(keys(first))
    await authenticator.authenticate(tokens.first)
    wait(maxAgeMs - 1)
    await authenticator.authenticate(tokens.first)
    expect(server.requests).toHaveLength(1)
    server.answer = keys(second)
    wait(1)
    const error = await refusalOf(authenticator.authenticate(tokens.first))
    expect([error.message, server.requests.length]).toEqual([unknownKey, 2])
    expect((await authenticator.authenticate(tokens.second)).id).toBe('ada')
  })

  test('keys are fetched again after the clock was set back', async () => {
    const { authenticator, wait } = await start(keys(first))
    await authenticator.authenticate(tokens.first)
    wait(-maxAgeMs)
    await authenticator.authenticate(tokens.first)
    expect(server.requests).toHaveLength(2)
  })
})

describe('tokens with an unknown key id', () => {
  test('an unknown key id causes one fetch for all waiting requests', async () => {
    const { authenticator, wait } = await start(keys(first))
    await authenticator.authenticate(tokens.first)
    server.answer = keys(first, second)
    wait(cooldownMs)
    const all = Array.from({ length: 20 }, () => authenticator.authenticate(tokens.second))
    for (const principal of await Promise.all(all)) expect(principal.id).toBe('ada')
    expect(server.requests).toHaveLength(2)
    expect((await authenticator.authenticate(tokens.first)).id).toBe('ada')
  })

  test('unknown key ids cause at most one fetch within the cool-down', async () => {
    const { authenticator, wait } = await start(keys(first))
    const counts: number[] = []
    for (const milliseconds of [0, 1, cooldownMs - 2, 1, 1, cooldownMs - 1]) {
      wait(milliseconds)
      const error = await refusalOf(authenticator.authenticate(tokens.unknown))
      expect([error.code, error.message]).toEqual(['AUTHENTICATION_REQUIRED', unknownKey])
      counts.push(server.requests.length)
    }
    expect(counts).toEqual([1, 1, 1, 2, 2, 3])
  })
})

describe('unusable responses of the key server', () => {
  const unavailable = 'The keys for verifying tokens are temporarily unavailable.'
  const endless: Answer = (_, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  }
  const halfway: Answer = (_, response) => {
    response.write('{"keys":')
  }
  /** Also the limit of the fetch that succeeds at the end, on however slow a machine. */
  const short: Changes = { 'platform.auth.jwt.jwks-timeout-ms': 1_000 }
  const padded = (size: number): string => keySet(first.jwk).padEnd(size)
  const cases: readonly [string, () => Answer, RegExp, Changes?][] = [
    ['500', () => status(500), /Expected 200/],
    ['404', () => status(404), /Expected 200/],
    ['a redirect', () => status(302, { location: '/elsewhere' }), /Expected 200/],
    ['a body that is not JSON', () => body('<html>'), /Failed to parse/],
    ['JSON that is not a key set', () => body('{"key":1}'), /malformed/],
    ['a body that is one byte too large', () => body(padded(262_145)), /larger than 262144 bytes/],
    ['an endless body', () => endless, /larger than 262144 bytes/],
    ['no response', () => silence, /timed out/, short],
    ['a body that stops halfway', () => halfway, /timed out/, short],
    ['a broken connection', () => (_, response) => response.destroy(), /fetch failed/],
  ]
  test.each(cases)('keys are unavailable after %s', async (_, answer, reason, changes) => {
    const { authenticator, faults, wait } = await start(answer(), changes)
    const asks = [1, 2, 3].map(() => refusalOf(authenticator.authenticate(tokens.first)))
    for (const error of await Promise.all(asks)) {
      expect([error.code, error.message]).toEqual(['SERVICE_UNAVAILABLE', unavailable])
      expect(error.headers).toEqual({ 'Retry-After': '1' })
    }
    expect([server.requests.length, faults.length]).toEqual([1, 1])
    expect((faults[0] as Error).message).toMatch(reason)
    server.answer = keys(first)
    await refusalOf(authenticator.authenticate(tokens.first))
    expect(server.requests).toHaveLength(1)
    wait(1_000)
    expect((await authenticator.authenticate(tokens.first)).id).toBe('ada')
  })

  test('a key set of the maximum size is accepted', async () => {
    const { authenticator } = await start(body(padded(262_144)))
    expect((await authenticator.authenticate(tokens.first)).id).toBe('ada')
  })

  test('the connection of an endless response is closed', async () => {
    const closed: Promise<unknown>[] = []
    const { authenticator } = await start((request, response) => {
      closed.push(once(response, 'close'))
      endless(request, response)
    })
    await refusalOf(authenticator.authenticate(tokens.first))
    await closed[0]
  })
})

describe('an unreachable issuer', () => {
  test('cached keys stay in use, with one fetch per cool-down', async () => {
    const { authenticator, faults, wait } = await start(keys(first))
    await authenticator.authenticate(tokens.first)
    server.answer = status(500)
    wait(maxAgeMs)
    const counts: number[] = []
    for (const milliseconds of [0, 1, cooldownMs - 2, 1]) {
      wait(milliseconds)
      expect((await authenticator.authenticate(tokens.first)).id).toBe('ada')
      counts.push(server.requests.length)
    }
    expect(counts.slice(0, 3)).toEqual([2, 2, 2])
    while (faults.length < 2) await turn()
    expect(server.requests).toHaveLength(3)
  })

  test('requests that a cached key can verify do not wait for a fetch', async () => {
    const { authenticator, faults, wait } = await start(keys(first))
    await authenticator.authenticate(tokens.first)
    server.answer = status(500)
    wait(maxAgeMs)
    await authenticator.authenticate(tokens.first)
    expect(faults).toHaveLength(1)
    server.answer = silence
    wait(cooldownMs)
    expect((await authenticator.authenticate(tokens.first)).id).toBe('ada')
  })

  test('an unknown key id gets 503, because the key may exist', async () => {
    const { authenticator, wait } = await start(keys(first))
    await authenticator.authenticate(tokens.first)
    server.answer = status(500)
    wait(cooldownMs)
    const found: unknown[] = []
    for (const milliseconds of [0, 10_500]) {
      wait(milliseconds)
      const error = await refusalOf(authenticator.authenticate(tokens.second))
      found.push([error.code, error.headers['Retry-After'], server.requests.length])
    }
    expect(found).toEqual([
      ['SERVICE_UNAVAILABLE', '30', 2],
      ['SERVICE_UNAVAILABLE', '20', 2],
    ])
    server.answer = keys(second)
    wait(cooldownMs)
    expect((await authenticator.authenticate(tokens.second)).id).toBe('ada')
    expect((await refusalOf(authenticator.authenticate(tokens.first))).message).toBe(unknownKey)
  })
})
