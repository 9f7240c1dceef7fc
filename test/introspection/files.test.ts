/** What `introspect` makes of columns with the bytes and the facts of files. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestService } from 'corollary/testing'
import { expect, test } from 'vitest'
import { introspect, writeIntrospection } from '../../src/server/commands/introspect.js'
import { introspectDatabase, introspectTables } from './introspected.js'

const products = `
  create table products (id int primary key, title varchar(40) not null, photo bytea,
    photo_filename text, photo_mime_type varchar(100));`

/** The statements of the guide that give a table the columns of a file. */
const statementsOfGuide = async (): Promise<string> => {
  const guide = await readFile('docs/guides/files.md', 'utf8')
  const [, section = ''] = guide.split('### Files that are in a column')
  return /```sql\n([\s\S]*?)```/.exec(section)![1]!
}

test('bytes with a name and a type beside them are proposed as a file, others are left out', async () => {
  const { report, textOf } = await introspectTables(`${products}
    create table drawings (id int primary key, plan bytea, plan_name text, plan_type text);
    create table keys (id int primary key, content bytea, content_name text, type text);`)
  expect(report.split('\n').filter((line) => line.includes('looks like a file'))).toEqual([
    expect.stringContaining(`'drawings.plan' looks like a file, with 'plan_name' and 'plan_type'`),
    expect.stringContaining(`'products.photo' looks like a file, with 'photo_filename' and`),
  ])
  expect(textOf('entities/keys.ts')).toContain(
    "// The bytes of 'content' are not sent; byteLength() can show their number.",
  )
  expect(textOf('entities/products.ts')).not.toContain('file(')
})

test('the five columns of a file are one field, beside those that only look like it', async () => {
  const { report, textOf } = await introspectTables(`
    create table papers (id int primary key, "scanFront" bytea,
      scan_name text, scan_type text, scan_size bigint, scan_sha256 text, scan_file uuid,
      x_name text not null, x_type text, x_size bigint, x_sha256 text, x_file uuid);`)
  const entity = textOf('entities/papers.ts')
  expect(entity).toContain('scan: file(),')
  expect(entity).not.toContain('scanName')
  expect(entity).toContain('xFile: uuid(')
  const resource = textOf('resources/papers.ts')
  expect(resource.match(/\bscan\b/g)).toHaveLength(1)
  expect(report).not.toContain('looks like a file')
})

test('files in a column are served after the statements of the guide', async () => {
  const { application, database, folder, close } = await introspectDatabase(
    `${products}
    insert into products values
      (1, 'Chair', 'old bytes', 'chair.txt', 'text/plain'), (2, 'Table', null, null, null),
      (3, 'Lamp', '', null, null), (4, 'Bed', convert_to(repeat('0123456789', 60000), 'UTF8'), 'bed', 'Text/Plain')`,
    'shop',
  )
  const { connection } = database
  try {
    const first = await createTestService({ ...application, connection })
    await first.close()
    await database.client.query(await statementsOfGuide())
    const introspection = await introspect({ connection, schemas: ['public'], group: 'shop' })
    const again = join(folder, 'again')
    writeIntrospection(introspection, again, { update: false })
    const { default: written } = await import(join(again, 'app.ts'))
    const service = await createTestService({ ...written, connection })
    try {
      const url = (id: number) => `/api/shop/products/${id}/files/photo`
      const download = async (id: number) => {
        const { statusCode, headers, body } = await service.app.inject({ url: url(id) })
        return [statusCode, headers['content-type'], body]
      }
      expect(await download(1)).toEqual([200, 'text/plain', 'old bytes'])
      expect((await download(2))[0]).toBe(404)
      expect(await download(3)).toEqual([200, 'application/octet-stream', ''])
      expect(await download(4)).toEqual([200, 'text/plain', '0123456789'.repeat(60_000)])
      const upload = await service.app.inject({
        ...{ method: 'PUT', url: url(2), payload: 'new bytes' },
        headers: {
          'content-type': 'text/plain',
          'content-disposition': 'attachment; filename="table.txt"',
        },
      })
      expect(upload.statusCode, upload.body).toBe(200)
      expect(upload.json().data.photo).toMatchObject({ name: 'table.txt', size: 9 })
      expect(await download(2)).toEqual([200, 'text/plain', 'new bytes'])
    } finally {
      await service.close()
    }
  } finally {
    await close()
  }
})
