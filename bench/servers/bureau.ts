/** The service for `citus.ts`: the sample bureau, whose tenants a header names. */
import { createServer } from 'corollary'
import bureau from '../../examples/bureau/app.js'
import { databaseUrl, serve } from '../messages.js'

serve(async ({ connection }) => {
  const { prepare: _, ...application } = bureau
  const server = await createServer(application, {
    environment: {
      DATABASE_URL: databaseUrl(connection!),
      PLATFORM_HTTP_PORT: '0',
      PLATFORM_LOG_LEVEL: 'silent',
      PLATFORM_AUTH_ANY_TENANT_AUTHORITY: 'bureau:operate',
    },
  })
  return { url: server.url, close: () => server.close() }
})
