/** Settings of the Model Context Protocol: whether agents may connect, and what they may do. */
import { flag, httpAddress, oneOf, setting } from './setting-forms.js'

export const mcpSettings = {
  'platform.mcp.enabled': setting(
    flag,
    false,
    'Whether the service has the endpoint `POST /mcp` for agents, see [agents](../guides/agents.md).',
  ),
  'platform.mcp.max-risk': setting(
    oneOf('NONE', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'),
    'MEDIUM',
    'Highest risk of the operations that `/mcp` offers to agents. `NONE`: agents only read.',
  ),
  'platform.mcp.public-url': setting(
    httpAddress,
    '',
    'Public address of `/mcp`. In mode `jwt`, clients then learn from the service that `platform.auth.jwt.issuer` gives tokens for it. Empty: tokens are configured in the client.',
  ),
}
