import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const source = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

// The package's own name, in examples and tests, means its sources.
const resolve = {
  alias: [
    { find: /^corollary\/client$/, replacement: source('src/client.ts') },
    { find: /^corollary\/testing$/, replacement: source('src/testing.ts') },
    { find: /^corollary$/, replacement: source('src/index.ts') },
    { find: /^#packages\/(.*)$/, replacement: source('packages/$1/src/index.ts') },
  ],
}

const pure = [
  'src/**/*.test.ts',
  'packages/{*,adapters/*}/src/**/*.test.ts',
  'packages/openapi-diff/test/*.test.ts',
  'test/architecture/**/*.test.ts',
  'test/deploy/**/*.test.ts',
  'test/docs/documents.test.ts',
  // In a process that serves no requests: those would use up the names of prepared statements.
  'test/query/cursor-statement.test.ts',
  'test/workbench/**/*.test.ts',
  'workbench/**/*.test.ts',
]
/** Tests that compile programs: in one project, so that they share what the compiler has parsed. */
const types = [
  'test/types/**/*.test.ts',
  'test/introspection/{databases,many-tables,random-schemas}.test.ts',
  'packages/adapters/shared/test/generated-admins.test.ts',
]
/**
 * Faults, several nodes, and limits of time. They wait for most of their time, and a change of one
 * room seldom breaks them.
 */
const longProcess = [
  'packages/embedded-postgres/test/*.test.ts',
  'test/changes/stream-{faults,order}.test.ts',
  'test/faults/**/*.test.ts',
  'test/http/files/large-files.test.ts',
  'test/http/page/cursor-nodes.test.ts',
  'test/http/protocol/slow-clients.test.ts',
  'test/observability/aborted-requests.test.ts',
  'test/operations/transaction/transaction-limit.test.ts',
  'test/scaling/**/*.test.ts',
  'test/security/smuggling.test.ts',
  'test/server/{embedded,environment-file,stopping,workers}.test.ts',
  'test/versions/{dataset-start,folding}.test.ts',
]
/** Other tests that start or kill processes. */
const process_ = [
  'test/citus/commands.test.ts',
  'test/samples/**/*.test.ts',
  'test/server/**/*.test.ts',
  'test/docs/first-contract.test.ts',
]
/** Pages that few changes concern, and long journeys, in a Chromium. */
const longBrowser = [
  'test/browser/{accessibility,board,callers,combined-filters,customization,docs}.test.ts',
  'test/browser/{edit-cells,failed-requests,hostile-data,import,inbox,layout,live}.test.ts',
  'test/browser/{paste-cells,queries,risks}.test.ts',
  'test/browser/{saved-views,sign-in,tokens,trash,watched-pages}.test.ts',
]
/** Other tests of pages. */
const browser = ['test/browser/**/*.test.ts']
const nightly = ['test/soak/**/*.test.ts']
/** Sample admins in a Chromium: their packages must be installed, see `npm run test:admins`. */
const admins = ['test/admins/**/*.test.ts', 'packages/adapters/shared/test/admins/*.test.ts']

const isNightly = process.env['TEST_NIGHTLY'] !== undefined

/**
 * `TEST_SHUFFLE` runs files in random order: a seed, which a failed run prints, or an empty text
 * for a new one. Files that share modules must not depend on each other.
 */
const shuffleSeed = process.env['TEST_SHUFFLE']
const order = {
  shuffle: { files: shuffleSeed !== undefined, tests: false },
  seed: Number(shuffleSeed || Date.now()),
}

/** Milliseconds. The slowest test takes a tenth of it on an idle machine with two cores. */
const testTimeout = isNightly ? 1_200_000 : 90_000

/**
 * Milliseconds that `expect.poll` waits. By default it is a second, which is too short on a machine
 * under load.
 */
const pollTimeout = 30_000

const processSetup = ['test/support/built-package.ts', 'test/support/cluster-template.ts']
const browserSetup = ['test/support/start-browser.ts']

type TestOptions = NonNullable<TestProjectInlineConfiguration['test']>

/**
 * Files of a worker share its modules: they load once for each worker instead of once for each
 * file. A machine with two processors has work for three workers: tests also wait, for the
 * database, for processes and for time limits.
 */
const shared = {
  ...{ isolate: false, maxWorkers: 3 },
  // Tests make much that is soon garbage, such as parsed documents: with four times the space for
  // new objects, a worker collects less often and takes a tenth less processor time.
  execArgv: ['--max-semi-space-size=64'],
} satisfies TestOptions

/** The projects in the order in which they run if files are shuffled. */
const names = [
  ...['pure', 'types', 'service', 'process', 'browser'],
  ...['long-process', 'long-browser'],
]

/**
 * The projects run in the order of their names, without a pause between two of them: they have the
 * same number of workers, and so they are one group. Shuffled files of one group would change the
 * project of a worker all the time, which loads all modules again: then each is a group.
 */
const project = (name: string, test: TestOptions): TestProjectInlineConfiguration => ({
  resolve,
  test: {
    ...{ name, testTimeout, hookTimeout: testTimeout },
    setupFiles: ['test/support/restore-globals.ts'],
    expect: { poll: { timeout: pollTimeout } },
    sequence: { ...order, groupOrder: order.shuffle.files ? names.indexOf(name) : 0 },
    ...shared,
    ...test,
  },
})

export default defineConfig({
  resolve,
  test: {
    // Each project would transform the same sources again; files are found by their content.
    experimental: { fsModuleCache: true },
    // One PostgreSQL for the whole run, whatever the projects.
    globalSetup: ['test/support/global-setup.ts'],
    sequence: order,
    projects: [
      project('pure', { include: pure }),
      project('types', { include: types }),
      project('service', {
        include: ['test/**/*.test.ts', 'packages/{conformance,adapters/*}/test/**/*.test.{ts,tsx}'],
        exclude: [
          ...pure,
          ...types,
          ...process_,
          ...browser,
          ...longProcess,
          ...nightly,
          ...admins,
        ],
      }),
      project('process', { include: process_, exclude: longProcess, globalSetup: processSetup }),
      project('browser', { include: browser, exclude: longBrowser, globalSetup: browserSetup }),
      project('long-process', { include: longProcess, globalSetup: processSetup }),
      project('long-browser', { include: longBrowser, globalSetup: browserSetup }),
      ...(process.env['TEST_ADMINS'] === undefined
        ? []
        : [project('admins', { include: admins, maxWorkers: 1, globalSetup: browserSetup })]),
      // Alone, after the others.
      ...(isNightly
        ? [
            project('nightly', {
              include: nightly,
              isolate: true,
              maxWorkers: 1,
              sequence: { ...order, groupOrder: names.length },
            }),
          ]
        : []),
    ],
  },
})
