#!/usr/bin/env node
/** The command line: `corollary-refine generate <url>` writes an admin of a service. */
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type GeneratedFile, runGenerator } from '../../shared/src/generate/command.js'
import { adminFiles } from './generate/admin-files.js'

/** The components of the pages, which are the same for every service. */
const templateFiles = async (): Promise<readonly GeneratedFile[]> => {
  const folder = fileURLToPath(new URL('../templates', import.meta.url))
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const file = join(entry.parentPath, entry.name)
        return { path: relative(folder, file), text: await readFile(file, 'utf8'), omitted: [] }
      }),
  )
}

await runGenerator({
  ...{ name: 'corollary-refine', product: 'a Refine application', folder: 'src' },
  filesOf: async (service) => [...adminFiles(service), ...(await templateFiles())],
})
