/** Option sources of every type, compared with plain SQL. */
import { describe, expect, test } from 'vitest'
import type { Json } from '../use-people.js'
import { idsOf, labelsOf, type Option, salesPath, useSales } from './use-option-sources.js'

const sales = useSales()
const { ask, byIds, page, rows, walk } = sales

const asTexts = (options: readonly Option[]) =>
  options.map(({ id, label }) => ({ id: String(id), label }))

/** Expected ids and labels, as SQL: what the pages must contain, in order. */
const distinct = async (id: string, label: string, from: string, where = 'true') => {
  const found = await rows(
    `select id::text, coalesce(label::text, id::text) as label from (
       select id, min(label) as label from (select ${id} as id, ${label} as label from ${from} where ${where}) as r
       where id is not null group by id) as o
     order by o.label nulls last, o.id`,
  )
  return found.map(({ id, label }) => ({ id, label }))
}

const partner = 'sales left join shops as partner on partner.id = sales.partner_id'

/** An enum value without a label has the text of the contract. */
const stageLabel = `case stage::text when 'NEW' then 'Brand new' when 'SOLD' then 'Sold' end`

describe('distinct values of a path', () => {
  const kinds: readonly (readonly [key: string, id: string, wire: string, label: string])[] = [
    ['titles', 'title', 'string', 'title'],
    ['dotted.key_of-9', 'title', 'string', 'title'],
    ['stages', 'stage', 'string', stageLabel],
    ['ranks', 'rank', 'number', 'rank'],
    ['serials', 'serial', 'string', 'serial'],
    ['amounts', 'amount', 'number', 'amount'],
    ['days', 'day', 'string', 'day'],
    ['towns', 'partner.town', 'string', 'partner.town'],
  ]
  test.each(kinds)('%s are those of SQL, without null', async (key, id, wire, label) => {
    const expected = await distinct(id, label, partner)
    expect(expected.length).toBeGreaterThan(1)
    const options = await walk(key)
    const normal = ({ id, label }: { id: string; label: string }) =>
      wire === 'number' ? { id: String(Number(id)), label } : { id, label }
    expect(asTexts(options)).toEqual(expected.map(normal))
    for (const option of options) {
      expect(Object.keys(option)).toEqual(['id', 'label', 'extra'])
      expect(typeof option.id).toBe(wire)
      expect(option.extra).toBeNull()
    }
  })

  test('booleans, instants and UUIDs have their JSON format', async () => {
    expect(idsOf(await walk('opens'))).toEqual([false, true])
    expect(labelsOf(await walk('opens'))).toEqual(['false', 'true'])
    const instants = ['01:00:00Z', '01:00:00.000001Z', '01:00:00.000002Z']
    expect(idsOf(await walk('instants'))).toEqual(instants.map((time) => `2024-03-31T${time}`))
    const tickets = await rows('select distinct ticket from sales where ticket is not null')
    expect(idsOf(await walk('tickets'))).toEqual(tickets.map(({ ticket }) => ticket).sort())
  })

  test.each(kinds)(
    '%s contain the values of matching records only',
    async (key, id, _wire, label) => {
      const options = await walk(key, { filter: { titled: 'e' } })
      const expected = await distinct(id, label, partner, `title ilike '%e%'`)
      expect(labelsOf(options)).toEqual(expected.map(({ label }) => label))
    },
  )

  test.each([
    ...['titles', 'stages', 'ranks', 'serials', 'amounts', 'opens', 'days', 'instants'],
    ...['tickets', 'towns', 'codes', 'partners', 'grades', 'words', 'stageList', 'shops'],
    ...['ratios', 'weights'],
  ])('options of %s are found by their own ids, in the requested order', async (key) => {
    const options = (await walk(key)).toReversed()
    expect(await byIds(key, idsOf(options))).toEqual(options)
    const sent = options.filter(({ id }) => id !== '')
    const ids = idsOf(sent)
      .map((id) => encodeURIComponent(String(id)))
      .join()
    const url = `${salesPath}/option-sources/${key}/options/by-ids?ids=${ids}`
    const answer = await sales.send('GET', url)
    expect(answer.json()).toEqual(sent)
    const included = await page(key, `?size=1&includeIds=${ids}`)
    expect(included.content.slice(0, sent.length)).toEqual(sent)
  })
})

describe('distinct values with labels', () => {
  test('an id with two labels is shown once, with the smaller label', async () => {
    const options = await walk('codes')
    expect(asTexts(options)).toEqual(await distinct('code', 'title', 'sales'))
    expect(options.filter(({ id }) => id === 'a')).toEqual([
      { id: 'a', label: 'Apple', extra: null },
    ])
  })

  test('equal labels are sorted by id, in both directions', async () => {
    const same = async (query: string) =>
      idsOf((await walk('codes', {}, query)).filter(({ label }) => label === 'Apple'))
    const [sorted] = await rows(
      `select array_agg(x order by x) as ids from unnest('{A,a,c}'::text[]) x`,
    )
    expect(await same('')).toEqual(sorted.ids)
    expect(await same('&sort=label,desc')).toEqual(sorted.ids.toReversed())
    expect(await same('&sort=label,desc&sort=id')).toEqual(sorted.ids)
  })

  test.each(['', '&sort=label,desc'])(
    'a value without a label shows its id, and is last: "%s"',
    async (sort) => {
      expect((await walk('codes', {}, sort)).at(-1)).toEqual({ id: 'b', label: 'b', extra: null })
    },
  )

  test('labels of other column types have the order of their type', async () => {
    const options = await walk('rankAmounts')
    expect(asTexts(options)).toEqual(await distinct('rank', 'amount', 'sales'))
  })

  test('the label is that of a matching record', async () => {
    const found = async (filter: Json) =>
      (await walk('codes', { filter })).map(({ label }) => label)
    expect(await found({ code: 'a', titled: 'zebra' })).toEqual(['Zebra'])
    expect(await found({ code: 'a' })).toEqual(['Apple'])
  })
})

describe('related entities', () => {
  test('related entities are those that records refer to', async () => {
    const expected = await distinct('partner.id', 'partner.name', partner)
    expect(asTexts(await walk('partners'))).toEqual(expected)
    const some = await distinct('partner.id', 'partner.name', partner, 'rank = 1')
    expect(asTexts(await walk('partners', { filter: { rank: 1 } }))).toEqual(some)
  })

  test('entities that no record refers to are not options, not even by id', async () => {
    expect(idsOf(await byIds('partners', [4, 6]))).toEqual([6])
    expect(idsOf((await page('partners', '?size=1&includeIds=4,6')).content.slice(0, 1))).toEqual([
      6,
    ])
  })

  test('related entities support the declared sort keys', async () => {
    const expected = await rows(
      `select distinct partner.id, partner.town from ${partner} where partner.id is not null order by town, id`,
    )
    const ids = expected.map(({ id }) => id)
    expect(idsOf(await walk('sorted', {}, '&sort=town'))).toEqual(ids)
    expect(idsOf(await walk('sorted', { sort: 'town,desc' }))).toHaveLength(ids.length)
    expect((await page('sorted', '?sort=town')).sort.orders).toEqual([
      { property: 'town', direction: 'ASC' },
      { property: 'id', direction: 'ASC' },
    ])
  })
})

describe('rows of another resource', () => {
  const all = (where = 'true') => distinct('shops.id', 'shops.name', 'shops', where)

  test('the options are all its rows, including equal and missing labels', async () => {
    expect(asTexts(await walk('shops'))).toEqual(await all())
    expect(asTexts(await walk('allShops'))).toEqual(await all())
  })

  test('with a filter, the options are the rows that a matching record refers to', async () => {
    const referred = (condition: string) =>
      all(`exists (select from sales where sales.shop_id = shops.id and ${condition})`)
    expect(asTexts(await walk('shops', { filter: { rank: 1 } }))).toEqual(
      await referred('rank = 1'),
    )
    expect(asTexts(await walk('shops', { filter: { titled: 'e' } }))).toEqual(
      await referred(`title ilike '%e%'`),
    )
  })

  test('without a relation, the options do not depend on the filter', async () => {
    expect(asTexts(await walk('allShops', { filter: { rank: 1 } }))).toEqual(await all())
    expect(idsOf(await byIds('allShops', [4, 1], { rank: 1 }))).toEqual([4, 1])
  })

  test('rows of another resource support the declared sort keys', async () => {
    const expected = await rows('select id from shops order by town desc, id desc')
    const options = await walk('allShops', { sort: 'town,desc' })
    expect(idsOf(options)).toEqual(expected.map(({ id }) => id))
    const both = await rows('select id from shops order by name desc nulls last, town, id')
    expect(idsOf(await walk('allShops', { sort: ['name,desc', 'town'] }))).toEqual(
      both.map(({ id }) => id),
    )
  })
})

describe('options that the contract lists', () => {
  test('listed options keep their order unless the request sorts them', async () => {
    expect(idsOf(await walk('grades'))).toEqual([10, 2, -1, 7, 0])
    expect((await page('grades')).sort.orders).toEqual([])
    expect(idsOf(await walk('grades', {}, '&sort=id'))).toEqual([-1, 0, 2, 7, 10])
    expect(idsOf(await walk('grades', {}, '&sort=id,desc'))).toEqual([10, 7, 2, 0, -1])
    const labels = await rows(
      `select id from (values (10, 'Ten'), (2, 'Two'), (-1, '50% off_\\'), (7, 'ten'), (0, 'Ten')) as o(id, label)
       order by label, id`,
    )
    expect(idsOf(await walk('grades', {}, '&sort=label'))).toEqual(labels.map(({ id }) => id))
  })

  test('listed ids are numbers if all are numbers, otherwise texts', async () => {
    expect(idsOf(await byIds('grades', [0, 99, 10, 0]))).toEqual([0, 10, 0])
    expect(idsOf(await walk('words'))).toEqual(['b', '1', 'x,y', 'é'])
    expect(idsOf(await byIds('words', ['é', 'no', 'x,y']))).toEqual(['é', 'x,y'])
  })

  test('the options of an enum column are its values and labels', async () => {
    expect(await walk('stageList')).toEqual([
      { id: 'NEW', label: 'Brand new', extra: null },
      { id: 'SOLD', label: 'Sold', extra: null },
    ])
    expect(idsOf(await byIds('stageList', ['SOLD', 'LOST']))).toEqual(['SOLD'])
  })

  test('listed options do not depend on the filter, which must still be valid', async () => {
    expect(idsOf(await walk('grades', { filter: { titled: 'no such title' } }))).toHaveLength(5)
    expect((await ask('grades', '', { filter: { nothing: 1 } })).statusCode).toBe(400)
  })
})
