/** The service for `citus.ts`: statistics of one large table without tenants. */
import {
  BETWEEN,
  category,
  createServer,
  date,
  decimal,
  defineApplication,
  defineEntity,
  defineSchema,
  integer,
  measure,
  series,
  text,
} from 'corollary'
import { databaseUrl, serve } from '../messages.js'

const sales = defineEntity('sales', {
  id: integer({ primaryKey: true }),
  region: text({ maxLength: 20 }),
  amount: decimal({ precision: 12, scale: 2 }),
  soldOn: date(),
})

const api = defineSchema({ sales }).resource('sales', {
  key: 'bench.sales',
  response: { id: '.', region: '.', amount: '.', soldOn: '.' },
  filter: { amountBetween: BETWEEN('amount') },
  defaultSort: ['id'],
  stats: { region: category(), amount: measure({ histogram: true }), soldOn: series() },
})

serve(async ({ connection }) => {
  const server = await createServer(defineApplication({ title: 'Sales', resources: [api] }), {
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
