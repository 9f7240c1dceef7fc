/**
 * Restores what a test has replaced when it ends, in every project: test files share the globals
 * and variables of their worker. Its hook runs after those of the test file.
 */
import { afterEach, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
