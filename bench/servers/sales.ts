/** The service for `citus.ts`: statistics of one large table without tenants. */
import { createServer, defineApplication } from 'corollary'
import { databaseUrl, serve } from '../messages.js'
import { callers, sales } from './sales-contract.js'

const application = defineApplication({ title: 'Sales', resources: [sales], callers })

serve(async ({ connection }) => {
  const server = await createServer(application, {
    environment: {
      DATABASE_URL: databaseUrl(connection!),
      PLATFORM_HTTP_PORT: '0',
      PLATFORM_LOG_LEVEL: 'silent',
      PLATFORM_DATASET_VERSION_MODE: 'off',
      PLATFORM_DATABASE_STATEMENT_TIMEOUT_MS: '600000',
    },
  })
  return { url: server.url, close: () => server.close() }
})
