/** One Chromium for all files of the project `browser`; each test has its own profile in it. */
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { launchOptions } from './browser.js'
import { findChromium } from './chromium.js'

declare module 'vitest' {
  interface ProvidedContext {
    readonly browser: { readonly address: string } | { readonly missing: string }
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | void> {
  const found = await findChromium()
  if ('missing' in found) {
    console.warn(`Browser tests are skipped: ${found.missing}`)
    return project.provide('browser', found)
  }
  const server = await chromium.launchServer(launchOptions(found))
  project.provide('browser', { address: server.wsEndpoint() })
  return () => server.close()
}
