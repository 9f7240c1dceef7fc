/** The key file is read again when it changes. */
import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createAuthenticator } from '../../src/access/authentication.js'
import type { Authenticator } from '../../src/access/authenticator.js'
import { keySet, useFiles } from './files.js'
import { bearer, jwtSettings, makeKey, refusalOf, second, sign, type TestKey } from './tokens.js'

const intervalMs = 10_000
const fileOf = useFiles()
let former: TestKey
let present: TestKey
beforeAll(async () => {
  former = await makeKey('former')
  present = await makeKey('present')
})

let file: string
let time: number
let failures: unknown[]
let authenticator: Authenticator
beforeEach(async () => {
  file = fileOf(keySet(former.jwk))
  time = second * 1_000
  failures = []
  authenticator = await createAuthenticator(
    jwtSettings({
      'platform.auth.jwt.key-file': file,
      'platform.files.check-interval-ms': intervalMs,
    }),
    { now: () => new Date(time), onKeysUnavailable: (error) => failures.push(error) },
  )
})

let writes = 0
const write = (content: string): void => {
  writeFileSync(file, content)
  // Two writes may fall into one tick of the clock of the file system.
  utimesSync(file, second, second + ++writes)
}
const idOf = async (key: TestKey): Promise<string | null> =>
  (await authenticator.authenticate(bearer(await sign(key)))).id
const messageOf = async (key: TestKey): Promise<string> =>
  (await refusalOf(authenticator.authenticate(bearer(await sign(key))))).message

test('a new key is used, and a withdrawn one refused, at the first request after the interval', async () => {
  const token = bearer(await sign(former))
  expect((await authenticator.authenticate(token)).id).toBe('ada')
  write(keySet(present.jwk))
  time += intervalMs - 1
  expect((await authenticator.authenticate(token)).id).toBe('ada')
  time += 1
  const refused = await refusalOf(authenticator.authenticate(token))
  expect(refused.message).toBe('The token is signed with an unknown key.')
  expect(await idOf(present)).toBe('ada')
})

test('a file that is of no use is reported once, and the former keys stay in use', async () => {
  write('{ "keys": [] }')
  time += intervalMs
  expect(await idOf(former)).toBe('ada')
  time += intervalMs
  expect(await idOf(former)).toBe('ada')
  expect(failures.map((error) => (error as Error).message)).toEqual([
    expect.stringMatching(/^'platform\.auth\.jwt\.key-file': .* holds no key for/),
  ])
  rmSync(file)
  time += intervalMs
  expect(await idOf(former)).toBe('ada')
  expect(failures).toHaveLength(2)
  write(keySet(present.jwk))
  time += intervalMs
  expect(await idOf(present)).toBe('ada')
  expect(await messageOf(former)).toBe('The token is signed with an unknown key.')
})

test('requests at the same time share one check', async () => {
  write('nonsense')
  time += intervalMs
  const ids = await Promise.all([1, 2, 3].map(() => idOf(former)))
  expect(ids).toEqual(['ada', 'ada', 'ada'])
  expect(failures).toHaveLength(1)
})
