/** Files beside tenants: the same id is another record, with another file or none. */
import { defineEntity, defineSchema, file, integer, type Resource, text } from 'corollary'
import { describe, expect, test } from 'vitest'
import { Database } from '../../src/database/access/database.js'
import { createDatabaseStore } from '../../src/files/database-store.js'
import { StoredFiles } from '../../src/files/stored-files.js'
import { fileColumns } from '../http/files/use-files.js'
import { databaseOf } from '../support/dry-run.js'
import { tablesOf, useService } from '../support/use-service.js'
import type { OpenDatabase } from './bureau.js'

const papers = defineEntity(
  'papers',
  { id: integer({ primaryKey: true }), tenantId: text(), scan: file() },
  { tenant: 'tenantId' },
)
const paperApi = defineSchema({ papers }).resource('papers', {
  ...{ key: 'office.papers', response: { id: '.', scan: '.' }, filter: {}, defaultSort: ['id'] },
  create: { id: '.' },
  update: {},
})
export const paperResources: readonly Resource[] = [paperApi]

export const paperTables = `
  create table papers (tenant_id text, id int, ${fileColumns('scan')}, primary key (tenant_id, id));
  insert into papers values ('a', 1), ('a', 2), ('b', 1)`

const path = (id: number): string => `/api/office/papers/${id}/files/scan`
const plain = { 'content-type': 'text/plain' }

export const describeTenantFiles = (
  title: string,
  open: OpenDatabase = tablesOf(paperTables),
): void => {
  describe(title, () => {
    const service = useService({
      resources: paperResources,
      callers: { a: { tenant: 'a' }, b: { tenant: 'b' }, homeless: {} },
      database: open,
    })
    const { rows, send } = service

    const upload = async (caller: string, id: number, content: string): Promise<number> =>
      (await send(caller, 'PUT', path(id), content, plain)).statusCode

    const download = async (caller: string, id: number) => {
      const { statusCode, body } = await send(caller, 'GET', path(id))
      return statusCode === 200 ? body : statusCode
    }

    test('a caller writes, reads and deletes files of its tenant only', async () => {
      expect(await upload('a', 1, 'of a')).toBe(200)
      expect(await upload('a', 2, 'of a too')).toBe(200)
      expect([await download('b', 1), await download('b', 2)]).toEqual([404, 404])
      expect(await upload('b', 2, 'of nobody')).toBe(404)
      expect((await send('b', 'DELETE', path(2))).statusCode).toBe(404)
      expect(await upload('b', 1, 'of b')).toBe(200)
      expect([await download('a', 1), await download('b', 1)]).toEqual(['of a', 'of b'])
      expect((await send('b', 'DELETE', path(1))).statusCode).toBe(200)
      expect([await download('a', 1), await download('a', 2)]).toEqual(['of a', 'of a too'])
    })

    test('the responses for a record of another tenant and for none are equal', async () => {
      const [foreign, absent] = await Promise.all(
        [2, 999].map(async (id) => {
          const [{ instance, properties, ...error }] = (await send('b', 'GET', path(id))).json()
            .errors
          expect([instance, Object.keys(properties)]).toEqual([path(id), ['code', 'traceId']])
          return error
        }),
      )
      expect(foreign).toEqual(absent)
    })

    test('a caller without a tenant neither reads nor writes files', async () => {
      expect(await download('homeless', 1)).not.toBe('of a')
      expect(await upload('homeless', 1, 'of nobody')).toBeGreaterThanOrEqual(400)
      expect(await download('a', 1)).toBe('of a')
    })

    test('a refused upload stores nothing', async () => {
      const count = async () => (await rows('select from corollary.file')).length
      const before = await count()
      await upload('b', 2, 'of nobody')
      expect(await count()).toBe(before)
    })

    test('a range of a large file is read, and a dry run leaves nothing', async () => {
      const content = Array.from({ length: 60_000 }, (_, line) => `line ${line}\n`).join('')
      expect(await upload('a', 1, content)).toBe(200)
      const before = await databaseOf(service)
      const dry = await send('a', 'PUT', `${path(1)}?dryRun=true`, 'other', plain)
      expect(dry.json().data.scan.size).toBe(5)
      expect((await send('a', 'DELETE', `${path(1)}?dryRun=true`)).json().data.scan).toBeNull()
      expect(await databaseOf(service)).toEqual(before)
      const part = await send('a', 'GET', path(1), undefined, { range: 'bytes=262000-530000' })
      expect([part.statusCode, part.body]).toEqual([206, content.slice(262_000, 530_001)])
    })

    test('the hourly work deletes the files that no record of any tenant has', async () => {
      const collect = async (): Promise<number> => {
        const database = new Database({ connection: service.connection })
        try {
          const store = createDatabaseStore(database, 'corollary')
          const owner = { table: 'papers', column: 'scan_file' }
          return await new StoredFiles(database, 'corollary', store).collect(owner, 0)
        } finally {
          await database.close()
        }
      }
      await Promise.all([upload('a', 1, 'first'), upload('b', 1, 'of b')])
      await collect()
      expect(await upload('a', 1, 'second')).toBe(200)
      await rows("delete from papers where tenant_id = 'a' and id = 2")
      expect(await collect()).toBe(2)
      expect(await rows('select distinct file from corollary.file_chunk')).toHaveLength(2)
      expect([await download('a', 1), await download('b', 1)]).toEqual(['second', 'of b'])
    })
  })
}
