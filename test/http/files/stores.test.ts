/** Stores of files: what is in them after uploads, failures and deletes. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Database } from '../../../src/database/access/database.js'
import { createDatabaseStore } from '../../../src/files/database-store.js'
import { createDirectoryStore } from '../../../src/files/directory-store.js'
import { createS3Store } from '../../../src/files/s3-store.js'
import { StoredFiles } from '../../../src/files/stored-files.js'
import { databaseOf } from '../../support/dry-run.js'
import { openBucket } from './bucket.js'
import { documentsPath, type FilesUnderTest, png, useFiles } from './use-files.js'

const owner = { table: 'documents', column: 'photo_file' }

const folder = await mkdtemp(join(tmpdir(), 'corollary-files-'))
const bucket = await openBucket()
afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

const filesIn = async (): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

const put = (files: FilesUnderTest, path: string, body: Uint8Array | string, query = '') =>
  files.send(`${path}/files/photo${query}`, {
    ...{ method: 'PUT', headers: { 'content-type': 'image/png' }, body },
  })

const storesUnderTest = {
  database: {
    settings: {},
    stored: (files: FilesUnderTest) =>
      files.rows('select distinct file from corollary.file_chunk').then((rows) => rows.length),
    storeOf: (database: Database) => createDatabaseStore(database, 'corollary'),
  },
  directory: {
    settings: { 'platform.files.store': 'directory', 'platform.files.directory': folder },
    stored: async () => (await filesIn()).length,
    storeOf: () => createDirectoryStore(folder),
  },
  s3: {
    settings: bucket.settings,
    stored: async () => bucket.objects.size,
    storeOf: () => createS3Store(bucket.options),
  },
} as const

describe.each(Object.keys(storesUnderTest) as (keyof typeof storesUnderTest)[])(
  'the store %s',
  (name) => {
    const { settings, stored, storeOf } = storesUnderTest[name]
    const files = useFiles(settings, {}, bucket.environment)

    /** Runs the hourly work as if it came after the time for which unused files are kept. */
    const collect = async (): Promise<number> => {
      const database = new Database({ connection: files.connection })
      try {
        const work = new StoredFiles(database, 'corollary', storeOf(database))
        return await work.collect(owner, 0)
      } finally {
        await database.close()
      }
    }

    test('has no file of a dry run, and keeps those that one takes away', async () => {
      const path = await files.create()
      await files.data(await put(files, path, png(100)))
      const before = [await stored(files), await databaseOf(files)]
      const tried = await put(files, path, png(200), '?dryRun=true')
      expect(tried.headers.get('x-dry-run')).toBe('true')
      expect(await files.data(tried)).toMatchObject({ photo: { size: 200 }, version: 3 })
      const url = `${path}/files/photo`
      const taken = await files.send(`${url}?dryRun=true`, { method: 'DELETE' })
      expect(await files.data(taken)).toMatchObject({ photo: null, version: 3 })
      expect([await stored(files), await databaseOf(files)]).toEqual(before)
      expect((await (await files.send(url)).arrayBuffer()).byteLength).toBe(100)
    })

    test('returns what was stored, whole and in ranges', async () => {
      const path = await files.create()
      const bytes = png(600_000)
      await files.data(await put(files, path, bytes))
      for (const [range, start, end] of [
        ['bytes=0-', 0, 600_000],
        ['bytes=262000-530000', 262_000, 530_001],
      ] as const) {
        const answer = await files.send(`${path}/files/photo`, { headers: { range } })
        const received = Buffer.from(await answer.arrayBuffer())
        expect(received.equals(bytes.subarray(start, end))).toBe(true)
      }
    })

    test('has nothing of an upload that was refused', async () => {
      const before = await stored(files)
      expect((await put(files, await files.create(), 'not an image')).status).toBe(415)
      expect(await stored(files)).toBe(before)
    })

    test('keeps the files of records, and loses those that were replaced, deleted or purged', async () => {
      const [replaced, deleted, marked, purged] = await Promise.all(
        [1, 2, 3, 4].map(() => files.create()),
      )
      for (const path of [replaced, deleted, marked, purged]) {
        await files.data(await put(files, path!, png()))
      }
      await collect()
      const before = await stored(files)
      await files.data(await put(files, replaced!, png(200)))
      await files.data(await files.send(`${deleted}/files/photo`, { method: 'DELETE' }))
      await files.send(marked!, { method: 'DELETE' })
      await files.send(`${purged}?permanent=true`, { method: 'DELETE' })
      expect(await stored(files)).toBe(before + 1)
      expect(await collect()).toBe(3)
      expect(await stored(files)).toBe(before - 2)
      expect((await files.send(`${replaced}/files/photo`)).status).toBe(200)
      const id = marked!.slice(documentsPath.length + 1)
      const [row] = await files.rows(
        `select exists (select from corollary.file f where f.id = d.photo_file) as kept
         from documents d where id = $1`,
        [id],
      )
      expect(row).toEqual({ kept: true })
    })

    test('loses the file of a record that another program deleted', async () => {
      const path = await files.create()
      await files.data(await put(files, path, png()))
      const before = await stored(files)
      await files.rows('delete from documents where id = $1', [
        path.slice(documentsPath.length + 1),
      ])
      expect(await collect()).toBe(1)
      expect(await stored(files)).toBe(before - 1)
    })
  },
)

describe('a record that a policy hides from the service', () => {
  const files = useFiles()

  test('keeps its file', async () => {
    const path = await files.create()
    await files.data(await put(files, path, png()))
    const role = `office_${files.connection.database}`
    await files.rows(`create role ${role} login password 'office'`)
    try {
      await files.rows(`grant usage on schema corollary, public to ${role};
        grant all on all tables in schema corollary, public to ${role};
        alter table documents enable row level security;
        create policy visible on documents using (title <> 'a')`)
      const connection = { ...files.connection, user: role, password: 'office' }
      const database = new Database({ connection })
      try {
        const store = createDatabaseStore(database, 'corollary')
        const stored = new StoredFiles(database, 'corollary', store)
        await expect(stored.collect(owner, 0)).rejects.toMatchObject({
          cause: { message: expect.stringContaining('row-level security') },
        })
      } finally {
        await database.close()
      }
      const download = await files.send(`${path}/files/photo`)
      expect((await download.arrayBuffer()).byteLength).toBe(100)
    } finally {
      await files.rows(`drop owned by ${role}; drop role ${role}`)
    }
  })
})

test('a file of the directory has its name when it is complete', async () => {
  const store = createDirectoryStore(folder)
  const id = '00000000-0000-4000-8000-000000000000'
  async function* broken() {
    yield Buffer.from('half')
    throw new Error('the client left')
  }
  await expect(store.write(id, broken())).rejects.toThrow('the client left')
  expect(await filesIn()).toContain(`${id}.part`)
  await store.remove(id)
  expect((await filesIn()).filter((name) => name.startsWith(id))).toEqual([])
})

describe('a scanner that takes too long', () => {
  const reasons: unknown[] = []
  const files = useFiles(
    { 'platform.files.scan-timeout-ms': 20 },
    {
      scan: ({ name, signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reasons.push(signal.reason)
            if (name === 'heeds') reject(new Error('the scan was stopped'))
          })
        }),
    },
  )

  test.each(['heeds', 'ignores'])(
    'is stopped: if it %s the signal, the upload fails with 503 and leaves nothing',
    async (name) => {
      const path = await files.create()
      const answer = await files.send(`${path}/files/photo`, {
        ...{ method: 'PUT', body: png() },
        headers: {
          ...{ 'content-type': 'image/png' },
          'content-disposition': `attachment; filename="${name}"`,
        },
      })
      expect([answer.status, await answer.text()]).toEqual([
        503,
        expect.stringContaining('The check of the file took longer than 20 ms'),
      ])
      expect(reasons.splice(0)).toHaveLength(1)
      expect(await files.rows('select from corollary.file')).toHaveLength(0)
      expect(await files.rows('select from corollary.file_chunk')).toHaveLength(0)
      const record = await files.data(await files.send(path))
      expect(record).toMatchObject({ photo: null, version: 1 })
    },
  )
})

describe('a scanner', () => {
  const seen: string[] = []
  const files = useFiles(
    {},
    {
      scan: async ({ resource, field, size, bytes }) => {
        const chunks: Uint8Array[] = []
        for await (const chunk of bytes()) chunks.push(chunk)
        const content = Buffer.concat(chunks)
        if (content.includes('RESET')) throw Object.assign(new Error('x'), { code: 'ECONNRESET' })
        seen.push(`${resource} ${field} ${size} ${content.length}`)
        return content.includes('EICAR') ? 'It contains a virus.' : undefined
      },
    },
  )

  test('reads the stored bytes, and refuses the file with its reason', async () => {
    const path = await files.create()
    const infected = Buffer.concat([png(300_000), Buffer.from('EICAR')])
    const answer = await put(files, path, infected)
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('The file was refused: It contains a virus.'),
    ])
    expect(await files.rows('select from corollary.file')).toHaveLength(0)
    await files.data(await put(files, path, png(100)))
    expect(seen).toEqual(['office.documents photo 300005 300005', 'office.documents photo 100 100'])
  })

  test('whose connection breaks makes the upload fail, which leaves nothing', async () => {
    const before = await files.rows('select from corollary.file')
    const broken = Buffer.concat([png(100), Buffer.from('RESET')])
    const answer = await put(files, await files.create(), broken)
    expect([answer.status, await answer.text()]).toEqual([
      500,
      expect.stringContaining('INTERNAL_ERROR'),
    ])
    expect(await files.rows('select from corollary.file')).toHaveLength(before.length)
  })
})
