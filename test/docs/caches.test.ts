/** The page of caches names the files that remember something, and no others. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder, readSource, sourceFiles } from '../architecture/sources.js'

const cache = /\b(?:memoize|memoizeTexts|preparingFirst)\(|\bnew (?:WeakMap|LRUCache)\b/

/** The mechanism itself. */
const mechanism = 'foundation/functions/memoize.ts'

const page = readSource('docs/maintain/caches.md')
const named = new Set([...page.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file]) => file!))
/** Files of `src` are named without it. */
const pathOf = (file: string): string => (file.startsWith('packages/') ? file : `src/${file}`)
const sources = [
  ...sourceFiles('src'),
  ...sourceFiles('packages')
    .filter((file) => file.includes('/src/'))
    .map((file) => `packages/${file}`),
]
const caching = sources.filter(
  (file) => !/\.test\.tsx?$/.test(file) && cache.test(readSource(pathOf(file))),
)

test('every file with a cache has a line in docs/maintain/caches.md', () => {
  expect(caching.length).toBeGreaterThan(20)
  expect(caching.filter((file) => file !== mechanism && !named.has(file))).toEqual([])
})

test('docs/maintain/caches.md names only files that exist', () => {
  const missing = [...named].filter((file) => !existsSync(join(projectFolder, pathOf(file))))
  expect(missing).toEqual([])
})
