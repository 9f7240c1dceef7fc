/** The settings that mode `jwt` requires, and their valid values. */
import { describe, expect, test } from 'vitest'
import { createAuthenticator } from '../../src/access/authentication.js'
import { StartError } from '../../src/foundation/errors/start-error.js'
import { type SettingName, settingTable } from '../../src/foundation/settings/settings.js'
import { type Changes, jwtSettings } from './tokens.js'

const url = 'platform.auth.jwt.jwks-url'
const file = 'platform.auth.jwt.key-file'
const clientId = 'platform.workbench.sign-in.client-id'
const badIssuer = `'platform.auth.jwt.issuer' must be an https address, or an http address on loopback, without a password, because '${clientId}' is set.`
const badUrl = `'${url}' must be an https address, or an http address on loopback, without a password.`

const problemsOf = async (changes: Changes): Promise<readonly string[]> => {
  const error: unknown = await createAuthenticator(jwtSettings(changes)).catch((failure) => failure)
  if (!(error instanceof StartError)) return []
  const [head, ...problems] = error.message.split('\n  ')
  expect(head).toBe("'platform.auth.mode' is 'jwt', but:")
  return problems
}

describe('invalid authentication settings', () => {
  const good: Changes = { [url]: 'https://issuer.example/keys' }
  test.each<readonly [string, Changes, readonly string[]]>([
    [
      'no issuer',
      { ...good, 'platform.auth.jwt.issuer': '' },
      ["'platform.auth.jwt.issuer' is required."],
    ],
    [
      'no audience',
      { ...good, 'platform.auth.jwt.audience': '' },
      ["'platform.auth.jwt.audience' is required."],
    ],
    ['no keys', {}, [`One of '${url}' and '${file}' is required.`]],
    [
      'keys twice',
      { ...good, [file]: 'keys.json' },
      [`Only one of '${url}' and '${file}' may be set.`],
    ],
    [
      'sign-in at an issuer that is not an address',
      { ...good, 'platform.auth.jwt.issuer': 'people', [clientId]: 'workbench' },
      [badIssuer],
    ],
    [
      'sign-in at an issuer without encryption',
      { ...good, 'platform.auth.jwt.issuer': 'http://issuer.example', [clientId]: 'workbench' },
      [badIssuer],
    ],
    [
      'all problems at once',
      { 'platform.auth.jwt.issuer': '', 'platform.auth.jwt.audience': '', [url]: 'ftp://a' },
      [
        "'platform.auth.jwt.issuer' is required.",
        "'platform.auth.jwt.audience' is required.",
        badUrl,
      ],
    ],
  ])('the start reports %s', async (_, changes, problems) => {
    expect(await problemsOf(changes)).toEqual(problems)
  })

  test.each([
    'http://issuer.example/keys',
    'http://127.0.0.1.issuer.example/keys',
    'http://localhost.example/keys',
    'http://10.0.0.1/keys',
    'http://[::2]/keys',
    'https://user:secret@issuer.example/keys',
    'http://localhost@issuer.example/keys',
    'file:///etc/keys.json',
    'issuer.example/keys',
  ])('the start refuses the key URL %s', async (address) => {
    expect(await problemsOf({ [url]: address })).toEqual([badUrl])
  })
})

test.each([
  'https://issuer.example/keys',
  'HTTPS://issuer.example:8443/keys?a=b',
  'http://localhost:1/keys',
  'http://127.0.0.1/keys',
  'http://127.1:9/keys',
  'http://[::1]:9/keys',
])('the start accepts the key URL %s, and does not wait for the keys', async (address) => {
  expect(await problemsOf({ [url]: address })).toEqual([])
})

test('mode none ignores all settings of mode jwt', async () => {
  const settings = jwtSettings({ 'platform.auth.mode': 'none', 'platform.auth.jwt.issuer': '' })
  expect(await createAuthenticator(settings)).toBeDefined()
})

test('the start refuses sign-in in mode none, where nobody has a token', async () => {
  const settings = jwtSettings({ 'platform.auth.mode': 'none', [clientId]: 'workbench' })
  await expect(createAuthenticator(settings)).rejects.toThrow(
    `'${clientId}' is set, so 'platform.auth.mode' must be 'jwt'.`,
  )
})

describe('values of settings', () => {
  const parse = (name: string, value: unknown): unknown =>
    settingTable[`platform.auth.${name}` as SettingName].parse(value)

  test.each<readonly [string, unknown, unknown]>([
    ['mode', 'jwt', 'jwt'],
    ['public', [], []],
    ['public', '', []],
    ['public', 'health, docs', ['health', 'docs']],
    ['jwt.algorithms', 'RS512,ES384', ['RS512', 'ES384']],
    ['jwt.algorithms', ['EdDSA'], ['EdDSA']],
    ['jwt.types', 'application/at+jwt', ['application/at+jwt']],
    ['jwt.authorities-claim', ' realm_access.roles ', 'realm_access.roles'],
    ['jwt.tenant-claim', '', ''],
  ])('%s accepts %j', (name, value, expected) => {
    expect(parse(name, value)).toEqual(expected)
  })

  test.each<readonly [string, unknown]>([
    ['mode', 'basic'],
    ['public', ['health', 'everything']],
    ['public', { health: true }],
    ['jwt.algorithms', []],
    ['jwt.algorithms', ''],
    ['jwt.algorithms', 'none'],
    ['jwt.algorithms', ['RS256', 'HS256']],
    ['jwt.algorithms', ['HS512']],
    ['jwt.algorithms', ['rs256']],
    ['jwt.types', []],
    ['jwt.types', ['a b']],
    ['jwt.types', [7]],
    ['jwt.principal-claim', ''],
    ['jwt.principal-claim', 'a"b'],
    ['jwt.authorities-claim', 'a b'],
    ['jwt.tenant-claim', 'a\\b'],
    ['jwt.clock-skew-seconds', 601],
    ['jwt.jwks-cooldown-ms', 0],
  ])('%s refuses %j', (name, value) => {
    expect(parse(name, value)).toBeUndefined()
  })
})
