/**
 * Pages of a busy machine: whatever a page waits for comes later, such as answers, code, timers,
 * frames and sizes; what it does at once stays so. A test that reads before the page is ready, or
 * a page that acts on what was true some frames ago, fails always instead of seldom.
 *
 * `TEST_SLOW_PAGES` has the delay in milliseconds; without it, nothing is delayed.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'

/** Runs in the page. */
const slowDown = `(lateMs) => {
  const later = setTimeout, nextFrame = requestAnimationFrame, send = fetch
  const delayed = (call) => (...values) => void later(() => call(...values), lateMs)
  globalThis.setTimeout = (call, ms = 0, ...values) => later(call, ms + lateMs, ...values)
  globalThis.requestAnimationFrame = (draw) => later(() => nextFrame(draw), lateMs)
  globalThis.cancelAnimationFrame = clearTimeout
  globalThis.fetch = async (target, init) => {
    const answer = await send(target, init)
    await new Promise((resolve) => later(resolve, lateMs))
    init?.signal?.throwIfAborted()
    return answer
  }
  for (const name of ['ResizeObserver', 'IntersectionObserver']) {
    globalThis[name] = class extends globalThis[name] {
      constructor(report, options) {
        super(delayed(report), options)
      }
    }
  }
  const sentAgain = new WeakSet()
  addEventListener('toggle', (event) => {
    if (sentAgain.has(event)) return
    event.stopImmediatePropagation()
    const { target, oldState, newState } = event
    later(() => {
      const again = new ToggleEvent('toggle', { oldState, newState })
      sentAgain.add(again)
      target.dispatchEvent(again)
    }, lateMs)
  }, true)
}`

export const slowPages = async (context: BrowserContext): Promise<void> => {
  const lateMs = Number(process.env['TEST_SLOW_PAGES'] ?? 0)
  if (lateMs === 0) return
  await context.addInitScript(`(${slowDown})(${lateMs})`)
  await context.route(/\.js$/, async (route) => {
    await wait(lateMs)
    await route.fallback()
  })
}
