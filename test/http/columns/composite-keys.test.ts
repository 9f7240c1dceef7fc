/** Every operation on resources whose keys have several columns, compared with SQL. */
import { createClient, unwrap } from 'corollary/client'
import { createTestService, type TestService } from 'corollary/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FreshDatabase, platformDatabase } from '../../support/database.js'
import { expectFailure, type Json, type Method } from '../use-people.js'
import { keyResources, keyTables, type linesApi, type notesApi } from './keys-contract.js'

/** The wire form, written down a second time. */
const idOf = (...parts: readonly unknown[]): string =>
  parts
    .map((part) =>
      [...Buffer.from(String(part))]
        .map((byte) => String.fromCharCode(byte))
        .map((char) =>
          /[A-Za-z0-9.-]/.test(char)
            ? char
            : `_${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
        )
        .join(''),
    )
    .join('~')

const authors = ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '00000000-0000-0000-0000-000000000000']
const topics = [
  'plain',
  '',
  ' blank ',
  'a~b',
  'a,b',
  'a_41',
  'é日😀',
  '../..',
  'all',
  '100%',
  '"q\'\\',
  'x/y?z#',
  '\n\t',
]

let database: FreshDatabase
let service: TestService
const statements: { readonly text: string; readonly values: unknown[] }[] = []
beforeAll(async () => {
  database = await platformDatabase()
  await database.client.query(keyTables)
  service = await createTestService({
    resources: keyResources,
    connection: database.connection,
    settings: { 'platform.pagination.max-size': 500 },
    onStatement: ({ text, values }) => statements.push({ text, values: [...values] }),
  })
})
beforeEach(async () => {
  await database.client.query(`
    truncate orders, products, tags, order_lines, line_labels, line_tags, parcels, line_checks, notes, events,
      tenants, accounts, bills, moments restart identity;
    insert into orders select i, 'C' || i, date '2026-01-01' + i from generate_series(1, 9) i;
    insert into orders values (9007199254740991, 'huge', '2026-02-02');
    insert into products select i, 'P' || i from generate_series(1, 5) i;
    insert into tags select i, 'T' || i from generate_series(1, 3) i;
    insert into order_lines (order_id, product_id, quantity, note)
      select o, p, o * 10 + p, case when p % 2 = 0 then 'even' end
      from generate_series(1, 9) o, generate_series(1, 5) p where (o + p) % 3 <> 0;
    insert into order_lines values (9007199254740991, 1, 7, null);
    insert into line_labels values (1, 'one', 2, 2), (2, 'two', 1, null), (3, 'three', 4, 1);
    insert into line_tags select order_id, product_id, 1 + product_id % 3 from order_lines;
    insert into parcels (carrier, order_id, product_id, order_code)
      select 'c' || (product_id % 2), order_id, product_id, 'C' || order_id
      from order_lines where order_id <= 4 order by order_id, product_id;
    insert into parcels (carrier, order_id, product_id) values ('half', 1, null), ('none', null, null);
    insert into line_checks select product_id, order_id, step, step % 2 = 0
      from order_lines, generate_series(1, 2) step where order_id <= 2;
    insert into tenants select i, 'N' || i from generate_series(1, 2) i;
    insert into accounts select t, n, 'A' || t || n, null from generate_series(1, 2) t, generate_series(1, 3) n;
    update accounts set parent_nr = 1 where nr > 1`)
  await database.client.query(
    `insert into notes select t, d::date, a::uuid, t || d
     from unnest($1::text[]) t, unnest(array['2026-01-02', '0001-01-01', '9999-12-31']) d, unnest($2::text[]) a`,
    [topics, authors],
  )
  await database.client.query(`
    insert into events
    select timestamptz '2026-03-01T10:00:00.5Z' + i * interval '1.000001 s', m, s, l, f, 'e' || i
    from generate_series(0, 2) i, unnest(enum_range(null::mood)) m,
      unnest(array[-9223372036854775808, 9223372036854775807]) s, unnest(array[-1.50, 1000]) l,
      unnest(array[true, false]) f`)
})
afterAll(async () => {
  await service.close()
  await database.close()
})

const base = '/api/keys'
const send = (method: Method, path: string, body?: unknown, headers = {}) =>
  service.app.inject({
    method,
    url: path.startsWith('/api') ? path : base + path,
    ...(body === undefined ? {} : { payload: body as object }),
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
  })
const json = async (method: Method, path: string, body?: unknown, status = 200): Promise<Json> => {
  const answer = await send(method, path, body)
  expect(answer.statusCode, answer.body).toBe(status)
  return answer.body === '' ? undefined : answer.json()
}
const rows = async (sql: string, values: readonly unknown[] = []) =>
  (await database.client.query({ text: sql, values: [...values], rowMode: 'array' })).rows as Json[]
const withoutLinks = ({ _links, ...record }: Json): Json => record
const idsOf = (records: readonly Json[], field = 'id') => records.map((record) => record[field])
const lineIds = async (order: string, where = 'true') =>
  (
    await rows(
      `select l.order_id, l.product_id from order_lines l join products p on p.id = l.product_id
       where ${where} order by ${order}`,
    )
  ).map((row) => idOf(...row))

/** The resources, the SQL that lists their keys in the default order, and the key's field. */
const resources = [
  ['lines', 'id', 'select order_id, product_id from order_lines order by product_id, order_id'],
  [
    'notes',
    'id',
    `select topic, to_char(day, 'YYYY-MM-DD'), author from notes order by topic, day, author`,
  ],
  [
    'events',
    'id',
    `select rtrim(to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0') || 'Z', mood, seq,
            trim_scale(level), flag from events order by title desc, at desc, mood desc, seq desc, level desc, flag desc`,
  ],
  [
    'checks',
    'key',
    'select order_id, product_id, step from line_checks order by order_id desc, product_id desc, step desc',
  ],
] as const

describe.each(resources)('%s', (name, field, query) => {
  const expected = async () => (await rows(query)).map((row) => idOf(...row))
  const records = async () => (await json('GET', `/${name}/all`)).data as Json[]

  test('lists, pages and cursors contain every record once, in the order of SQL', async () => {
    const ids = await expected()
    expect(ids.length).toBeGreaterThan(5)
    expect(new Set(ids).size).toBe(ids.length)
    expect(idsOf(await records(), field)).toEqual(ids)
    const pages: Json[] = []
    for (let page = 0; page * 7 < ids.length; page++) {
      const { data } = await json('POST', `/${name}/filter?size=7&page=${page}`, {})
      expect(data.totalElements).toBe(ids.length)
      pages.push(...data.content)
    }
    expect(idsOf(pages, field)).toEqual(ids)
    const forward: string[] = []
    let cursor: Json = (await json('POST', `/${name}/filter/cursor?size=5`, {})).data
    const last = async () => {
      for (;;) {
        forward.push(...idsOf(cursor.content, field))
        if (cursor.next === null) return
        cursor = (await json('POST', `/${name}/filter/cursor?size=5&after=${cursor.next}`, {})).data
      }
    }
    await last()
    expect(forward).toEqual(ids)
    const backward: string[] = idsOf(cursor.content, field)
    while (cursor.prev !== null) {
      cursor = (await json('POST', `/${name}/filter/cursor?size=5&before=${cursor.prev}`, {})).data
      backward.unshift(...idsOf(cursor.content, field))
    }
    expect(backward).toEqual(ids)
  })

  test('a record is found by its id, its links, locate, by-ids, options and included ids', async () => {
    const ids = await expected()
    const all = await records()
    const length = ids.length
    for (const [index, id] of ids.entries()) {
      if (index % 5 !== 0) continue
      const { data, _links } = await json('GET', `/${name}/${id}`)
      expect(data).toEqual(withoutLinks(all[index]))
      expect(_links.self.href).toContain(`/${name}/${id}`)
      expect((await json('GET', _links.self.href)).data).toEqual(data)
      const located = await json('POST', `/${name}/locate?id=${id}&size=7`, {})
      expect(located).toEqual({ position: index, page: Math.floor(index / 7) })
    }
    const some = [ids.at(-1)!, ids[0]!, ids[3]!, ids[0]!]
    expect(idsOf(await json('GET', `/${name}/by-ids?ids=${some.join(',')}`), field)).toEqual(some)
    const repeated = some.map((id) => `ids=${encodeURIComponent(id)}`).join('&')
    expect(idsOf(await json('GET', `/${name}/by-ids?${repeated}`), field)).toEqual(some)
    expect(idsOf(await json('GET', `/${name}/options/by-ids?${repeated}`))).toEqual(some)
    const included = [ids.at(-1)!, ids.at(-2)!]
    const query = `size=3&includeIds=${included.join(',')}`
    for (const path of ['filter', 'options/filter']) {
      const body = await json(
        'POST',
        `/${name}/${path}?${query}&sort=${path === 'filter' ? field : 'id'}`,
        {},
      )
      const page = body.data ?? body
      expect(idsOf(page.content, path === 'filter' ? field : 'id').slice(0, 2)).toEqual(included)
      expect(page.content).toHaveLength(5)
      expect(page.totalElements).toBe(length)
    }
    const listed = await json('POST', `/${name}/filter?size=500&sort=${field},desc`, {})
    const sorted = await json('POST', `/${name}/filter?size=500&sort=${field}`, {})
    expect(idsOf(listed.data.content, field)).toEqual(idsOf(sorted.data.content, field).reverse())
    expect(listed.data.sort.orders).toEqual([{ property: field, direction: 'DESC' }])
  })

  test('exports select records by their ids', async () => {
    const ids = (await expected()).slice(1, 4)
    const body = { format: 'json', scope: 'selected', selectedIds: ids }
    const exported = await json('POST', `/${name}/export`, body)
    expect(idsOf(exported, field)).toEqual(ids)
  })

  test('an id is URL-safe, and any other spelling of it is rejected', async () => {
    const ids = await expected()
    for (const id of ids) expect(encodeURIComponent(id)).toBe(id)
    const [id = ''] = ids
    const invalid = { status: 400, code: 'INVALID_PARAMETER' }
    const wrong = [
      `${id}~`,
      `~${id}`,
      id.split('~').slice(1).join('~'),
      id.replace('~', '~0'),
      `_30${id.slice(1)}`,
      `${id}_`,
      `${id}%20`,
      `${id}_c3`,
    ]
    for (const text of wrong) {
      const answer = await send('GET', `/${name}/${text}`)
      expectFailure(answer, { ...invalid, targets: [field] })
      const listed = await send('GET', `/${name}/by-ids?ids=${text}x`)
      expectFailure(listed, { ...invalid, targets: ['ids'] })
      const batch = await send('DELETE', `/${name}/batch`, [decodeURIComponent(text)])
      expectFailure(batch, { ...invalid, targets: ['0'] })
    }
  })

  test('records are deleted by their ids, one or many', async () => {
    await database.client.query('truncate parcels; truncate line_tags')
    if (name === 'lines') await database.client.query('truncate line_checks')
    const ids = await expected()
    const [first = '', second = '', third = '', ...others] = ids
    await json('DELETE', `/${name}/${first}`, undefined, 204)
    expectFailure(await send('GET', `/${name}/${first}`), {
      status: 404,
      code: 'RESOURCE_NOT_FOUND',
    })
    const missing = await send('DELETE', `/${name}/batch`, [second, first, third])
    expect(missing.statusCode).toBe(404)
    expect(missing.json().errors[0].properties.missingIds).toEqual([first])
    await json('DELETE', `/${name}/batch`, [second, third, second], 204)
    expect(await expected()).toEqual(others)
  })
})

test('a create responds with the id of its parts as Location, and rejects the key itself', async () => {
  const cases = [
    ['lines', { orderId: 9, productId: 3, quantity: 5, tagIds: [2, 1] }, [9, 3]],
    ['checks', { lineId: idOf(4, 1), step: -3, passed: true }, [4, 1, -3]],
    ...topics.map((topic) => [
      'notes',
      { topic, day: '2000-02-29', author: authors[0]!.toUpperCase(), body: 'x' },
      [topic, '2000-02-29', authors[0]],
    ]),
    [
      'events',
      {
        at: '2026-01-01T01:00:00.120+01:00',
        mood: 'wild',
        seq: '7',
        level: 1.5,
        flag: true,
        title: 't',
      },
      ['2026-01-01T00:00:00.12Z', 'wild', 7, '1.5', true],
    ],
  ] as const
  for (const [name, body, parts] of cases) {
    const answer = await send('POST', `/${name}`, body)
    expect(answer.statusCode, answer.body).toBe(201)
    const id = idOf(...(parts as unknown[]))
    expect(answer.headers['location']).toMatch(new RegExp(`/${name}/${id}$`))
    const { data } = await json('GET', `/${name}/${id}`)
    expect(data).toEqual(answer.json().data)
    const again = await send('POST', `/${name}`, body)
    expect([again.statusCode, again.json().errors[0].code]).toEqual([
      409,
      'DATA_INTEGRITY_VIOLATION',
    ])
  }
  const repeat = { 'idempotency-key': 'a-key-of-this-test' }
  const body = { orderId: 8, productId: 1, quantity: 1 }
  const [first, second] = [
    await send('POST', '/lines', body, repeat),
    await send('POST', '/lines', body, repeat),
  ]
  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.headers['location']).toBe(first.headers['location'])
  expect(
    await rows('select quantity from order_lines where (order_id, product_id) = (8, 1)'),
  ).toEqual([[1]])
})

test('updates, intents and actions change the record of the id, in its version', async () => {
  const id = idOf(2, 3)
  const stored = async () =>
    (
      await rows(
        'select quantity, note, version from order_lines where order_id = 2 and product_id = 3',
      )
    )[0]
  const { headers } = await send('GET', `/lines/${id}`)
  const etag = { 'if-match': String(headers['etag']) }
  const put = await send('PUT', `/lines/${id}`, { id, quantity: 40, note: 'n', tagIds: [3] }, etag)
  expect(put.statusCode, put.body).toBe(200)
  expect(await stored()).toEqual([40, 'n', 2])
  expect(put.json().data).toMatchObject({ id, orderId: 2, productId: 3, tagIds: [3], version: 2 })
  expectFailure(await send('PUT', `/lines/${id}`, { quantity: 1 }, etag), {
    status: 412,
    code: 'STALE_RESOURCE_VERSION',
  })
  expectFailure(await send('PUT', `/lines/${id}`, { id: idOf(2, 2), quantity: 1 }), {
    status: 400,
    code: 'INVALID_PARAMETER',
    targets: ['id'],
  })
  await json('PATCH', `/lines/${id}/note`, { note: 'patched' })
  await json('POST', `/lines/${id}/actions/double`, {})
  expect(await stored()).toEqual([80, 'patched', 4])
  const others = [idOf(1, 1), idOf(1, 3), idOf(1, 1)]
  const bulk = await json('POST', '/lines/actions/triple', { ids: others })
  expect(bulk.data.items.map(({ id }: Json) => id)).toEqual(others.slice(0, 2))
  expect(
    await rows('select quantity from order_lines where order_id = 1 and product_id in (1, 3)'),
  ).toEqual([[33], [39]])
  const catalogs = ['surfaces', 'actions', 'capabilities']
  for (const catalog of catalogs) {
    const { resourceId } = await json('GET', `/lines/${id}/${catalog}`)
    expect(resourceId).toBe(id)
  }
  expect((await rows('select count(*)::int from order_lines where version > 1'))[0]).toEqual([3])
})

describe('filters over keys and references', () => {
  const filtered = async (name: string, filter: object, field = 'id') =>
    idsOf((await json('POST', `/${name}/filter?size=500`, filter)).data.content, field)

  test('own keys', async () => {
    const [a, b] = [idOf(1, 3), idOf(9007199254740991, 1)]
    expect(await filtered('lines', { id: a })).toEqual([a])
    expect(await filtered('lines', { ids: [b, a, idOf(1, 2)] })).toEqual([b, a])
    const others = await lineIds('p.name, l.order_id', '(l.order_id, l.product_id) <> (1, 3)')
    expect(await filtered('lines', { notIds: [a] })).toEqual(others)
    expect(await filtered('lines', { ids: [a, b], note: 'even' })).toEqual([])
    expectFailure(await send('POST', '/lines/filter', { id: '1~2~3' }), {
      status: 400,
      code: 'FILTER_PAYLOAD_INVALID',
      targets: ['id'],
    })
    expect(await filtered('orders', { lineIn: [a, b] })).toEqual([1, 9007199254740991])
  })

  test('composite foreign keys: null if one column is, and never equal or different then', async () => {
    const parcels = async (where: string) =>
      (await rows(`select id::int from parcels where ${where} order by id`)).flat()
    const isSet = 'order_id is not null and product_id is not null'
    const id = idOf(2, 3)
    expect(await filtered('parcels', { lineId: id })).toEqual(
      await parcels('order_id = 2 and product_id = 3'),
    )
    expect(await filtered('parcels', { lineIds: [id, idOf(1, 1)] })).toEqual(
      await parcels('(order_id, product_id) in ((2, 3), (1, 1))'),
    )
    const others = await parcels(`${isSet} and (order_id, product_id) <> (2, 3)`)
    expect(others.length).toBeGreaterThan(3)
    expect(await filtered('parcels', { notLine: id })).toEqual(others)
    expect(await filtered('parcels', { notLines: [id] })).toEqual(others)
    expect(await filtered('parcels', { noLine: true })).toEqual(await parcels(`not (${isSet})`))
  })

  test('references to a unique column read the row that has the value', async () => {
    const expected = await rows(`
      select p.id::int, p.order_code, to_char(o.placed, 'YYYY-MM-DD'), l.quantity, p.order_id::int, p.product_id
      from parcels p left join orders o on o.code = p.order_code
      left join order_lines l on (l.order_id, l.product_id) = (p.order_id, p.product_id) order by p.id`)
    const { data } = await json('GET', '/parcels/all')
    expect(
      data.map(({ id, orderCode, placed, quantity, lineId }: Json) => [
        id,
        orderCode,
        placed,
        quantity,
        lineId,
      ]),
    ).toEqual(
      expected.map(([id, code, placed, quantity, order, product]) => [
        ...[id, code, placed, quantity],
        order === null || product === null ? null : idOf(order, product),
      ]),
    )
    expect(await filtered('parcels', { orderCode: 'C2' })).toEqual(
      (await rows("select id::int from parcels where order_code = 'C2' order by id")).flat(),
    )
    expect(await filtered('parcels', { placed: '2026-01-03' })).toEqual(
      await filtered('parcels', { orderCode: 'C2' }),
    )
    const counts = await rows(
      `select o.id::int8::text, count(p.id)::int from orders o left join parcels p on p.order_code = o.code group by o.id order by o.id`,
    )
    const orders = (await json('GET', '/orders/all')).data
    expect(orders.map(({ id, parcelCount }: Json) => [String(id), parcelCount])).toEqual(counts)
  })

  test('collections over composite keys: lists, ids, counts and links', async () => {
    const [order] = (await json('GET', '/orders/all')).data
    expect(order.lines).toEqual(
      (
        await rows(
          'select order_id::int, product_id, quantity from order_lines where order_id = 1 order by product_id',
        )
      ).map(([o, p, quantity]) => ({ id: idOf(o, p), productName: `P${p}`, quantity })),
    )
    expect(order.lineIds).toEqual(idsOf(order.lines))
    const line = (await json('GET', `/lines/${idOf(2, 2)}`)).data
    expect([line.words, (await json('GET', `/lines/${idOf(1, 1)}`)).data.words]).toEqual([
      'one',
      null,
    ])
    expect(await filtered('lines', { words: 'three' })).toEqual([idOf(4, 1)])
    expect(line.checkIds).toEqual([idOf(2, 2, 1), idOf(2, 2, 2)])
    expect(line.parcelIds).toEqual(
      (await rows('select id::int from parcels where (order_id, product_id) = (2, 2)')).flat(),
    )
    expect(await filtered('lines', { tagged: [3] })).toEqual(
      await lineIds(
        'p.name, l.order_id',
        'exists (select from line_tags t where t.tag_id = 3 and (t.order_id, t.product_id) = (l.order_id, l.product_id))',
      ),
    )
    expect(await filtered('tags', { lines: [idOf(1, 3), idOf(4, 1)] })).toEqual([1, 2])
    const wanted = [idOf(3, 1), idOf(5, 5)]
    const { data: tag } = await json('PUT', '/tags/3', {
      name: 'T3',
      lineIds: [...wanted, { id: wanted[0], label: 'x' }],
    })
    expect(tag.lineIds).toEqual(wanted)
    expect(
      await rows('select order_id::int, product_id from line_tags where tag_id = 3 order by 1, 2'),
    ).toEqual([
      [3, 1],
      [5, 5],
    ])
    const missing = await send('PUT', '/tags/3', { name: 'T3', lineIds: [idOf(1, 4), idOf(77, 1)] })
    expectFailure(missing, { status: 409, code: 'DATA_INTEGRITY_VIOLATION', targets: ['lineIds'] })
  })
})

describe('options', () => {
  test('sources over composite keys search, sort, include and look up', async () => {
    const all = await lineIds('p.name, l.order_id')
    const sources = [
      '/lines/option-sources/own',
      '/lines/option-sources/distinct',
      '/parcels/option-sources/allLines',
    ]
    for (const source of sources) {
      const { content, totalElements } = await json('POST', `${source}/options/filter?size=500`, {})
      expect(totalElements).toBe(all.length)
      expect([...idsOf(content)].sort()).toEqual([...all].sort())
      const wanted = [all[5]!, all[1]!, all[5]!]
      expect(idsOf(await json('GET', `${source}/options/by-ids?ids=${wanted.join(',')}`))).toEqual(
        wanted,
      )
      const page = await json('POST', `${source}/options/filter?size=2`, {
        includeIds: [all[9], all[8]],
      })
      expect(idsOf(page.content).slice(0, 2)).toEqual([all[9], all[8]])
      expect(page.content).toHaveLength(4)
    }
    const { content } = await json(
      'POST',
      '/parcels/option-sources/lines/options/filter?size=500',
      {},
    )
    const referred = await rows(
      `select distinct order_id::int, product_id from parcels where product_id is not null order by 2, 1`,
    )
    expect(content).toEqual(
      referred.map(([o, p]) => ({ id: idOf(o, p), label: `P${p}`, extra: null })),
    )
    const matching = await json(
      'POST',
      '/parcels/option-sources/allLines/options/filter?size=500',
      { filter: { orderCode: 'C3' } },
    )
    expect(new Set(idsOf(matching.content))).toEqual(
      new Set(await lineIds('1, 2', 'l.order_id = 3')),
    )
    const codes = await json('POST', '/parcels/option-sources/orders/options/filter', {})
    expect(idsOf(codes.content)).toEqual(['C1', 'C2', 'C3', 'C4'])
  })

  test('a record without a label shows its id, and is found by it', async () => {
    const id = idOf('plain', '2026-01-02', authors[0])
    const { content } = await json(
      'POST',
      '/notes/options/filter?size=500&search=plain~2026-01-02~a0ee',
      {},
    )
    expect(content).toEqual([{ id, label: id, extra: null }])
    const found = await json('POST', '/lines/option-sources/distinct/options/filter', {
      search: '9007199254740991~',
    })
    expect(idsOf(found.content)).toEqual([idOf(9007199254740991, 1)])
  })
})

test('options are found by ids whose parts the database prints in another form', async () => {
  await database.client.query(`
    insert into prices values ('Ab', 1.50, 'one'), ('b', 2, 'two');
    insert into sales values (1, 'aB', 1.5), (2, 'Ab', 1.500), (3, 'b', 2), (4, null, 1)`)
  for (const source of [
    'prices/option-sources/own',
    'prices/option-sources/distinct',
    'sales/option-sources/prices',
  ]) {
    const byIds = await json('GET', `/${source}/options/by-ids?ids=b~2,ab~1.5`)
    expect(idsOf(byIds)).toEqual(['b~2', 'ab~1.5'])
    const page = await json('POST', `/${source}/options/filter?includeIds=b~2`, {})
    expect(idsOf(page.content)).toEqual(['b~2', 'ab~1.5'])
  }
})

test('a record whose label is a missing reference shows its id, and is found by it', async () => {
  for (const path of ['options', 'option-sources/parents/options']) {
    const { content } = await json('POST', `/accounts/${path}/filter?search=2~1`, {})
    expect([...idsOf(content)].sort()).toEqual(['2~1', '2~2', '2~3'])
    expect(content.map(({ label }: Json) => label)).toEqual(['2~1', '2~1', '2~1'])
  }
})

describe('writes of references', () => {
  test('a composite reference is written by its id, an option, or null', async () => {
    const created = await json(
      'POST',
      '/parcels',
      { carrier: 'x', lineId: { id: idOf(5, 2), label: 'P2' }, orderCode: 'C5' },
      201,
    )
    const { id } = created.data
    const stored = async () =>
      (
        await rows('select order_id::int, product_id, order_code from parcels where id = $1', [id])
      )[0]
    expect(created.data).toMatchObject({ lineId: idOf(5, 2), quantity: 52, placed: '2026-01-06' })
    expect(await stored()).toEqual([5, 2, 'C5'])
    await json('PUT', `/parcels/${id}`, { carrier: 'x', lineId: idOf(6, 1), orderCode: null })
    expect(await stored()).toEqual([6, 1, null])
    await json('PUT', `/parcels/${id}`, { carrier: 'x', lineId: null, orderCode: 'huge' })
    expect(await stored()).toEqual([null, null, 'huge'])
    const missing = await send('PUT', `/parcels/${id}`, {
      carrier: 'x',
      lineId: idOf(5, 1),
      orderCode: 'nope',
    })
    expect(missing.json().errors.map(({ code, target }: Json) => [code, target])).toEqual([
      ['DATA_INTEGRITY_VIOLATION', 'lineId'],
      ['DATA_INTEGRITY_VIOLATION', 'orderCode'],
    ])
    const wrong = await send('POST', '/parcels', {
      carrier: 'x',
      lineId: '5',
      orderCode: { id: 'C5' },
    })
    expect(
      wrong
        .json()
        .errors.map(({ target }: Json) => target)
        .sort(),
    ).toEqual(['lineId', 'orderCode'])
  })

  test('references that share a column must agree with each other and with the key', async () => {
    const create = (body: object) =>
      send('POST', '/accounts', { tenantId: 1, nr: 9, name: 'n', ...body })
    const clash = await create({ parentId: idOf(2, 1) })
    expectFailure(clash, { status: 400, code: 'VALIDATION_FAILED', targets: ['parentId'] })
    expect((await create({ parentId: idOf(1, 2) })).statusCode).toBe(201)
    const path = `/accounts/${idOf(1, 9)}`
    const parent = async () =>
      (await rows('select tenant_id, parent_nr from accounts where nr = 9'))[0]
    await json('PUT', path, { name: 'n', parentId: idOf(1, 3) })
    expect(await parent()).toEqual([1, 3])
    expectFailure(await send('PUT', path, { name: 'n', parentId: idOf(2, 3) }), {
      status: 400,
      code: 'VALIDATION_FAILED',
      targets: ['parentId'],
    })
    await json('PUT', path, { name: 'n', parentId: null })
    expect(await parent()).toEqual([1, null])
  })
})

test('zero has one id', async () => {
  await database.client.query(
    "insert into events values ('2026-01-01T00:00:00Z', 'calm', 0, 0, true, 'zero')",
  )
  const id = (seq: string, level: string) =>
    idOf('2026-01-01T00:00:00Z', 'calm', seq, level, 'true')
  await json('GET', `/events/${id('0', '0')}`)
  await json('GET', `/events/${id('-0', '0')}`, undefined, 400)
  await json('GET', `/events/${id('0', '-0')}`, undefined, 400)
})

describe('a composite reference beside a field of one of its columns', () => {
  const stored = async () => (await rows('select tenant_id, account_nr from bills'))[0]
  const accountId = idOf(2, 3)

  test('keeps what it sent if the field is absent, in creates, updates and intents', async () => {
    await json('POST', '/bills', { id: 1, accountId }, 201)
    expect(await stored()).toEqual([2, 3])
    await json('PUT', '/bills/1', { accountId: idOf(1, 2) })
    expect(await stored()).toEqual([1, 2])
    await json('PATCH', '/bills/1/account', { accountId })
    expect(await stored()).toEqual([2, 3])
    await json('PUT', '/bills/1', { tenantId: 1 })
    expect(await stored()).toEqual([1, null])
    await json('PUT', '/bills/1', { accountId: null })
    expect(await stored()).toEqual([null, null])
  })

  test('contradicts a null of the field', async () => {
    await json('POST', '/bills', { id: 1, accountId }, 201)
    const body = { accountId: idOf(1, 2), tenantId: null }
    const answers = [
      await send('POST', '/bills', { id: 2, ...body }),
      await send('PUT', '/bills/1', body),
      await send('PATCH', '/bills/1/account', body),
    ]
    const error = { status: 400, code: 'VALIDATION_FAILED', targets: ['tenantId'] }
    for (const answer of answers) expectFailure(answer, error)
    expect(await stored()).toEqual([2, 3])
    await json('PUT', '/bills/1', { accountId: null, tenantId: null })
    expect(await stored()).toEqual([null, null])
  })

  test('overrules the default of the field', async () => {
    await json('POST', '/bills-of-first', { id: 1, accountId }, 201)
    expect(await stored()).toEqual([2, 3])
    await database.client.query('truncate bills')
    await json('POST', '/bills-of-first', { id: 1, accountId: null }, 201)
    expect(await stored()).toEqual([1, null])
  })
})

test('a key that is a single instant is found by its id in every spelling', async () => {
  const at = '2026-03-20T15:45:00.5Z'
  const created = await send('POST', '/moments', {
    at: '2026-03-20T16:45:00.500+01:00',
    title: 't',
  })
  expect([created.statusCode, created.json().data.at]).toEqual([201, at])
  expect(created.headers['location']).toMatch(new RegExp(`/moments/${encodeURIComponent(at)}$`))
  for (const id of [at, '2026-03-20T15:45:00.500000Z']) {
    const sent = encodeURIComponent(id)
    expect(idsOf(await json('GET', `/moments/by-ids?ids=${sent}`), 'at')).toEqual([at])
    await json('PUT', `/moments/${sent}`, { at: id, title: 'u' })
  }
  await json('DELETE', '/moments/batch', [at], 204)
})

test('reads by key, pages and collections use the index of the key', async () => {
  await database.client.query(`
    insert into orders select i, 'X' || i, '2026-01-01' from generate_series(100, 5000) i;
    insert into order_lines (order_id, product_id, quantity)
      select o, p, 1 from generate_series(100, 5000) o, generate_series(1, 5) p;
    analyze orders, order_lines, parcels`)
  const id = idOf(2000, 3)
  const requests = [
    () => json('GET', `/lines/${id}`),
    () => json('GET', `/lines/by-ids?ids=${id},${idOf(4000, 1)}`),
    () => json('POST', '/lines/filter?size=5&sort=id', { ids: [id] }),
    () => json('POST', '/lines/filter/cursor?size=5&sort=id', {}),
    () => json('POST', `/lines/filter/cursor?size=5&sort=id,desc`, {}),
    () => json('PUT', `/lines/${id}`, { quantity: 2 }),
    () => json('GET', '/orders/by-ids?ids=2000'),
  ]
  for (const request of requests) {
    statements.length = 0
    await request()
    const reads = statements.filter(({ text }) => /"?order_lines"?/.test(text))
    expect(reads.length).toBeGreaterThan(0)
    for (const { text, values } of reads) {
      const { rows: plan } = await database.client.query(`explain ${text}`, values)
      const lines = plan.map((row) => String(row['QUERY PLAN']))
      expect(lines.filter((line) => line.includes('Seq Scan on order_lines'))).toEqual([])
    }
  }
})

test('the API description has the form of ids, and no key in bodies', async () => {
  const { components, paths } = (await service.app.inject('/v3/api-docs')).json()
  const pattern = '^([A-Za-z0-9.-]|_[0-9A-F]{2})*(~([A-Za-z0-9.-]|_[0-9A-F]{2})*){1}$'
  const parameters = paths[`${base}/lines/{id}`].get.parameters
  expect(parameters.find(({ name }: Json) => name === 'id').schema).toEqual({
    type: 'string',
    pattern,
    examples: ['1~2'],
  })
  const shapes = Object.entries(components.schemas) as [string, Json][]
  const shape = (end: RegExp) => shapes.find(([name]) => end.test(name))?.[1].properties
  for (const { data } of keyResources) {
    const name = data.key.replace('keys.', '')
    const { statusCode, body } = await send('GET', `/${name}/schemas`)
    expect(statusCode, body).toBeLessThan(400)
    await json('GET', `/${name}/capabilities`)
  }
  expect(shape(/lines.*Create$/i)).not.toHaveProperty('id')
  expect(JSON.stringify(shape(/parcels.*Create$/i).lineId)).toContain(pattern)
})

test('the typed client takes ids as they came', async () => {
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const { pathname, search } = new URL(String(url))
    const answer = await send(
      (init?.method ?? 'GET') as Method,
      pathname + search,
      init?.body ? JSON.parse(String(init.body)) : undefined,
    )
    return new Response(answer.statusCode === 204 ? null : answer.body, {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string>,
    })
  }
  const client = createClient<{ 'keys.lines': typeof linesApi; 'keys.notes': typeof notesApi }>({
    baseUrl: 'http://host',
    fetch,
  })
  const lines = client.resource('keys.lines')
  const page = unwrap(await lines.filter({ ids: [idOf(1, 3), idOf(1, 1)] }, { sort: ['id'] }))
  const ids: readonly string[] = page.data.content.map(({ id }) => id)
  expect(ids).toEqual([idOf(1, 1), idOf(1, 3)])
  expect(unwrap(await lines.byIds(ids)).data.map(({ id }) => id)).toEqual(ids)
  const notes = client.resource('keys.notes')
  for (const topic of topics) {
    const note = unwrap(await notes.get(idOf(topic, '2026-01-02', authors[1])))
    expect(note.data.topic).toBe(topic)
  }
})
