/**
 * An identity provider on a port of its own: the OpenID certified `oidc-provider`, with one client,
 * two users and its own pages for development.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

export const clientId = 'workbench'
export const audience = 'https://people.example/api'

/** The scopes of each user, which are the authorities of the access token. */
const users: Readonly<Record<string, string>> = { ada: 'hr:all', grace: 'hr:department:2' }

const configurationOf = (workbench: string): Configuration => ({
  clients: [
    {
      client_id: clientId,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [`${workbench}/sign-in`],
      post_logout_redirect_uris: [workbench],
    },
  ],
  findAccount: (_, id) =>
    id in users ? { accountId: id, claims: () => ({ sub: id }) } : undefined,
  cookies: { keys: ['a key of the tests'] },
  clientBasedCORS: (_, origin) => origin === new URL(workbench).origin,
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  ttl: {
    AccessToken: 3_600,
    IdToken: 3_600,
    RefreshToken: 86_400,
    Session: 86_400,
    Grant: 86_400,
    Interaction: 3_600,
    AuthorizationCode: 60,
  },
  features: {
    devInteractions: { enabled: true },
    resourceIndicators: {
      enabled: true,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        ...{ audience, scope: Object.values(users).join(' ') },
        ...{ accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } },
      }),
    },
  },
})

export interface IdentityProvider {
  readonly issuer: string
  /** Paths of the requests that arrived. */
  readonly requests: readonly string[]
  /** The refresh tokens are no longer accepted. */
  isRefusingTokens: boolean
  close(): Promise<void>
}

/** @param findWorkbench returns the address of the workbench, which is known after the start */
export const startIdentityProvider = async (
  findWorkbench: () => string,
): Promise<IdentityProvider> => {
  const server: Server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const requests: string[] = []
  let handle: ReturnType<Provider['callback']> | undefined
  server.on('request', (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    if (identityProvider.isRefusingTokens && request.url === '/token') {
      response.writeHead(400, {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
      })
      response.end('{"error":"invalid_grant"}')
      return
    }
    // Chromium requests the fonts of the development pages from another origin.
    response.setHeader('content-security-policy', "style-src 'unsafe-inline' 'self'")
    handle ??= new Provider(issuer, configurationOf(findWorkbench())).callback()
    handle(request, response)
  })
  const identityProvider: IdentityProvider = {
    ...{ issuer, requests, isRefusingTokens: false },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return identityProvider
}
