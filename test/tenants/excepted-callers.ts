/**
 * A rule with `unlessCaller`, for records of tenants and for shared ones: the values before a write
 * are kept in a setting of the transaction, which a cluster must read where the record is.
 */
import { defineEntity, defineSchema, integer, type Resource, text, version } from 'corollary'
import { describe, expect, test } from 'vitest'
import type { Json } from '../http/use-people.js'
import { dataOf, tablesOf, useService } from '../support/use-service.js'
import type { OpenDatabase } from './bureau.js'

const fields = {
  id: integer({ primaryKey: true, generated: true }),
  discount: integer(),
  note: text({ maxLength: 40, nullable: true }),
  version: version(),
}
const schema = defineSchema({
  offers: defineEntity('offers', { ...fields, tenantId: text() }, { tenant: 'tenantId' }),
  rates: defineEntity('rates', fields, { shared: true }),
})

const resourceOf = (entity: 'offers' | 'rates'): Resource =>
  schema.resource(entity, {
    key: `shop.${entity}`,
    response: { id: '.', discount: '.', note: '.', version: '.' },
    create: { discount: '.', note: '.' },
    update: { discount: '.', note: '.' },
    intents: { note: { title: 'Note', fields: { note: '.' } } },
    actions: {
      raise: schema.action(
        entity,
        { title: 'Raise', bulk: { atomicity: 'ATOMIC' } },
        ({ record, update }) => update({ discount: record.discount + 1 } as never),
      ),
      mark: schema.action(entity, { title: 'Mark', bulk: { atomicity: 'ATOMIC' } }, ({ update }) =>
        update({ note: 'marked' } as never),
      ),
    },
    filter: {},
    defaultSort: ['id'],
    rules: ({ discount }) => ({ discount: discount.atMost(20).unlessCaller('lead') }),
  })
export const discountResources = [resourceOf('offers'), resourceOf('rates')]

export const discountTables = `
  create table offers (tenant_id text not null, id int8 generated always as identity,
    discount int4 not null, note text, version int8 not null default 1, primary key (tenant_id, id));
  create table rates (id int8 generated always as identity primary key,
    discount int4 not null, note text, version int8 not null default 1)`

export const describeExceptedCallers = (
  title: string,
  open: OpenDatabase = tablesOf(discountTables),
): void => {
  describe(title, () => {
    const { send } = useService({
      resources: discountResources,
      callers: {
        lead: { tenant: 'a', authorities: ['lead'] },
        clerk: { tenant: 'a' },
        other: { tenant: 'b', authorities: ['lead'] },
      },
      database: open,
    })

    describe.each(['offers', 'rates'])('of %s', (name) => {
      const path = `/api/shop/${name}`
      const discounted = async (): Promise<Json> =>
        dataOf(await send('lead', 'POST', path, { discount: 30 }), 201)
      const broken = async (...sent: Parameters<typeof send>) => {
        const answer = await send(...sent)
        const [{ code, properties }] = answer.json().errors
        expect([answer.statusCode, code, properties.rule]).toEqual([
          ...[400, 'VALIDATION_FAILED', 'discount'],
        ])
      }

      test('a create obeys it, unless its caller is excepted', async () => {
        await broken('clerk', 'POST', path, { discount: 21 })
        dataOf(await send('clerk', 'POST', path, { discount: 20 }), 201)
        expect(await discounted()).toMatchObject({ discount: 30 })
      })

      test('a write that leaves the field as it is keeps what an excepted caller wrote', async () => {
        const { id } = await discounted()
        await send('other', 'POST', path, { discount: 29 })
        const record = `${path}/${id}`
        dataOf(await send('clerk', 'PATCH', `${record}/note`, { note: 'seen' }))
        const kept = dataOf(await send('clerk', 'PUT', record, { discount: 30, note: 'kept' }))
        expect(kept).toMatchObject({ discount: 30, note: 'kept', version: 3 })
        await broken('clerk', 'PUT', record, { discount: 25, note: 'refused' })
        expect(dataOf(await send('clerk', 'GET', record))).toEqual(kept)
        dataOf(await send('clerk', 'PUT', record, { discount: 20 }))
        await broken('clerk', 'PUT', record, { discount: 30 })
      })

      test('it concerns the items of a batch that change the field', async () => {
        const [kept, changed] = [await discounted(), await discounted()]
        const items = [
          { operation: 'UPDATE', id: kept.id, version: 1, data: { discount: 30, note: 'kept' } },
          { operation: 'UPDATE', id: changed.id, version: 1, data: { discount: 31 } },
          { operation: 'CREATE', data: { discount: 30 } },
        ]
        const body = { atomicity: 'PER_ITEM', items }
        const answer = await send('clerk', 'POST', `${path}/batch`, body)
        expect(dataOf(answer).items.map(({ status }: Json) => status)).toEqual([
          ...['SUCCEEDED', 'FAILED', 'FAILED'],
        ])
      })

      test('it concerns the records of an action that changes the field', async () => {
        const ids = [(await discounted()).id, (await discounted()).id]
        dataOf(await send('clerk', 'POST', `${path}/actions/mark`, { ids }))
        await broken('clerk', 'POST', `${path}/actions/raise`, { ids })
        const records = async (): Promise<Json> =>
          (await send('clerk', 'GET', `${path}/by-ids?ids=${ids}`)).json()
        const marked = { discount: 30, note: 'marked' }
        expect(await records()).toMatchObject([marked, marked])
        dataOf(await send('lead', 'POST', `${path}/actions/raise`, { ids }))
        const raised = { discount: 31, note: 'marked' }
        expect(await records()).toMatchObject([raised, raised])
      })
    })
  })
}
