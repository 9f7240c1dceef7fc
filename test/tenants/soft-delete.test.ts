/** Soft delete beside tenants: equal ids and names of another tenant are other records. */
import { belongsTo, DELETED, defineEntity, defineSchema, instant, integer, text } from 'corollary'
import { expect, test } from 'vitest'
import { tablesOf, useService } from '../support/use-service.js'

const id = integer({ primaryKey: true })
const items = defineEntity(
  'items',
  { id, name: text(), tenantId: text(), deletedAt: instant({ nullable: true }) },
  { tenant: 'tenantId', softDelete: { at: 'deletedAt' } },
)
const parts = defineEntity(
  'parts',
  { id, tenantId: text(), item: belongsTo('items', { column: 'item_id' }) },
  { tenant: 'tenantId', deletedWith: 'item' },
)
const schema = defineSchema({ items, parts })
const itemApi = schema.resource('items', {
  ...{ key: 'shop.items', response: { id: '.', name: '.' }, create: { id: '.', name: '.' } },
  delete: true,
  filter: { deleted: DELETED({ authorities: ['trash'] }) },
  defaultSort: ['id'],
})
const partApi = schema.resource('parts', {
  ...{ key: 'shop.parts', response: { id: '.' }, filter: {}, defaultSort: ['id'] },
})

const { rows, send } = useService({
  resources: [itemApi, partApi],
  callers: {
    a: { tenant: 'a', authorities: ['trash'] },
    b: { tenant: 'b', authorities: ['trash'] },
  },
  database: tablesOf(`
    create table items (tenant_id text, id int, name text not null, deleted_at timestamptz,
      primary key (tenant_id, id));
    create unique index on items (tenant_id, name) where deleted_at is null;
    create table parts (tenant_id text, id int, item_id int not null, primary key (tenant_id, id),
      foreign key (tenant_id, item_id) references items);
    insert into items values ('a', 1, 'cup'), ('a', 2, 'pen'), ('b', 1, 'cup');
    insert into parts values ('a', 1, 1), ('b', 1, 1)`),
})

const idsOf = async (caller: string, resource: string, filter = {}) => {
  const answer = await send(caller, 'POST', `/api/shop/${resource}/filter`, filter)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data.content.map((each: { id: number }) => each.id)
}

test('marks, shows, restores and destroys records of the tenant of the caller only', async () => {
  expect((await send('a', 'DELETE', '/api/shop/items/1')).statusCode).toBe(204)
  expect(await idsOf('a', 'items')).toEqual([2])
  expect(await idsOf('a', 'items', { deleted: 'only' })).toEqual([1])
  expect(await idsOf('a', 'parts')).toEqual([])
  expect(await idsOf('b', 'items')).toEqual([1])
  expect(await idsOf('b', 'items', { deleted: 'only' })).toEqual([])
  expect(await idsOf('b', 'parts')).toEqual([1])

  const body = { id: 3, name: 'cup' }
  expect((await send('a', 'POST', '/api/shop/items', body)).statusCode).toBe(201)
  expect((await send('a', 'PATCH', '/api/shop/items/1/restore', {})).statusCode).toBe(409)
  expect((await send('b', 'PATCH', '/api/shop/items/2/restore', {})).statusCode).toBe(404)
  expect((await send('b', 'DELETE', '/api/shop/items/2?permanent=true')).statusCode).toBe(404)

  expect((await send('a', 'DELETE', '/api/shop/items/3?permanent=true')).statusCode).toBe(204)
  expect((await send('a', 'PATCH', '/api/shop/items/1/restore', {})).statusCode).toBe(200)
  expect(await idsOf('a', 'parts')).toEqual([1])
  const stored = await rows('select tenant_id, id from items order by 1, 2')
  expect(stored.map(({ tenant_id, id }) => [tenant_id, id])).toEqual([
    ['a', 1],
    ['a', 2],
    ['b', 1],
  ])
})
