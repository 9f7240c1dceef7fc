/**
 * `npm run screenshots -- <folder> <view>`: pictures of the workbench over the people sample,
 * light, dark and as a phone shows it. Without a folder they are in a new one in the temporary
 * folder; without a view they show every view of `test/browser/views.ts`. The README shows
 * `filter-light`, `dashboard-dark` and `beside-light`.
 */
import { mkdir, mkdtemp } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestService, startTestServer } from 'corollary/testing'
import { chromium } from 'playwright-core'
import people from '../examples/people/app.js'
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

const server = await startTestServer()
const service = await createTestService({ ...people, connection: server.connection })
await service.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = service.app.server.address() as AddressInfo
const origin = `http://127.0.0.1:${port}`
const browser = await chromium.launch(launchOptions(found))

const photograph = async (
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

try {
  for (const view of views.people.filter(({ name }) => !only || name === only)) {
    for (const look of Object.entries(looks)) await photograph(view, look)
  }
} finally {
  await browser.close()
  await service.close()
  await server.close()
}
