import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (file: string): string => fileURLToPath(new URL(`src/${file}`, import.meta.url))

export default defineConfig({
  resolve: {
    // The package's own name, in examples and tests, means its sources.
    alias: [
      { find: /^corollary\/client$/, replacement: source('client.ts') },
      { find: /^corollary\/testing$/, replacement: source('testing.ts') },
      { find: /^corollary$/, replacement: source('index.ts') },
    ],
  },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
