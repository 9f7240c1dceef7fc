/**
 * A Chromium and pages that record what no page may do: console errors, violations of the content
 * security policy, uncaught exceptions, and requests outside of their origin.
 *
 * The driver is playwright-core: it has no dependencies and finds elements by role and name.
 */
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  LaunchOptions,
  Locator,
  Page,
} from 'playwright-core'
import type { Chromium } from './chromium.js'
import { slowPages } from './slow-pages.js'

const launchMs = 30_000
/** Milliseconds for an element to appear, or for an action on it. */
export const waitMs = 10_000

export const launchOptions = ({ executable, environment }: Chromium): LaunchOptions => ({
  executablePath: executable,
  headless: true,
  timeout: launchMs,
  env: { ...(process.env as Record<string, string>), ...environment },
  // Containers seldom allow the sandbox; pages come from this process only.
  chromiumSandbox: false,
  args: [
    // No name but those of this machine is resolved, whatever a page contains.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    '--disable-gpu',
    '--force-color-profile=srgb',
  ],
})

export interface Look {
  readonly theme?: 'light' | 'dark'
  /** Size in pixels. */
  readonly width?: number
  readonly height?: number
  /** Language of the browser, which decides about formats and the first choice of texts. */
  readonly locale?: string
  readonly zone?: string
}

export const phone = { width: 390, height: 844 } satisfies Look

const contextOptions = ({
  theme = 'light',
  width = 1280,
  height = 800,
  locale = 'en-US',
  zone = 'UTC',
}: Look): BrowserContextOptions => ({
  ...{ colorScheme: theme, viewport: { width, height }, locale, timezoneId: zone },
  ...{ reducedMotion: 'reduce', serviceWorkers: 'block' },
})

/** Reports violations that Chromium does not print, such as those of styles. */
const reportViolations = `addEventListener('securitypolicyviolation', (event) =>
  console.error('CSP violation:', event.effectiveDirective, event.blockedURI, event.sample))`

export interface Watch {
  /** What the page said and did, for the report of a failed test. */
  readonly log: string[]
  /** Events that no page may cause. */
  readonly problems: string[]
  /** Problems that match are not recorded from here on. */
  allow(pattern: RegExp): void
}

const watchPage = (page: Page, origin: string, watch: Watch & { allowed: RegExp[] }): void => {
  const problem = (text: string): void => {
    watch.log.push(`problem: ${text}`)
    if (!watch.allowed.some((pattern) => pattern.test(text))) watch.problems.push(text)
  }
  page.on('console', (message) => {
    const text = `${message.type()}: ${message.text()} (${message.location().url})`
    watch.log.push(text)
    if (message.type() === 'error') problem(text)
  })
  page.on('pageerror', (error) => problem(`uncaught: ${error.stack ?? error.message}`))
  page.on('crash', () => problem('the page crashed'))
  page.on('request', (request) => {
    const { protocol, origin: target } = new URL(request.url())
    if (target !== origin && !['data:', 'blob:', 'about:'].includes(protocol)) {
      problem(`request outside of the origin: ${request.method()} ${request.url()}`)
    }
  })
  page.on('response', (response) => {
    watch.log.push(`${response.status()} ${response.request().method()} ${response.url()}`)
  })
  page.on('requestfailed', (request) => {
    watch.log.push(`failed: ${request.method()} ${request.url()} ${request.failure()?.errorText}`)
  })
}

export interface Session extends Watch {
  readonly context: BrowserContext
  readonly page: Page
}

/** A browser profile of its own with one page; pages that it opens are watched too. */
export const openSession = async (
  browser: Browser,
  origin: string,
  look: Look = {},
): Promise<Session> => {
  const context = await browser.newContext({ ...contextOptions(look), baseURL: origin })
  context.setDefaultTimeout(waitMs)
  const allowed: RegExp[] = []
  const watch = {
    ...{ log: [], problems: [], allowed },
    allow: (pattern: RegExp) => {
      allowed.push(pattern)
    },
  }
  await context.addInitScript(reportViolations)
  await slowPages(context)
  context.on('page', (page) => watchPage(page, origin, watch))
  return { context, page: await context.newPage(), ...watch }
}

export const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === element.ownerDocument.activeElement)
