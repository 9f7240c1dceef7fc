/** The hourly work that deletes files which no record has: which of them it finds. */
import { defineEntity, defineSchema, file, integer } from 'corollary'
import pg from 'pg'
import { expect, test } from 'vitest'
import { Database } from '../../../src/database/access/database.js'
import { tablesOf as tableNames } from '../../../src/database/catalog/catalog.js'
import { readCatalog } from '../../../src/database/catalog/read-catalog.js'
import { createDatabaseStore } from '../../../src/files/database-store.js'
import { StoredFiles } from '../../../src/files/stored-files.js'
import { Diagnostics } from '../../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../../src/model/compile/compile.js'
import { collectFiles } from '../../../src/server/compose/parts/files.js'
import { effort } from '../../support/effort.js'
import { tablesOf, useService } from '../../support/use-service.js'
import { fileColumns } from './use-files.js'

const fields = { id: integer({ primaryKey: true }), scan: file() }
const members = { response: { id: '.', scan: '.' }, filter: {}, defaultSort: ['id'] } as const
const writable = { ...members, create: { id: '.' }, update: {}, delete: true } as const

const current = defineEntity('current_papers', fields, { view: 'writable' })
const computed = defineEntity('computed_papers', fields, { view: 'writable' })
const schema = defineSchema({ current, computed })
const resources = [
  schema.resource('current', { key: 'office.current', ...writable }),
  schema.resource('computed', { key: 'office.computed', ...members }),
]

const service = useService({
  resources,
  callers: { clerk: {} },
  database: tablesOf(`
    create table papers (id int primary key, closed boolean not null default false, ${fileColumns('scan')});
    create view current_papers as select id, scan_name, scan_type, scan_size, scan_sha256, scan_file
      from papers where not closed;
    create view computed_papers as select id, scan_name, scan_type, scan_size, scan_sha256,
      nullif(scan_file, gen_random_uuid()) as scan_file from papers;
    insert into papers values (1), (2)`),
})

/** Runs the hourly work as if every file had been unused for long enough; returns the numbers. */
const collect = async (): Promise<readonly unknown[]> => {
  const client = new pg.Client(service.connection)
  const database = new Database({ connection: service.connection })
  await client.connect()
  try {
    const model = compileModel(resources, new Diagnostics())
    const stored = new StoredFiles(
      database,
      'corollary',
      createDatabaseStore(database, 'corollary'),
    )
    const catalog = await readCatalog(client, tableNames(model.entities))
    const settings = { 'platform.files.keep-unused-hours': 0 }
    const counts: unknown[] = []
    for (const duty of collectFiles({ stored }, model, settings, catalog)) counts.push(await duty())
    return counts
  } finally {
    await client.end()
    await database.close()
  }
}

test('a record that leaves its view keeps its file, and loses it when it is deleted', async () => {
  const path = (id: number) => `/api/office/current/${id}/files/scan`
  for (const id of [1, 2]) {
    const headers = { 'content-type': 'text/plain' }
    const { statusCode, body } = await service.send('clerk', 'PUT', path(id), 'a scan', headers)
    expect(statusCode, body).toBe(200)
  }
  await service.rows('update papers set closed = true where id = 1')
  // The view whose column is computed is left out.
  expect(await collect()).toEqual([0])
  await service.rows('update papers set closed = false where id = 1')
  const download = await service.send('clerk', 'GET', path(1))
  expect([download.statusCode, download.body]).toEqual([200, 'a scan'])
  expect((await service.send('clerk', 'DELETE', '/api/office/current/2')).statusCode).toBe(204)
  expect(await collect()).toEqual([1])
})

test('unused files are all deleted, however many', async () => {
  const count = effort(10, 1_001)
  await service.rows(
    `insert into corollary.file (id, owner, unused_since)
     select gen_random_uuid(), '"current_papers"."scan_file"', now() - interval '1 hour'
     from generate_series(1, $1::int)`,
    [count],
  )
  expect(await collect()).toEqual([count])
  expect(await service.rows('select from corollary.file')).toHaveLength(1)
})
