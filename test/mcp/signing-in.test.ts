/** Clients of `/mcp` learn from the service where they get tokens. */
import {
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
  type FetchLike,
} from '@modelcontextprotocol/client'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import sample from '../../examples/people/app.js'
import { keySet, useFiles } from '../access/files.js'
import { makeKey } from '../access/tokens.js'
import { type FreshDatabase, fewPeopleDatabase } from '../support/database.js'

const address = 'https://people.example.com/apps/mcp'
const issuer = 'https://login.example.com'
const writeFile = useFiles()

let database: FreshDatabase
let service: TestService | undefined
beforeAll(async () => {
  database = await fewPeopleDatabase()
})
afterEach(async () => {
  await service?.close()
  service = undefined
})
afterAll(() => database.close())

const start = async (settings: Readonly<Record<string, unknown>>) => {
  const { jwk } = await makeKey('one')
  service = await createTestService({
    resources: sample.resources,
    connection: database.connection,
    settings: {
      'platform.mcp.enabled': true,
      'platform.auth.mode': 'jwt',
      'platform.auth.jwt.issuer': issuer,
      'platform.auth.jwt.audience': 'people',
      'platform.auth.jwt.key-file': writeFile(keySet(jwk)),
      ...settings,
    },
  })
}

/** Requests to the public address, as a proxy passes them on. */
const fetchService: FetchLike = async (url) => {
  const response = await service!.app.inject({ method: 'GET', url: new URL(url).pathname })
  return new Response(response.body, { status: response.statusCode })
}

const refused = async (): Promise<Response> => {
  const { statusCode, headers } = await service!.app.inject({
    ...{ method: 'POST', url: '/mcp', payload: { jsonrpc: '2.0', id: 1, method: 'ping' } },
  })
  const challenge = String(headers['www-authenticate'])
  return new Response(null, { status: statusCode, headers: { 'www-authenticate': challenge } })
}

test('a client finds the issuer by the challenge, and by the address alone', async () => {
  await start({ 'platform.mcp.public-url': address })
  const response = await refused()
  const { resourceMetadataUrl } = extractWWWAuthenticateParams(response)
  expect(response.status).toBe(401)
  expect(resourceMetadataUrl?.href).toBe(
    'https://people.example.com/.well-known/oauth-protected-resource/apps/mcp',
  )
  const metadata = {
    ...{ resource: address, authorization_servers: [issuer] },
    bearer_methods_supported: ['header'],
  }
  for (const options of [{ resourceMetadataUrl: resourceMetadataUrl! }, {}]) {
    expect(await discoverOAuthProtectedResourceMetadata(address, options, fetchService)).toEqual(
      metadata,
    )
  }
})

test('a service without a public address names no issuer', async () => {
  await start({})
  expect(extractWWWAuthenticateParams(await refused()).resourceMetadataUrl).toBeUndefined()
  await expect(discoverOAuthProtectedResourceMetadata(address, {}, fetchService)).rejects.toThrow()
})

test('an issuer that is not an address stops the start', async () => {
  await expect(
    start({ 'platform.mcp.public-url': address, 'platform.auth.jwt.issuer': 'login' }),
  ).rejects.toThrow("because 'platform.mcp.public-url' is set")
})

test.each(['/mcp', 'https://a.example/:any', 'https://a.example/*', 'https://a.example/x?y'])(
  'a public address %s stops the start',
  async (address) => {
    await expect(start({ 'platform.mcp.public-url': address })).rejects.toThrow(
      'PLATFORM_MCP_PUBLIC_URL: must be an address',
    )
  },
)
