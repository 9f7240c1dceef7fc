/** A package that exports contracts: its declaration files need only the public names. */
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectFolder } from '../architecture/sources.js'
import { type Files, messagesOf } from './compiler.js'
import { runCompiler } from './compiler-command.js'

/** An action and a resource that the samples do not have. */
const actions = `
import { defineEntity, defineSchema, EQUAL, integer, json, money, text } from 'corollary'
export const notes = defineEntity('notes', {
  id: integer({ primaryKey: true }), body: text(), extra: json(),
  price: money({ precision: 6, scale: 2, currency: 'EUR' }),
})
export const desk = defineSchema({ notes })
export const close = desk.action('notes', { title: 'Close', request: { why: text() } }, () => undefined)
export const sweep = desk.collectionAction({ title: 'Sweep', response: { n: integer() } }, () => ({ n: 1 }))
export const notesApi = desk.resource('notes', {
  key: 'desk.notes', response: { id: '.', body: '.' }, filter: { body: EQUAL() }, defaultSort: ['id'],
  actions: { close, sweep },
})`

/** Uses `pg` through the declarations of the package only. */
const wrongPrepare = `
import { defineApplication } from 'corollary'
export default defineApplication({
  title: 'x', resources: [], prepare: async ({ client }) => client.thisDoesNotExist(1),
})`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corollary-consumer-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The TypeScript files below a folder of the project, as files below another folder. */
const copyOf = async (name: string, target: string): Promise<Files> => {
  const source = join(projectFolder, name)
  const entries = await readdir(source, { recursive: true })
  // Sample admins are projects of their own, with packages that may not be installed.
  const names = entries.filter((file) => file.endsWith('.ts') && !file.startsWith('admins/'))
  const files = names.map(
    async (file) => [join(target, file), await readFile(join(source, file), 'utf8')] as const,
  )
  return new Map(await Promise.all(files))
}

/** Writes the declaration files of the package, as a build does, in one run of the compiler. */
const writeDeclarations = async (target: string): Promise<void> => {
  const written = join(folder, 'written')
  await runCompiler(
    ...['--project', join(projectFolder, 'tsconfig.build.json'), '--noCheck'],
    // Packages of this repository, which the published package contains, are read as sources.
    ...['--customConditions', '@corollary/source', '--rootDir', projectFolder],
    ...['--outDir', written],
  )
  await rename(join(written, 'src'), target)
  await rename(join(written, 'packages'), join(target, 'packages'))
}

/** Installs the package in the folder of the consumer, together with its dependencies. */
const install = async (): Promise<void> => {
  const packages = join(folder, 'node_modules')
  const text = await readFile(join(projectFolder, 'package.json'), 'utf8')
  const { dependencies } = JSON.parse(text) as { dependencies: Readonly<Record<string, string>> }
  for (const name of [...Object.keys(dependencies), '@types/node', 'vega-datasets']) {
    await mkdir(dirname(join(packages, name)), { recursive: true })
    await symlink(join(projectFolder, 'node_modules', name), join(packages, name))
  }
  const corollary = join(packages, 'corollary')
  await mkdir(corollary)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(corollary, 'package.json'), text)
  await writeDeclarations(join(corollary, 'dist'))
}

test('exported contracts compile with the options declaration and composite', async () => {
  const source = join(folder, 'src')
  const wrong = join(source, 'wrong.ts')
  const sources = new Map([
    ...(await copyOf('examples', source)),
    [join(source, 'actions.ts'), actions],
    [wrong, wrongPrepare],
  ])
  const options = {
    ...{ target: 'es2023', lib: ['es2023', 'esnext.decorators', 'dom'], module: 'nodenext' },
    ...{ strict: true, exactOptionalPropertyTypes: true, types: ['node'], skipLibCheck: true },
    ...{ declaration: true, composite: true, outDir: join(folder, 'out'), rootDir: source },
  }
  await install()
  const messages = messagesOf(sources, options)
  for (const name of sources.keys()) {
    if (name !== wrong) expect(messages.get(name), name).toEqual([])
  }
  // The connection that `prepare` gets is typed without further packages.
  expect(messages.get(wrong)!.join('\n')).toMatch(/thisDoesNotExist/)
})
