/** The files of the workbench, as the package contains them. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { bundleWorkbench } from '../../tools/bundle-workbench.js'

const folder = 'dist/workbench'
// Budgets count what a client of gzip receives, at level 9. Brotli takes 11 % less.
/** Budget of the files that the browser loads for the first view. */
const maxKilobytes = 95
/**
 * Budget of all files, with those that are loaded when a page or an editor is opened. Editing in
 * cells alone has 13 kB, and nobody loads all of them.
 */
const maxTotalKilobytes = 183
/** Budget of a language other than English, which is loaded when it is chosen. */
const maxLanguageKilobytes = 6

const made: string[] = []
afterAll(() => Promise.all(made.map((each) => rm(each, { recursive: true }))))

test(`the first view of the workbench is smaller than ${maxKilobytes} kB, compressed with gzip`, async () => {
  const { script, styles, preloads, icon } = JSON.parse(
    await readFile(join(folder, 'manifest.json'), 'utf8'),
  )
  const first = [script, ...styles, ...preloads, icon].map((name) => `${name}.gz`)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.gz'))
  const sizes = await Promise.all(
    names.map(async (name) => [name, (await stat(join(folder, name))).size] as const),
  )
  expect(names.length).toBeGreaterThanOrEqual(3)
  const isLanguage = (name: string) => /^[a-z]{2}-/.test(name)
  const page = sizes.filter(([name]) => !isLanguage(name))
  const sumOf = (files: typeof sizes) => files.reduce((total, [, size]) => total + size, 0)
  const listed = JSON.stringify(Object.fromEntries(sizes))
  const atFirst = page.filter(([name]) => first.includes(name))
  expect(atFirst).toHaveLength(first.length)
  expect(sumOf(atFirst), listed).toBeLessThan(maxKilobytes * 1_000)
  expect(sumOf(page), listed).toBeLessThan(maxTotalKilobytes * 1_000)
  for (const [name, size] of sizes.filter(([name]) => isLanguage(name))) {
    expect(size, name).toBeLessThan(maxLanguageKilobytes * 1_000)
  }
})

test('the package contains the built workbench and not its sources', async () => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts']
  const { stdout } = await promisify(execFile)('npm', args, { maxBuffer: 16_777_216 })
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }]
  const packed = files.map(({ path }) => path).filter((path) => /workbench\//.test(path))
  const built = await readdir(folder)
  expect(packed.toSorted()).toEqual(built.map((name) => `${folder}/${name}`).toSorted())
})

test('a bundle replaces the one before, and leaves the same one as it is', async () => {
  const target = await mkdtemp(join(tmpdir(), 'corollary-bundle-'))
  made.push(target)
  await writeFile(join(target, 'main-OLD.js.gz'), 'old')
  // The bundle of development, which is not made as small as possible: that takes six seconds.
  await bundleWorkbench(target, { sourcemap: true })
  const { script: name, digests } = JSON.parse(
    await readFile(join(target, 'manifest.json'), 'utf8'),
  )
  const files = Object.keys(digests).flatMap((file) => [file, `${file}.br`, `${file}.gz`])
  const expected = [...files, 'manifest.json', 'licenses.txt']
  expect((await readdir(target)).toSorted()).toEqual(expected.toSorted())
  const script = join(target, name)
  const { mtimeMs } = await stat(script)
  await bundleWorkbench(target, { sourcemap: true })
  expect((await stat(script)).mtimeMs).toBe(mtimeMs)
})
