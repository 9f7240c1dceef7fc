/**
 * Says where clients of `/mcp` get their tokens: the metadata of a protected resource (RFC 9728).
 * Clients of MCP compare `resource` with the address that they use, so it is configured: a service
 * behind proxies does not know its public address.
 */
import type { Settings } from '../../foundation/settings/settings.js'
import { jsonType } from '../response/envelope.js'
import type { Router } from '../router.js'

const wellKnown = '/.well-known/oauth-protected-resource'

/** Adds the document. Returns its address for challenges; undefined if there is none. */
export const addProtectedResource = (router: Router, settings: Settings): string | undefined => {
  const resource = settings['platform.mcp.public-url']
  if (resource === '' || settings['platform.auth.mode'] !== 'jwt') return undefined
  const document = JSON.stringify({
    resource,
    authorization_servers: [settings['platform.auth.jwt.issuer']],
    bearer_methods_supported: ['header'],
  })
  const { origin, pathname } = new URL(resource)
  const path = `${wellKnown}${pathname === '/' ? '' : pathname}`
  router.get(path, (_request, reply) => reply.type(jsonType).send(document))
  return `${origin}${path}`
}
