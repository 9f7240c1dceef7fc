/**
 * Type checking has a budget: a project of many entities stays cheap, and twice as many cost about
 * twice as much. Counted, never timed. `node node_modules/typescript/bin/tsc --extendedDiagnostics -p …`
 * shows the number again.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const projectFolder = fileURLToPath(new URL('../..', import.meta.url))
const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true })
})

/** An entity with a dozen columns, a reference to the one before, to itself, and collections. */
const entity = (n: number, count: number): string => `
import * as c from '../corollary.js'
export const e${n} = c.defineEntity('e${n}', {
  id: c.integer({ primaryKey: true, generated: true }),
  code: c.text({ maxLength: 20 }), name: c.text({ maxLength: 120, nullable: true }),
  amount: c.decimal({ precision: 12, scale: 2 }), open: c.boolean({ default: true }),
  state: c.enumOf(['NEW', 'OPEN', 'DONE'], { default: 'NEW' }),
  startsOn: c.date(), endsOn: c.date({ nullable: true }), seenAt: c.instant({ nullable: true }),
  key: c.uuid({ nullable: true }), createdAt: c.instant({ generated: true }), version: c.version(),
  before: c.belongsTo('e${(n + count - 1) % count}', { column: 'before_id' }),
  parent: c.belongsTo('e${n}', { column: 'parent_id', nullable: true }),
  children: c.hasMany('e${n}', { column: 'parent_id' }),
  after: c.hasMany('e${(n + 1) % count}', { column: 'before_id' }),
  links: c.manyToMany('e${(n + 7) % count}', { through: 'links', from: 'a', target: 'b' }),
})`

const resource = (n: number): string => `
import * as c from '../corollary.js'
import { schema } from '../schema.js'
const fields = { code: '.', name: '.', amount: '.', state: '.', startsOn: '.', endsOn: '.',
  beforeId: 'before.id', parentId: 'parent.id', linkIds: 'links.id' } as const
export const r${n} = schema.resource('e${n}', {
  key: 'group.r${n}',
  response: { id: '.', code: '.', name: '.', amount: '.', state: '.', startsOn: '.', endsOn: '.', seenAt: '.',
    version: '.', beforeName: 'before.name', far: 'before.before.parent.name', parentName: 'parent.name',
    childCount: c.count('children'), linkIds: c.ids('links'), after: c.list('after', { code: '.', far: 'parent.before.code' }) },
  create: fields, update: fields,
  intents: { rename: { title: 'Rename', fields: { name: '.' } } },
  filter: { code: c.EQUAL(), name: c.LIKE(), amount: c.BETWEEN(), state: c.IN(), startsOn: c.BETWEEN(),
    seen: c.IN_LAST_DAYS('seenAt'), beforeId: c.EQUAL('before.id'), far: c.LIKE('before.before.parent.name'),
    linked: c.LIKE('links.name'), links: c.SIZE_GT('links'), open: c.IS_TRUE() },
  defaultSort: ['-startsOn', 'code'],
  hints: { amount: { group: 'Money' } },
  examples: { create: { one: { value: { code: 'x', amount: 1, startsOn: '2026-01-01', beforeId: 1 } } },
    filter: { one: { value: { amount: [1, null], state: ['NEW'] } } } },
})
export type R${n} = c.ResponseType<typeof r${n}>
export const show = (record: R${n}, create: c.CreateType<typeof r${n}>, filter: c.FilterType<typeof r${n}>) =>
  [record.far, record.after[0]?.code, create.amount, filter.amount]`

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n)

/** Only the contract's own sources: the server's dependencies are no part of this budget. */
const entry = [
  'columns',
  'entity',
  'filter-operations',
  'relations',
  'resource',
  'schema',
  'shapes',
]
  .map((file) => `export * from '${projectFolder}src/contract/${file}.js'`)
  .join('\n')

/** A client of all resources, which asks each of them. */
const client = (count: number): string => `
import { createClient } from '${projectFolder}src/client.js'
${numbers(count)
  .map((n) => `import type { r${n} } from './resources/r${n}.js'`)
  .join('\n')}
const client = createClient<[${numbers(count).map((n) => `typeof r${n}`)}]>({ baseUrl: '' })
export const asked = [${numbers(count).map(
  (n) =>
    `() => client.resource('group.r${n}').filter({ code: 'x' }, { sort: ['far,desc', 'code'] })`,
)}]`

type File = readonly [name: string, content: string]

const generate = async (count: number, further: readonly File[]): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'corollary-types-'))
  folders.push(folder)
  for (const name of ['entities', 'resources']) await mkdir(join(folder, name))
  const imports = numbers(count).map((n) => `import { e${n} } from './entities/e${n}.js'`)
  const names = numbers(count).map((n) => `e${n}`)
  const files: readonly File[] = [
    ['package.json', '{ "type": "module" }'],
    ['corollary.ts', entry],
    ...further,
    [
      'schema.ts',
      `${imports.join('\n')}
import { defineSchema } from './corollary.js'
export const schema = defineSchema({ ${names.join(', ')} })`,
    ],
    ...numbers(count).flatMap((n) => [
      [`entities/e${n}.ts`, entity(n, count)] as const,
      [`resources/r${n}.ts`, resource(n)] as const,
    ]),
    [
      'tsconfig.json',
      JSON.stringify({
        extends: `${projectFolder}tsconfig.json`,
        compilerOptions: {
          // Signals and fetch are types of Node here.
          types: ['node'],
          typeRoots: [`${projectFolder}node_modules/@types`],
          noEmit: true,
        },
        include: ['**/*.ts'],
      }),
    ],
  ]
  for (const [name, content] of files) await writeFile(join(folder, name), content)
  return folder
}

const instantiationsOf = async (count: number, further: readonly File[] = []): Promise<number> => {
  const folder = await generate(count, further)
  const tsc = join(projectFolder, 'node_modules/typescript/bin/tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...[tsc, '--extendedDiagnostics', '--pretty', 'false', '-p', folder],
  ]).catch((error: { stdout: string }) => expect.fail(error.stdout.slice(0, 2_000)))
  return Number(/^Instantiations:\s+(\d+)/m.exec(stdout)?.[1])
}

test('60 entities and 60 resources stay within the budget, and grow no faster than their number', async () => {
  const [half, whole] = await Promise.all([instantiationsOf(30), instantiationsOf(60)])
  console.info(`instantiations: ${half} for 30, ${whole} for 60`)
  expect(half).toBeGreaterThan(0)
  // 414 000 when this was written, 7 000 a pair: half as much again is room for what is to come.
  expect(whole).toBeLessThan(620_000)
  expect(whole / half).toBeLessThan(2.5)
})

test('a client of 30 resources costs no more than they do', async () => {
  const [alone, asked] = await Promise.all([
    instantiationsOf(30),
    instantiationsOf(30, [['client.ts', client(30)]]),
  ])
  console.info(`instantiations: ${asked - alone} for a client of 30`)
  expect(asked).toBeGreaterThan(alone)
  expect(asked).toBeLessThan(2 * alone)
})
