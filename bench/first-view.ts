/**
 * `npm run bench:first-view`: how soon a page of the workbench shows rows, and what that transfers.
 * Each run has a new browser profile, so nothing is cached; in the first one the service and the
 * browser have just started.
 */
import { readdir, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createTestService, startTestServer } from 'corollary/testing'
import { type Browser, chromium } from 'playwright-core'
import people from '../examples/people/app.js'
import { launchOptions, openSession } from '../test/support/browser.js'
import { findChromium } from '../test/support/chromium.js'
import { bundleWorkbench } from '../tools/bundle-workbench.js'

const bundleFolder = 'dist/workbench'
const runs = 9
const pages: Readonly<Record<string, { path: string; shown: string }>> = {
  home: { path: '', shown: 'main a' },
  table: { path: '/resources/human-resources.employees', shown: 'main tbody tr td' },
}

interface View {
  /** Milliseconds since the navigation started. */
  readonly firstPaint: number
  readonly shown: number
  readonly requests: number
  /** Bytes on the wire, with headers. */
  readonly bytes: number
}

/** The page notes when it contains the element; a look from outside would come later. */
const noteWhenShown = (selector: string): string => `new MutationObserver((_, observer) => {
  if (!document.querySelector(${JSON.stringify(selector)})) return
  observer.disconnect()
  requestAnimationFrame(() => setTimeout(() => { globalThis.shownAt = performance.now() }))
}).observe(document, { childList: true, subtree: true })`

const measure = async (
  browser: Browser,
  origin: string,
  { path, shown }: { path: string; shown: string },
): Promise<View> => {
  const { context, page, problems } = await openSession(browser, origin)
  let bytes = 0
  let requests = 0
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    requests += 1
    bytes += encodedDataLength
  })
  await page.addInitScript(noteWhenShown(shown))
  await page.goto(`/workbench${path}`)
  await page.locator(shown).first().waitFor()
  await page.waitForLoadState('networkidle')
  const times = (await page.evaluate(`({
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    shown: globalThis.shownAt,
  })`)) as Pick<View, 'firstPaint' | 'shown'>
  await context.close()
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return { ...times, requests, bytes }
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Bytes of all files with this suffix, which the page never loads at once. */
const bundleSize = async (suffix: string): Promise<number> => {
  const names = (await readdir(bundleFolder)).filter((name) => name.endsWith(suffix))
  const sizes = await Promise.all(names.map((name) => stat(join(bundleFolder, name))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

await bundleWorkbench(bundleFolder)
const found = await findChromium()
if ('missing' in found) throw new Error(found.missing)
console.log(
  `All files of the workbench: ${kilobytes(await bundleSize('.gz'))} gzip, ${kilobytes(await bundleSize('.br'))} brotli.`,
)
const server = await startTestServer()
try {
  for (const [name, view] of Object.entries(pages)) {
    const service = await createTestService({
      ...people,
      prepare: (context) => people.prepare!({ ...context, args: ['--edge-cases'] }),
      connection: server.connection,
    })
    await service.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = service.app.server.address() as AddressInfo
    const browser = await chromium.launch(launchOptions(found))
    const views: View[] = []
    for (let run = 0; run < runs; run += 1) {
      views.push(await measure(browser, `http://127.0.0.1:${port}`, view))
    }
    await browser.close()
    await service.close()
    const [cold] = views as [View]
    const usual = (part: keyof View): string => median(views.map((each) => each[part])).toFixed(0)
    console.log(
      `${name}: ${cold.requests} requests, ${kilobytes(cold.bytes)}. First start: painted after ` +
        `${cold.firstPaint.toFixed(0)} ms, rows after ${cold.shown.toFixed(0)} ms; median of ` +
        `${runs}: ${usual('firstPaint')} and ${usual('shown')} ms.`,
    )
  }
} finally {
  await server.close()
}
