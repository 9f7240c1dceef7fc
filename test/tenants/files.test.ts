/** Files beside tenants: the same id is another record, with another file or none. */
import { defineEntity, defineSchema, file, integer, text } from 'corollary'
import { expect, test } from 'vitest'
import { fileColumns } from '../http/files/use-files.js'
import { tablesOf, useService } from '../support/use-service.js'

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

const { rows, send } = useService({
  resources: [paperApi],
  callers: { a: { tenant: 'a' }, b: { tenant: 'b' }, homeless: {} },
  database: tablesOf(`
    create table papers (tenant_id text, id int, ${fileColumns('scan')}, primary key (tenant_id, id));
    insert into papers values ('a', 1), ('a', 2), ('b', 1)`),
})

const path = (id: number): string => `/api/office/papers/${id}/files/scan`

const upload = async (caller: string, id: number, content: string): Promise<number> =>
  (await send(caller, 'PUT', path(id), content, { 'content-type': 'text/plain' })).statusCode

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
      const [{ instance, properties, ...error }] = (await send('b', 'GET', path(id))).json().errors
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
