/** The process of the service: the sample company through the public entry of the package. */
import { createServer } from 'corollary'
import people from '../../examples/people/app.js'
import { databaseUrl, serve } from '../messages.js'

serve(async ({ connection, environment }) => {
  const server = await createServer(people, {
    environment: {
      ...environment,
      DATABASE_URL: databaseUrl(connection!),
      PLATFORM_HTTP_PORT: '0',
      PLATFORM_LOG_LEVEL: 'silent',
      PLATFORM_EXPORT_MAX_ROWS: '2000000',
    },
  })
  return { url: server.url, close: () => server.close() }
})
