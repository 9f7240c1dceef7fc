/** The cluster of an embedded PostgreSQL that tests copy: `initdb` takes a second. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#packages/embedded-postgres'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder whose server was closed. */
    readonly clusterTemplate: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'corollary-cluster-template-'))
  // The server of a test may run as another user.
  await chmod(folder, 0o711)
  const dataFolder = join(folder, 'data')
  const server = await startEmbeddedPostgres({ dataFolder, disposable: true })
  await server.close()
  project.provide('clusterTemplate', dataFolder)
  return () => rm(folder, { recursive: true })
}
