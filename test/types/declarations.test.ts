/** A package that exports contracts: its declaration files need only the public names. */
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type ts from '@typescript/typescript6'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectFolder } from '../architecture/sources.js'
import { isNightly } from '../support/effort.js'
import { createProgram, declarationMessagesOf, messagesOf, optionsOf } from './compiler.js'

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

type Files = ReadonlyMap<string, string>

/** The TypeScript files below a folder of the project, as files below another folder. */
const copyOf = async (name: string, target: string): Promise<Files> => {
  const source = join(projectFolder, name)
  const names = (await readdir(source, { recursive: true })).filter((file) => file.endsWith('.ts'))
  const files = names.map(
    async (file) => [join(target, file), await readFile(join(source, file), 'utf8')] as const,
  )
  return new Map(await Promise.all(files))
}

/** Packages of this repository, which the published package contains. */
const packageSources = ['packages/embedded-postgres/src', 'packages/openapi-diff/src']

/** The declaration files of the package, as a build writes them into `target`. */
const declarations = async (target: string): Promise<Files> => {
  const files = new Map<string, string>()
  const text = await readFile(join(projectFolder, 'tsconfig.json'), 'utf8')
  const { compilerOptions } = JSON.parse(text) as { compilerOptions: object }
  const options = optionsOf({ ...compilerOptions, noEmit: false, declaration: true })
  const write: ts.WriteFileCallback = (name, content) => void files.set(name, content)
  const emit = async (name: string, to: string): Promise<void> => {
    const source = join(projectFolder, name)
    const build = { ...options, rootDir: source, outDir: to }
    createProgram(await copyOf(name, source), build).emit(undefined, write, undefined, true)
  }
  await emit('src', target)
  for (const name of packageSources) await emit(name, join(target, name))
  return files
}

/** The sources that the package contains. */
const sourcesIn = async (folder: string): Promise<Files> => {
  const copies = ['src', ...packageSources].map((name) => copyOf(name, join(folder, name)))
  return new Map((await Promise.all(copies)).flatMap((files) => [...files]))
}

/** The package in the folder of the consumer, together with its dependencies. */
const installed = async (): Promise<Files> => {
  const packages = join(folder, 'node_modules')
  const text = await readFile(join(projectFolder, 'package.json'), 'utf8')
  const { dependencies } = JSON.parse(text) as { dependencies: Readonly<Record<string, string>> }
  for (const name of [...Object.keys(dependencies), '@types/node', 'vega-datasets']) {
    await mkdir(dirname(join(packages, name)), { recursive: true })
    await symlink(join(projectFolder, 'node_modules', name), join(packages, name))
  }
  const corollary = join(packages, 'corollary')
  // Declaration files take longer than all other type tests together. `npm run build` writes them,
  // too.
  const content = isNightly
    ? await declarations(join(corollary, 'dist'))
    : await sourcesIn(corollary)
  return new Map([
    [join(folder, 'package.json'), '{ "type": "module" }'],
    [join(corollary, 'package.json'), text],
    ...content,
  ])
}

test('exported contracts compile with the options declaration and composite', async () => {
  const source = join(folder, 'src')
  const wrong = join(source, 'wrong.ts')
  const sources = new Map([
    ...(await copyOf('examples', source)),
    [join(source, 'actions.ts'), actions],
    [wrong, wrongPrepare],
  ])
  const options = optionsOf({
    ...{ target: 'es2023', lib: ['es2023', 'esnext.decorators', 'dom'], module: 'nodenext' },
    ...{ strict: true, exactOptionalPropertyTypes: true, types: ['node'], skipLibCheck: true },
    ...(isNightly ? {} : { customConditions: ['@corollary/source'] }),
    ...{ declaration: true, composite: true, outDir: join(folder, 'out'), rootDir: source },
  })
  const program = createProgram(sources, options, await installed())
  for (const name of sources.keys()) {
    if (name === wrong) continue
    expect([...messagesOf(program, name), ...declarationMessagesOf(program, name)], name).toEqual(
      [],
    )
  }
  // The connection that `prepare` gets is typed without further packages.
  expect(messagesOf(program, wrong).join('\n')).toMatch(/thisDoesNotExist/)
})
