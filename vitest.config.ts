import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const source = (file: string): string => fileURLToPath(new URL(`src/${file}`, import.meta.url))

// The package's own name, in examples and tests, means its sources.
const resolve = {
  alias: [
    { find: /^corollary\/client$/, replacement: source('client.ts') },
    { find: /^corollary\/testing$/, replacement: source('testing.ts') },
    { find: /^corollary$/, replacement: source('index.ts') },
  ],
}

const pure = [
  'src/**/*.test.ts',
  'test/architecture/**/*.test.ts',
  'test/discovery/compare-*.test.ts',
  'test/docs/documents.test.ts',
]
const types = ['test/types/**/*.test.ts']
/** Tests that start or kill processes, watch the clock, or change what a process shares. */
const process_ = [
  'test/embedded/**/*.test.ts',
  'test/faults/**/*.test.ts',
  'test/samples/**/*.test.ts',
  'test/server/**/*.test.ts',
  'test/docs/first-contract.test.ts',
]
const nightly = ['test/soak/**/*.test.ts']

type TestOptions = NonNullable<TestProjectInlineConfiguration['test']>

const project = (name: string, test: TestOptions): TestProjectInlineConfiguration => ({
  resolve,
  test: { name, testTimeout: 180_000, hookTimeout: 180_000, ...test },
})

/** Files that share a worker's modules: they load once for each worker instead of once for each file. */
const shared = { isolate: false, maxWorkers: 2 } satisfies TestOptions

const isNight = process.env['TEST_NIGHTLY'] !== undefined

export default defineConfig({
  resolve,
  test: {
    // One PostgreSQL for the whole run, whatever the projects.
    globalSetup: ['test/support/global-setup.ts'],
    projects: [
      project('pure', { ...shared, include: pure, sequence: { groupOrder: 0 } }),
      project('types', { ...shared, include: types, sequence: { groupOrder: 0 } }),
      project('service', {
        ...shared,
        include: ['test/**/*.test.ts'],
        exclude: [...pure, ...types, ...process_, ...nightly],
        sequence: { groupOrder: 1 },
      }),
      project('process', {
        include: process_,
        globalSetup: ['test/support/built-package.ts'],
        maxWorkers: 1,
        sequence: { groupOrder: 2 },
      }),
      ...(isNight
        ? [project('nightly', { include: nightly, maxWorkers: 1, sequence: { groupOrder: 3 } })]
        : []),
    ],
  },
})
