/** Tokens that were verified are remembered: until they expire, and with the keys they fit. */
import { defineEntity, defineSchema, IN, integer } from 'corollary'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPrincipal } from '../../src/access/principals.js'
import { createViews } from '../../src/access/views.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import { type Client, connect, type KeyServer, keys, startKeyServer, status } from './key-server.js'
import { bearer, makeKey, refusalOf, second, sign, type TestKey } from './tokens.js'

const maxAgeMs = 600_000
const skewMs = 30_000
let first: TestKey
let other: TestKey
let server: KeyServer
let client: Client
beforeAll(async () => {
  first = await makeKey('first')
  other = await makeKey('other')
})
beforeEach(async () => {
  server = await startKeyServer(keys(first))
  client = await connect(server)
})
afterEach(() => server.close())

const lasting = { iat: undefined, exp: 4_000_000_000 }
const principalOf = (token: string) => client.authenticator.authenticate(bearer(token))

test('a token yields the same principal again, another token a principal of its own', async () => {
  const token = await sign(first, lasting)
  // The keys are fetched during the first verification.
  await principalOf(token)
  const principal = await principalOf(token)
  expect(await principalOf(token)).toBe(principal)
  expect(await principalOf(await sign(first, { ...lasting, sub: 'bob' }))).not.toBe(principal)
})

test('an accepted token is refused from the second at which it expires', async () => {
  const token = await sign(first, { exp: second + 60 })
  await principalOf(token)
  await principalOf(token)
  client.wait(60_000 + skewMs - 1)
  expect((await principalOf(token)).id).toBe('ada')
  client.wait(1)
  expect((await refusalOf(principalOf(token))).message).toBe('The token has expired.')
})

test('an accepted token is refused when the clock is set to a time before it is valid', async () => {
  const token = await sign(first, { ...lasting, nbf: second })
  await principalOf(token)
  await principalOf(token)
  client.wait(-60_000)
  expect((await refusalOf(principalOf(token))).code).toBe('AUTHENTICATION_REQUIRED')
})

test('a changed signature is refused after the token was accepted', async () => {
  const token = await sign(first, lasting)
  await principalOf(token)
  await principalOf(token)
  const [header, claims, signature = ''] = token.split('.')
  const changed = [...signature].reverse().join('')
  const error = await refusalOf(principalOf(`${header}.${claims}.${changed}`))
  expect(error.code).toBe('AUTHENTICATION_REQUIRED')
})

test('a token is known on a connection after it was accepted, until it expires', async () => {
  const connection = {}
  const idOf = (header: string) => client.authenticator.known(header, connection)?.id
  const [ada, bob] = await Promise.all(
    ['ada', 'bob'].map(async (sub) => bearer(await sign(first, { exp: second + 60, sub }))),
  )
  expect(idOf(ada!)).toBeUndefined()
  // The keys are fetched during the first verification.
  for (const header of [ada!, ada!, bob!]) await client.authenticator.authenticate(header)
  expect([ada!, bob!, ada!, ada!, bob!].map(idOf)).toEqual(['ada', 'bob', 'ada', 'ada', 'bob'])
  const changed = `${ada!.slice(0, -9)}${[...ada!.slice(-9)].reverse().join('')}`
  expect([changed, `${ada} `, 'Bearer', ''].map(idOf)).toEqual(Array(4).fill(undefined))
  client.wait(60_000 + skewMs)
  expect([ada!, bob!].map(idOf)).toEqual([undefined, undefined])
})

test('an accepted token is refused when its key has been withdrawn', async () => {
  const token = await sign(first, lasting)
  await principalOf(token)
  await principalOf(token)
  server.answer = keys(other)
  client.wait(maxAgeMs)
  expect((await refusalOf(principalOf(token))).message).toBe(
    'The token is signed with an unknown key.',
  )
})

test('an accepted token is refused when the token of a new key has led to a fetch', async () => {
  const token = await sign(first, lasting)
  await principalOf(token)
  await principalOf(token)
  server.answer = keys(other)
  client.wait(30_000)
  expect((await principalOf(await sign(other, lasting))).id).toBe('ada')
  expect((await refusalOf(principalOf(token))).code).toBe('AUTHENTICATION_REQUIRED')
})

test('old keys are fetched again although every token is remembered', async () => {
  const token = await sign(first, lasting)
  await principalOf(token)
  await principalOf(token)
  expect(server.requests).toHaveLength(1)
  client.wait(maxAgeMs)
  await principalOf(token)
  expect(server.requests).toHaveLength(2)
  server.answer = status(500)
  client.wait(maxAgeMs)
  expect((await principalOf(token)).id).toBe('ada')
  expect(server.requests).toHaveLength(3)
})

test('row rules are evaluated for each request of one principal', () => {
  const ids = [1]
  const visible = { rows: { ids } as 'all' | { ids: readonly number[] } }
  const notes = defineEntity(
    'notes',
    { id: integer({ primaryKey: true }) },
    { rowAccess: { filter: { ids: IN('id') }, visibleTo: () => visible.rows } },
  )
  const api = defineSchema({ notes }).resource('notes', {
    ...{ key: 'tests.notes', response: { id: '.' }, filter: {}, defaultSort: [] },
  })
  const views = createViews(compileModel([api], new Diagnostics()), {
    ...{ zone: 'UTC', maxListLength: 10, maxTextLength: 10, allowScalarRange: false },
  })
  const ann = createPrincipal({ id: 'ann', tenant: null, authorities: [], claims: {} })
  const accessOf = () => views(ann).resource('tests.notes').accessDigest
  const first = accessOf()
  expect(accessOf()).toBe(first)
  ids.push(2)
  const two = accessOf()
  expect(two).not.toBe(first)
  visible.rows = 'all'
  expect([first, two]).not.toContain(accessOf())
  visible.rows = { ids: [1] }
  expect(accessOf()).toBe(first)
})
