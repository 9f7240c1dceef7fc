/** The package as JavaScript, for tests that start processes. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { writeRunnable } from '../../tools/runnable.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with what the tests run, at the same paths as in the project, `.js` for `.ts`. */
    readonly builtPackage: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const target = await mkdtemp(join(tmpdir(), 'corollary-built-'))
  // Some processes run as another user.
  await chmod(target, 0o755)
  await writeRunnable(target, {
    folders: ['examples', 'test/server/apps', 'packages/embedded-postgres/test'],
    packages: ['embedded-postgres'],
  })
  project.provide('builtPackage', target)
  return () => rm(target, { recursive: true })
}
