#!/usr/bin/env node
/** The command line. The compile cache lacks what this file imports itself: next to nothing. */
import nodeModule from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** From Node 22.8 on. */
const { enableCompileCache } = nodeModule as {
  readonly enableCompileCache?: (folder: string) => unknown
}

// Beside installed packages: who may write there may change the code anyway. Where nothing can be
// written, Node goes on without.
const packages = fileURLToPath(new URL('../..', import.meta.url))
if (basename(packages) === 'node_modules') enableCompileCache?.(join(packages, '.cache/corollary'))

await import('./server/commands/main.js')
