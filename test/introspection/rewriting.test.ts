/** A second run of `introspect`, and what it refuses. */
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type IntrospectOptions,
  introspect,
  writeIntrospection,
} from '../../src/server/commands/introspect.js'
import { type FreshDatabase, freshDatabase } from '../support/database.js'

let database: FreshDatabase
let folder: string

beforeAll(async () => {
  database = await freshDatabase()
  await database.client.query(`
    create table authors (id int primary key, name text not null);
    create table books (id int primary key, title text not null, author_id int references authors(id));
    create schema empty`)
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'introspect-'))
  return () => rm(folder, { recursive: true })
})
afterAll(() => database.close())

const run = async (
  options: Partial<IntrospectOptions> = {},
  { update = false } = {},
): Promise<string> => {
  const { connection } = database
  const introspection = await introspect({ connection, schemas: ['public'], ...options })
  return writeIntrospection(introspection, folder, { update })
}

const read = (file: string): Promise<string> => readFile(join(folder, file), 'utf8')

describe('a second run', () => {
  test('of an unchanged database changes nothing', async () => {
    expect(await run()).toContain('6 files: 6 written.')
    expect(await run()).toContain('6 files: 6 unchanged.')
  })

  test('keeps files that were edited and says which lines they lack', async () => {
    await run()
    const file = join(folder, 'resources/books.ts')
    const edited = (await read('resources/books.ts')).replace("['title']", "['id']")
    await writeFile(file, edited)
    const report = await run()
    expect(report).toContain('6 files: 5 unchanged, 1 kept.')
    expect(report).toMatch(/Kept .*books\.ts\. It lacks:\n {2}\+ {3}defaultSort: \['title'\],/)
    expect(await read('resources/books.ts')).toBe(edited)
  })

  test('with update writes entities anew and keeps resources', async () => {
    await run({ tables: ['books'] })
    for (const file of ['resources/books.ts', 'app.ts']) {
      await appendFile(join(folder, file), '// mine\n')
    }
    expect(await run({}, { update: true })).toContain('6 files: 2 written, 2 updated, 2 kept.')
    expect(await read('entities/books.ts')).toContain("author: belongsTo('authors'")
    expect(await read('schema.ts')).toContain('authors')
    expect(await read('resources/books.ts')).toContain('// mine')
    expect(await read('app.ts')).toContain('// mine')
  })

  test('with update keeps an entity that declares what the database does not know', async () => {
    await run({ tables: ['books'] })
    const file = join(folder, 'entities/books.ts')
    const edited = (await read('entities/books.ts')).replace(
      'title: text()',
      "title: text({ visibleTo: ['books:read'] })",
    )
    await writeFile(file, edited)
    const report = await run({}, { update: true })
    expect(report).toMatch(/Kept .*books\.ts\. It lacks:\n(.*\n)*.*author: belongsTo/)
    expect(await read('entities/books.ts')).toBe(edited)
  })

  test('with update writes an entity anew of which only the formatting differs', async () => {
    await run({ tables: ['books'] })
    const formatted = (await read('entities/books.ts'))
      .replaceAll('  ', '\t')
      .replaceAll('\n', '\r\n')
    await writeFile(join(folder, 'entities/books.ts'), formatted)
    expect(await run({ tables: ['books'] }, { update: true })).toContain('4 files: 4 unchanged.')
    await run({}, { update: true })
    expect(await read('entities/books.ts')).toContain("author: belongsTo('authors'")
  })
})

test('tables that are not selected are left out, with the relations that lead to them', async () => {
  await run({ tables: ['books'] })
  expect(await read('entities/books.ts')).toContain('authorId: integer({ nullable: true })')
})

test('a role that may only read gets a service that only reads', async () => {
  await database.client.query(`
    create role books_reader; grant select on authors, books to books_reader`)
  try {
    const { connection } = database
    await run({ connection: { ...connection, options: '-c role=books_reader' } })
  } finally {
    await database.client.query('drop owned by books_reader; drop role books_reader')
  }
  expect(await read('resources/books.ts')).not.toMatch(/create:|update:|delete:/)
})

describe('introspect refuses', () => {
  test.each([
    ['an unknown schema', { schemas: ['publik'] }, /no schema 'publik'; did you mean 'public'\?/],
    ['a schema without tables', { schemas: ['empty'] }, /may read no table or view of 'empty'/],
    ['an unknown table', { tables: ['bocks'] }, /no table or view 'bocks'.*did you mean 'books'\?/],
  ] as const)('%s', async (_, options, message) => {
    await expect(run(options)).rejects.toThrow(message)
  })

  test('a folder that cannot be written', async () => {
    await writeFile(join(folder, 'entities'), 'not a folder')
    await expect(run()).rejects.toThrow(/entities.*cannot be written/)
  })
})
