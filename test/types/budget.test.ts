/** Type checking has a budget: a project of many entities stays cheap. Counted, never timed. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectFolder } from '../architecture/sources.js'
import { effort } from '../support/effort.js'
import { runCompiler } from './compiler-command.js'

/** An entity with a dozen columns, two references, and collections. */
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

/** Only the contract's own sources: the server's dependencies are not part of this budget. */
const entry = [
  'columns',
  'entity',
  'filter/operations',
  'relations',
  'resource',
  'schema',
  'shapes',
]
  .map((file) => `export * from '${projectFolder}src/contract/${file}.js'`)
  .join('\n')

/** A client of all resources, which sends requests to each of them. */
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

/** Programs on disk, because only the command of the compiler counts what it does. */
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corollary-budget-'))
})
afterAll(() => rm(folder, { recursive: true }))

const filesOf = (count: number): Readonly<Record<string, string>> => {
  const imports = numbers(count).map((n) => `import { e${n} } from './entities/e${n}.js'`)
  const names = numbers(count).map((n) => `e${n}`)
  const schema = `${imports.join('\n')}
import { defineSchema } from './corollary.js'
export const schema = defineSchema({ ${names.join(', ')} })`
  return {
    'corollary.ts': entry,
    'schema.ts': schema,
    ...Object.fromEntries(
      numbers(count).flatMap((n) => [
        [`entities/e${n}.ts`, entity(n, count)] as const,
        [`resources/r${n}.ts`, resource(n)] as const,
      ]),
    ),
  }
}

const instantiationsOf = async (files: Readonly<Record<string, string>>): Promise<number> => {
  const program = await mkdtemp(join(folder, 'program-'))
  for (const name of ['entities', 'resources']) await mkdir(join(program, name))
  const config = {
    extends: join(projectFolder, 'tsconfig.json'),
    compilerOptions: { typeRoots: [join(projectFolder, 'node_modules/@types')] },
    include: ['.'],
  }
  const texts = {
    ...files,
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify(config),
  }
  for (const [name, text] of Object.entries(texts)) await writeFile(join(program, name), text)
  const statistics = await runCompiler('--project', program, '--extendedDiagnostics')
  return Number(/^Instantiations: +(\d+)$/m.exec(statistics)![1])
}

/** Pairs of an entity and a resource. */
const pairs = effort(20, 60)
const half = pairs / 2

let ofHalf: number
beforeAll(async () => {
  ofHalf = await instantiationsOf(filesOf(half))
})

test('many entities and resources stay within the budget, and grow no faster than their number', async () => {
  const ofAll = await instantiationsOf(filesOf(pairs))
  const ofPair = (ofAll - ofHalf) / (pairs - half)
  console.info(`instantiations: ${ofHalf} for ${half}, ${ofPair} for each further pair`)
  // 10 900 when this was written, 2 300 of them for the paths that editors suggest.
  expect(ofPair).toBeLessThan(12_000)
  expect(ofAll).toBeLessThan(2 * ofHalf)
})

test('a client of many resources costs no more than the resources themselves', async () => {
  const withClient = await instantiationsOf({ ...filesOf(half), 'client.ts': client(half) })
  console.info(`instantiations: ${withClient - ofHalf} for a client of ${half}`)
  expect(withClient).toBeGreaterThan(ofHalf)
  expect(withClient).toBeLessThan(2 * ofHalf)
})
