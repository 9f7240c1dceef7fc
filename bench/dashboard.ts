/**
 * `npm run bench:dashboard`: the dashboard of the sales sample in a browser, as one request and as
 * single ones (as for a service without `POST /queries`), in turns. The times are those of the
 * browser's list of requests: from the start of the first statistic to the end of the last one.
 */
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { createTestService, startTestServer } from 'corollary/testing'
import pg from 'pg'
import { type Browser, chromium } from 'playwright-core'
import app from '../examples/sales/app.js'
import { prepareDatabase } from '../examples/sales/database/seed.js'
import { launchOptions, openSession } from '../test/support/browser.js'
import { findChromium } from '../test/support/chromium.js'
import { median } from './measure.js'
import { print, showProgress } from './progress.js'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '12' },
  },
})

interface Reading {
  readonly requests: number
  readonly milliseconds: number
}

const isRead = /\/(queries|stats\/[a-z-]+)$/

const measure = async (
  browser: Browser,
  origin: string,
  { isTogether, from }: { isTogether: boolean; from: string },
): Promise<Reading> => {
  const { context, page } = await openSession(browser, origin)
  if (!isTogether) {
    await page.route('**/schemas/service', async (route) => {
      const response = await route.fetch()
      const { limits, ...description } = await response.json()
      await route.fulfill({ response, json: { ...description, limits: { ...limits, queries: 1 } } })
    })
  }
  const filter = JSON.stringify({ orderedOnBetween: [from, null] })
  const query = new URLSearchParams({ filter })
  await page.goto(`/workbench/resources/sales.orders/dashboard?${query}`)
  await page.locator('.chart button').first().waitFor()
  await page.waitForLoadState('networkidle')
  const entries = (await page.evaluate(
    `performance.getEntriesByType('resource').map(({ name, startTime, responseEnd }) => ({ name, startTime, responseEnd }))`,
  )) as { name: string; startTime: number; responseEnd: number }[]
  await context.close()
  const reads = entries.filter(({ name }) => isRead.test(name))
  const start = Math.min(...reads.map(({ startTime }) => startTime))
  const end = Math.max(...reads.map(({ responseEnd }) => responseEnd))
  return { requests: reads.length, milliseconds: end - start }
}

const found = await findChromium()
if ('missing' in found) throw new Error(found.missing)
const server = await startTestServer()
const client = new pg.Client(server.connection)
try {
  await client.connect()
  await prepareDatabase({
    client,
    args: ['--orders', values.orders],
    report: ({ label, done, total }) => showProgress(`${label} ${done}/${total}`),
  })
  const service = await createTestService({
    resources: app.resources,
    connection: server.connection,
    settings: { 'platform.cache.max-bytes': 0 },
  })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await chromium.launch(launchOptions(found))
  try {
    const { port } = service.app.server.address() as AddressInfo
    const ways = { 'one request': true, 'single requests': false }
    const readings = new Map(Object.keys(ways).map((name) => [name, [] as Reading[]]))
    const rounds = Number(values.rounds)
    for (let n = 0; n < rounds; n++) {
      showProgress(`round ${n + 1}`)
      for (const [name, isTogether] of Object.entries(ways)) {
        const from = new Date(Date.UTC(2019, 0, 1 + n)).toISOString().slice(0, 10)
        const reading = await measure(browser, `http://127.0.0.1:${port}`, { isTogether, from })
        if (n > 1) readings.get(name)!.push(reading)
      }
    }
    print(`| dashboard of ${values.orders} orders | requests | ms |`)
    print('| --- | --: | --: |')
    for (const [name, all] of readings) {
      const usual = median(all.map(({ milliseconds }) => milliseconds))
      print(`| ${name} | ${all[0]!.requests} | ${usual.toFixed(0)} |`)
    }
  } finally {
    await browser.close()
    await service.close()
  }
} finally {
  await client.end()
  await server.close()
}
