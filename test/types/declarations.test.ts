/** A package that exports contracts: its declaration files need nothing but the public names. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const projectFolder = fileURLToPath(new URL('../..', import.meta.url))
const timeoutMs = 300_000

let folder: string
afterAll(() => rm(folder, { recursive: true, force: true }))

const compile = (...args: readonly string[]): Promise<string> =>
  promisify(execFile)(process.execPath, [
    join(projectFolder, 'node_modules/typescript/bin/tsc'),
    ...args,
  ]).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )

/** The checkout as a package of the consumer, beside what it depends on. */
const install = async (): Promise<void> => {
  const packages = join(folder, 'node_modules')
  const text = await readFile(join(projectFolder, 'package.json'), 'utf8')
  const { dependencies } = JSON.parse(text) as { dependencies: Readonly<Record<string, string>> }
  await mkdir(join(packages, 'corollary'), { recursive: true })
  await writeFile(join(packages, 'corollary/package.json'), text)
  for (const name of [...Object.keys(dependencies), '@types/node', 'vega-datasets']) {
    await mkdir(dirname(join(packages, name)), { recursive: true })
    await symlink(join(projectFolder, 'node_modules', name), join(packages, name))
  }
}

/** An action and a resource that the samples do not have. */
const further = `
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

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corollary-consumer-'))
  await install()
  await cp(join(projectFolder, 'examples'), join(folder, 'src'), { recursive: true })
  await writeFile(join(folder, 'src/further.ts'), further)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const compilerOptions = {
    ...{ target: 'es2023', lib: ['es2023', 'esnext.decorators', 'dom'], module: 'nodenext' },
    ...{ strict: true, exactOptionalPropertyTypes: true, types: ['node'], skipLibCheck: true },
    ...{ declaration: true, composite: true, outDir: 'out', rootDir: 'src' },
  }
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['src'] }),
  )
  const dist = join(folder, 'node_modules/corollary/dist')
  const build = join(projectFolder, 'tsconfig.build.json')
  expect(await compile('-p', build, '--emitDeclarationOnly', '--outDir', dist)).toBe('')
}, timeoutMs)

test(
  'exported contracts compile with declaration and composite on',
  async () => {
    expect(await compile('-p', folder)).toBe('')
  },
  timeoutMs,
)

test(
  'the connection that prepare gets is typed without further packages',
  async () => {
    const program = `
import { defineApplication } from 'corollary'
export default defineApplication({
  title: 'x', resources: [], prepare: async ({ client }) => client.thisDoesNotExist(1),
})`
    const file = join(folder, 'wrong.ts')
    await writeFile(file, program)
    const options = ['--module', 'nodenext', '--strict', '--skipLibCheck', '--noEmit']
    expect(await compile(...options, '--ignoreConfig', file)).toMatch(/thisDoesNotExist/)
  },
  timeoutMs,
)
