/** What users install: the files of the package that `npm pack` would write. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Folders and files that users need; `src` is what the source maps of `dist` show. */
const expected = [
  /^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
  /^dist\//,
  /^(src|packages\/[\w-]+\/src)\/[\w/-]+\.(ts|tsx|sql|json)$/,
  /^docs\/[\w/-]+\.(md|webp)$/,
  /^templates\//,
  /^languages\/\w+\.po$/,
]
const unwanted = /\.(test|bench)\.|(^|\/)(test|node_modules|\.git)\/|\.(env|log|tgz|pem|key)$/

test('the package contains what users need, and nothing else', () => {
  const output = execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
    ...{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  })
  const [packed] = Object.values(JSON.parse(output)) as { readonly files: { path: string }[] }[]
  const paths = packed!.files.map(({ path }) => path)
  const isExpected = (path: string) => expected.some((pattern) => pattern.test(path))
  expect(paths.filter((path) => !isExpected(path))).toEqual([])
  // A new project has tests of its own.
  const ofProject = paths.filter((path) => !path.startsWith('templates/'))
  expect(ofProject.filter((path) => unwanted.test(path))).toEqual([])
  for (const pattern of expected) expect(paths.some((path) => pattern.test(path))).toBe(true)
})
