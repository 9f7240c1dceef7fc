/**
 * `npm run screenshots -- <folder> <view>`: pictures of the workbench over the people and
 * sales samples, light, dark and as a phone shows it. Without a folder they are in a new one in the
 * temporary folder; without a view they show every view of `test/browser/views.ts`. The README
 * shows `orders-light`, `sales-board-dark` and `order-light`.
 */
import { mkdir, mkdtemp } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestService, startTestServer, type TestServiceOptions } from 'corollary/testing'
import { chromium } from 'playwright-core'
import people from '../examples/people/app.js'
import sales from '../examples/sales/app.js'
import { settle, type View, views } from '../test/browser/views.js'
import { type Look, launchOptions, openSession, phone } from '../test/support/browser.js'
import { findChromium } from '../test/support/chromium.js'
import { bundleWorkbench } from './bundle-workbench.js'

const looks: Readonly<Record<string, Look>> = {
  light: { theme: 'light' },
  dark: { theme: 'dark' },
  phone: { theme: 'light', ...phone },
}

const [, , chosen, only] = process.argv
const folder = chosen ?? (await mkdtemp(join(tmpdir(), 'corollary-screenshots-')))
await mkdir(folder, { recursive: true })
await bundleWorkbench('dist/workbench')
const found = await findChromium()
if ('missing' in found) throw new Error(found.missing)

const browser = await chromium.launch(launchOptions(found))

const photograph = async (
  origin: string,
  { name, path, prepare }: View,
  [look, options]: [string, Look],
): Promise<void> => {
  const { page, context, problems } = await openSession(browser, origin, options)
  const file = join(folder, `${name}-${look}.png`)
  try {
    await page.goto(`/workbench${path}`)
    await settle(page)
    await prepare?.(page)
    await page.waitForLoadState('networkidle')
  } catch (error) {
    problems.push((error as Error).message)
  }
  await page.screenshot({ path: file, caret: 'initial' })
  await context.close()
  console.log([file, ...problems].join('\n  '))
}

/** Starts the sample on a database of its own, and photographs what was chosen of its views. */
const photographSample = async (
  sample: Omit<TestServiceOptions, 'connection'>,
  all: readonly View[],
): Promise<void> => {
  const chosenViews = all.filter(({ name }) => !only || name === only)
  if (chosenViews.length === 0) return
  const server = await startTestServer()
  const service = await createTestService({ ...sample, connection: server.connection })
  try {
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = service.app.server.address() as AddressInfo
    for (const view of chosenViews) {
      for (const look of Object.entries(looks)) {
        await photograph(`http://127.0.0.1:${port}`, view, look)
      }
    }
  } finally {
    await service.close()
    await server.close()
  }
}

try {
  await photographSample(people, views.people)
  await photographSample(
    { ...sales, settings: { 'platform.workbench.extensions': 'examples/sales/workbench' } },
    views.sales,
  )
} finally {
  await browser.close()
}
