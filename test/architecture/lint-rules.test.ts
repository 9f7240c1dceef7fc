/** The rules of `tools/lint-rules`, which `npm run lint` applies as plugins of Biome. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

interface Report {
  readonly diagnostics: readonly { readonly location: { readonly start: { line: number } } }[]
}

/** The lines that a rule refuses. */
const refusedBy = async (rule: string, lines: readonly string[]): Promise<readonly string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'corollary-lint-'))
  try {
    const plugins = [resolve(`tools/lint-rules/${rule}.grit`)]
    const rules = { preset: 'none' }
    await writeFile(join(folder, 'biome.json'), JSON.stringify({ plugins, linter: { rules } }))
    await writeFile(join(folder, 'lines.ts'), lines.join('\n'))
    const program = resolve('node_modules/@biomejs/biome/bin/biome')
    const words = ['lint', '--reporter=json', '--max-diagnostics=none']
    const ended = promisify(execFile)(process.execPath, [program, ...words], { cwd: folder })
    // Biome fails if it refuses a line.
    const { stdout } = await ended.catch((error: { stdout: string }) => error)
    const { diagnostics }: Report = JSON.parse(stdout)
    return diagnostics.map(({ location }) => lines[location.start.line - 1]!)
  } finally {
    await rm(folder, { recursive: true })
  }
}

test.for<[rule: string, refused: readonly string[], accepted: readonly string[]]>([
  [
    'shared-state',
    [
      "vi.mock('./zone.js')",
      "vi.mock('./zone.js', () => ({ zone: 'UTC' }))",
      "vi.doMock('./zone.js', () => ({ zone: 'UTC' }))",
      'vi.hoisted(() => 1)',
      "process.env['SECRET'] = 'a'",
      "process.env.SECRET = 'a'",
      "delete process.env['SECRET']",
      'delete process.env.SECRET',
      'globalThis.fetch = replaced',
      'Intl.DateTimeFormat = replaced',
      'Date.now = () => 0',
      'Math.random = () => 0',
      'console.log = () => undefined',
    ],
    [
      "vi.stubEnv('SECRET', 'a')",
      "vi.stubGlobal('fetch', replaced)",
      "vi.spyOn(console, 'log')",
      "const secret = process.env['SECRET']",
      "if (process.env['SECRET'] === 'a') report()",
    ],
  ],
  [
    'default-locale',
    [
      'text.toLocaleLowerCase()',
      'text.toLocaleUpperCase()',
      'count.toLocaleString()',
      'date.toLocaleDateString()',
      'date.toLocaleTimeString()',
      'a.localeCompare(b)',
      'new Intl.NumberFormat()',
    ],
    [
      "text.toLocaleLowerCase('en')",
      'count.toLocaleString(language)',
      "a.localeCompare(b, 'en')",
      "new Intl.NumberFormat('en', { style: 'percent' })",
    ],
  ],
])('%s refuses what it names, and nothing else', async ([rule, refused, accepted]) => {
  expect(await refusedBy(rule, [...refused, ...accepted])).toEqual(refused)
})
