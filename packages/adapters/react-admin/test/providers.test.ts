/** Every method of the providers, over a real service. */
import { HttpError } from 'ra-core'
import { describe, expect, test, vi } from 'vitest'
import { readPages } from '../../shared/src/pages.js'
import { adminFiles } from '../src/generate/admin.js'
import { createSession, type LiveEvent } from '../src/index.js'
import { newOrder, refusal, useProviders } from './use-providers.js'

const sample = '../../../../examples/admins/react-admin/src'
const { clientOf, providersOf } = useProviders()
const list = (page: number, perPage: number, filter = {}) => ({
  ...{ pagination: { page, perPage }, filter },
  sort: { field: 'number', order: 'ASC' as const },
})

describe('reading', () => {
  test('getList returns a page with the total of the filtered set', async () => {
    const { data, sent } = providersOf('lead')
    const all = await data.getList('orders', list(2, 10))
    expect(all).toMatchObject({ total: 400 })
    expect(all.data).toHaveLength(10)
    const filter = { status: ['SUBMITTED', 'APPROVED'], totalBetween: { from: 1000 } }
    const found = await data.getList('sales.orders', list(1, 5, filter))
    expect(found.total).toBeLessThan(400)
    expect(found.data.every(({ total }) => total >= 1000)).toBe(true)
    expect(sent.filter((line) => line.startsWith('POST'))).toEqual([
      'POST /api/sales/orders/filter?page=1&size=10&sort=number,asc',
      'POST /api/sales/orders/filter?page=0&size=5&sort=number,asc',
    ])
  })

  test('more records than a page may have are read in parts, as an export needs them', async () => {
    const { data, sent } = providersOf('lead')
    const all = await data.getList('orders', list(1, 1000))
    expect(new Set(all.data.map(({ id }) => id)).size).toBe(all.total)
    expect(sent.filter((line) => line.startsWith('POST'))).toHaveLength(2)
    const second = await data.getList('orders', list(2, 300))
    expect(second.data).toEqual(all.data.slice(300))
    sent.length = 0
    expect((await data.getList('orders', list(1, 1009))).data).toEqual(all.data)
    expect(sent.filter((line) => line.startsWith('POST'))).toHaveLength(2)
    const odd = { ...list(2, 211), filter: { status: ['SUBMITTED', 'APPROVED', 'SHIPPED'] } }
    const page = await data.getList('orders', odd)
    const whole = await data.getList('orders', { ...odd, ...list(1, 400, odd.filter) })
    expect(page.data).toEqual(whole.data.slice(211, 422))
  })

  test('a list by cursor has the same pages without a total, also when it is opened late', async () => {
    const { data } = providersOf('lead')
    const byCursor = { ...list(3, 30), meta: { cursor: true } }
    const third = await data.getList('orders', byCursor)
    expect(third.data).toEqual((await data.getList('orders', list(3, 30))).data)
    expect(third).not.toHaveProperty('total')
    expect(third.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: true })
    const last = providersOf('lead', { cursor: ['orders'] }).data
    expect((await last.getList('orders', list(4, 100))).pageInfo?.hasNextPage).toBe(false)
    expect((await last.getList('orders', list(5, 100))).data).toEqual([])
  })

  test('a record looks the same in a list and alone, so that forms are not reset', async () => {
    const { data } = providersOf('lead')
    const [row] = (await data.getList('orders', list(1, 1))).data
    const { data: record } = await data.getOne('orders', { id: row.id })
    expect(JSON.stringify(record)).toBe(JSON.stringify(row))
    expect(Object.keys(record._links)).toEqual(['update', 'delete'])
  })

  test('getMany reads more ids than one request may have', async () => {
    const { data, sent } = providersOf('lead')
    const ids = [1, 2, 3, 4]
    const { data: records } = await data.getMany('orders', { ids: [...ids, 999_999] })
    expect(records.map(({ id }) => id)).toEqual(ids)
    expect(sent.filter((line) => line.includes('by-ids'))).toHaveLength(2)
  })

  test('getManyReference takes the field of the record or the filter field', async () => {
    const { data } = providersOf('lead')
    const { pagination, sort, filter } = list(1, 100)
    const of = (target: string) =>
      data.getManyReference('orders', { target, id: 2, pagination, sort, filter })
    const byField = await of('customerId')
    expect(byField.data.length).toBeGreaterThan(0)
    expect(byField.data.every(({ customerId }) => customerId === 2)).toBe(true)
    expect((await of('customerIds')).total).toBe(byField.total)
    expect((await refusal(of('number'))).message).toBe(
      "'orders' cannot be filtered by 'number'. Filter fields that refer to records: customerIds, territoryIds.",
    )
  })

  test('an unknown resource is named with those that exist', async () => {
    const error = await refusal(providersOf('lead').data.getList('invoices', list(1, 1)))
    expect(error).toBeInstanceOf(HttpError)
    expect(error.message).toBe(
      "The service has no resource 'invoices'. Resources: orders, customers, products, order-lines, territories.",
    )
  })
})

describe('writing', () => {
  test('create and update save a record, and an update keeps fields that the form lacks', async () => {
    const { data } = providersOf('lead')
    const { data: created } = await data.create('orders', { data: newOrder() })
    expect(created).toMatchObject({ status: 'DRAFT', lineCount: 1 })
    const { data: updated } = await data.update('orders', {
      ...{ id: created.id, data: { note: 'By noon.' }, previousData: created },
    })
    expect(updated).toMatchObject({ note: 'By noon.', lineCount: 1, purchaseOrder: 'PO-1' })
  })

  test('a whole record, as a form has it, is taken back', async () => {
    const { data } = providersOf('lead')
    const { data: created } = await data.create('orders', { data: newOrder() })
    const { data: record } = await data.getOne('orders', { id: created.id })
    const changed = { ...record, lines: [{ ...record.lines[0], quantity: 5 }] }
    const saved = await data.update('orders', {
      ...{ id: record.id, data: changed, previousData: record },
    })
    expect(saved.data.lines[0]).toMatchObject({ quantity: 5, id: record.lines[0].id })
  })

  test('errors belong to their fields, those of items too', async () => {
    const { data } = providersOf('lead')
    const lines = [{ productId: 7, quantity: 0 }]
    const error = await refusal(
      data.create('orders', { data: { ...newOrder(), number: '', lines, dueOn: '2026-07-31' } }),
    )
    expect(error.status).toBe(400)
    expect(error.body).toMatchObject({ code: 'VALIDATION_FAILED' })
    expect(Object.keys(error.body.errors).sort()).toEqual(['lines.0.quantity', 'number'])
    const rule = await refusal(
      data.create('orders', { data: { ...newOrder(), dueOn: '2026-01-01' } }),
    )
    expect(rule.body.errors).toEqual({
      dueOn: 'The due date must not be before the date of the order.',
    })
  })

  test('the same key creates one record', async () => {
    const { data } = providersOf('lead')
    const params = { data: newOrder(), meta: { idempotencyKey: crypto.randomUUID() } }
    const first = await data.create('orders', params)
    expect((await data.create('orders', params)).data.id).toBe(first.data.id)
    const plain = providersOf('lead', { idempotencyKeys: false })
    await plain.data.create('orders', { data: newOrder() })
  })

  test('writes need no crypto.randomUUID, which pages without HTTPS do not have', async () => {
    vi.spyOn(globalThis.crypto, 'randomUUID').mockImplementation(() => {
      throw new TypeError('crypto.randomUUID is not a function')
    })
    const { data } = providersOf('lead')
    expect((await data.create('orders', { data: newOrder() })).data.id).toBeGreaterThan(0)
  })

  test('a create whose response is lost is sent again, and creates one record', async () => {
    const order = newOrder()
    const lost = providersOf('lead', {}, { losesFirstCreate: true })
    const { data: created } = await lost.data.create('orders', { data: order })
    const sent = lost.sent.filter((line) => line === 'POST /api/sales/orders')
    expect(sent).toHaveLength(2)
    const found = await lost.data.getList('orders', list(1, 10, { q: order.number }))
    expect(found.data.filter(({ number }) => number === order.number)).toMatchObject([
      { id: created.id },
    ])
  })

  test('a record that was changed meanwhile is not overwritten, and the error has it', async () => {
    const { data } = providersOf('lead')
    const { data: seen } = await data.create('orders', { data: newOrder() })
    const write = (note: string) =>
      data.update('orders', { id: seen.id, data: { note }, previousData: seen })
    await write('First.')
    const error = await refusal(write('Second.'))
    expect(error).toMatchObject({ status: 412, body: { code: 'STALE_RESOURCE_VERSION' } })
    expect(error.body.current).toMatchObject({ id: seen.id, note: 'First.' })
    expect(error.body.errors).toBeUndefined()
    expect(await refusal(data.delete('orders', { id: seen.id, previousData: seen }))).toMatchObject(
      { status: 412 },
    )
    const merged = error.body.current
    await data.update('orders', { id: seen.id, data: { note: 'Both.' }, previousData: merged })
  })

  test('two writes at once: one of them is refused', async () => {
    const { data } = providersOf('lead')
    const { data: seen } = await data.create('orders', { data: newOrder() })
    const writes = await Promise.allSettled(
      ['A', 'B'].map((note) =>
        data.update('orders', { id: seen.id, data: { note }, previousData: seen }),
      ),
    )
    expect(writes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('a record without a version is compared by the fields that an update writes', async () => {
    const { data } = providersOf('head-of-sales')
    const { data: seen } = await data.getOne('products', { id: 1 })
    const write = (name: string) =>
      data.update('products', { id: 1, data: { name }, previousData: seen })
    await write('Desk of today')
    expect((await refusal(write('Desk of tomorrow'))).body.current.name).toBe('Desk of today')
  })

  test('updateMany changes fields of all records or of none', async () => {
    const { data } = providersOf('lead')
    const made = await Promise.all([1, 2, 3].map(() => data.create('orders', { data: newOrder() })))
    const ids = made.map(({ data: { id } }) => id)
    expect(await data.updateMany('orders', { ids, data: { note: 'All.' } })).toEqual({ data: ids })
    const { data: changed } = await data.getMany('orders', { ids })
    expect(changed.map(({ note, lineCount }) => [note, lineCount])).toEqual(
      ids.map(() => ['All.', 1]),
    )
    expect(
      await refusal(data.updateMany('orders', { ids, data: { discountPercent: 101 } })),
    ).toMatchObject({ status: 400 })
    expect(
      (await refusal(data.updateMany('orders', { ids: [...ids, 999_999], data: {} }))).message,
    ).toBe('1 of the records do not exist or are not visible.')
  })

  test('a write of many records writes nothing if one of them is missing', async () => {
    const { data, sent } = providersOf('lead')
    const made = await Promise.all(
      [1, 2, 3, 4].map(() => data.create('orders', { data: newOrder() })),
    )
    const ids = [...made.map(({ data: { id } }) => id), 999_999]
    sent.length = 0
    const message = '1 of the records do not exist or are not visible.'
    expect((await refusal(data.updateMany('orders', { ids, data: { note: 'x' } }))).message).toBe(
      message,
    )
    expect((await refusal(data.deleteMany('orders', { ids }))).message).toBe(message)
    expect(sent.filter((request) => request.includes('/batch'))).toEqual([])
  })

  test('a write of many records that fails half-way names those that were written', async () => {
    const plain = providersOf('lead')
    const made = await Promise.all(
      [1, 2, 3, 4].map(() => plain.data.create('orders', { data: newOrder() })),
    )
    const ids = made.map(({ data: { id } }) => id)
    /** The second request of a path breaks, and so does its repetition. */
    const breaking = (path: string) => {
      let count = 0
      return providersOf('lead', {}, { isBroken: (line) => line.includes(path) && ++count > 1 })
    }
    const { data } = breaking('/batch')
    const error = await refusal(data.updateMany('orders', { ids, data: { note: 'Half.' } }))
    expect(error.message).toBe(
      'The service is unreachable, or the connection broke. ' +
        'Before this error, 2 of 4 records were written.',
    )
    expect(error.body).toMatchObject({ code: 'NETWORK_ERROR', written: ids.slice(0, 2) })
    const { data: records } = await plain.data.getMany('orders', { ids })
    expect(records.map(({ note }) => note)).toEqual(['Half.', 'Half.', null, null])
    const deleting = breaking('/batch').data
    expect(await refusal(deleting.deleteMany('orders', { ids }))).toMatchObject({
      body: { written: ids.slice(0, 3) },
    })
    expect((await plain.data.getMany('orders', { ids })).data).toHaveLength(1)
  })

  test('delete and deleteMany remove records', async () => {
    const { data } = providersOf('lead')
    const made = await Promise.all([1, 2, 3].map(() => data.create('orders', { data: newOrder() })))
    const [first, ...others] = made.map(({ data: record }) => record)
    await data.delete('orders', { id: first.id, previousData: first })
    await data.deleteMany('orders', { ids: others.map(({ id }) => id) })
    expect(await refusal(data.getOne('orders', { id: first.id }))).toMatchObject({ status: 404 })
    const { data: restored } = await data.restore('orders', { id: first.id })
    expect(restored.id).toBe(first.id)
  })
})

describe('after a change of the caller', () => {
  test('the catalogs are read again, also by the data provider', async () => {
    const { data, auth, sent } = providersOf('auditor')
    const reads = () => sent.filter((line) => line === 'GET /schemas/resources').length
    await data.getOne('products', { id: 2 })
    await auth.canAccess?.({ resource: 'products', action: 'list' })
    expect(reads()).toBe(1)
    await auth.login({ token: 'lead' })
    await data.getOne('products', { id: 2 })
    expect(reads()).toBe(2)
    await auth.logout({})
    await data.getOne('products', { id: 2 })
    await expect(auth.checkError({ status: 401 })).rejects.toThrow('ra.notification.logged_out')
    await data.getOne('products', { id: 2 })
    expect(reads()).toBe(4)
  })
})

describe('beyond react-admin', () => {
  test('after a sign-in, changes are those that the new caller may see', async () => {
    const { auth, data, sent } = providersOf('auditor')
    const heard: string[] = []
    const listen = ({ topic }: LiveEvent) => void heard.push(topic)
    const topics = ['resource/orders', 'resource/orders/1']
    for (const topic of topics) await data.subscribe(topic, listen)
    // A form that opens has just read its record.
    await expect.poll(() => heard).toEqual(['resource/orders'])
    await auth.logout({})
    await auth.login({ token: 'lead' })
    await expect.poll(() => heard).toEqual(['resource/orders', ...topics])
    await auth.logout({})
    for (const topic of topics) await data.unsubscribe(topic, listen)
    await auth.login({ token: 'auditor' })
    expect(sent.filter((request) => request.includes('/changes'))).toHaveLength(2)
  })

  test('a subscriber that leaves before its resource is found opens no stream', async () => {
    const { data, sent } = providersOf('lead')
    const listen = () => undefined
    await Promise.all([
      data.subscribe('resource/orders', listen),
      data.unsubscribe('resource/orders', listen),
    ])
    await data.getOne('orders', { id: 1 })
    expect(sent.filter((request) => request.includes('/changes'))).toEqual([])
  })

  test('actions run on a record and in bulk, and intents change their fields', async () => {
    const { data } = providersOf('lead')
    const made = await Promise.all([1, 2].map(() => data.create('orders', { data: newOrder() })))
    const ids = made.map(({ data: { id } }) => id)
    for (const { data: order } of made) {
      const submitted = await data.act('orders', {
        ...{ id: order.id, action: 'submit', previousData: order },
      })
      expect(submitted.data).toMatchObject({ id: order.id, status: 'SUBMITTED' })
    }
    const bulk = { action: 'bulk-approve', ids, meta: { idempotencyKey: crypto.randomUUID() } }
    const outcome = await data.perform('orders', bulk)
    expect(outcome.data).toMatchObject({ total: 2, succeeded: 2 })
    expect(await data.perform('orders', bulk)).toEqual(outcome)
    const again = refusal(data.act('orders', { id: ids[0], action: 'submit' }))
    expect(await again).toMatchObject({ status: 409, body: { current: { status: 'APPROVED' } } })
    const terms = { id: ids[0], intent: 'terms', data: { dueOn: '2026-09-01' } }
    expect((await data.intent('orders', terms)).data['dueOn']).toBe('2026-09-01')
    expect((await refusal(data.perform('orders', { action: 'no', ids }))).message).toBe(
      "'orders' has no bulk action 'no'.",
    )
  })

  test('subscribers of a list and of a record hear of changes until they leave', async () => {
    const { data } = providersOf('lead')
    const { data: order } = await data.create('orders', { data: newOrder() })
    const heard: LiveEvent[] = []
    const hear = (event: LiveEvent) => void heard.push(event)
    const topics = ['resource/orders', `resource/orders/${order.id}`, 'resource/orders/1']
    for (const topic of topics) await data.subscribe(topic, hear)
    // Any record of a list may have changed between its first read and the opening of the stream.
    const summaries = () => heard.map(({ topic, payload: { ids } }) => [topic, ...ids])
    await expect.poll(summaries).toEqual([['resource/orders']])
    const previousData = (await data.getOne('orders', { id: order.id })).data
    await data.update('orders', { id: order.id, data: { note: 'x' }, previousData })
    await expect
      .poll(summaries)
      .toEqual([
        ['resource/orders'],
        ['resource/orders', order.id],
        [`resource/orders/${order.id}`, order.id],
      ])
    expect(new Set(heard.map(({ type }) => type))).toEqual(new Set(['updated']))
    for (const topic of topics) await data.unsubscribe(topic, hear)
    expect((await refusal(data.subscribe('resource/territories', hear))).message).toBe(
      "'territories' does not report changes.",
    )
  })
})

describe('the generator', () => {
  test('writes the sample admin', async () => {
    const pages = await readPages(clientOf())
    const facts = { title: 'Sales', baseUrl: '', contextPath: '' }
    for (const { path, text, omitted } of adminFiles(facts, pages)) {
      // The sample chooses its caller.
      if (path === 'providers.ts') continue
      await expect(text).toMatchFileSnapshot(`${sample}/${path}`)
      expect(omitted).toEqual([])
    }
  })
})

describe('authentication and access', () => {
  test('access has the reason, of a resource and of a record', async () => {
    const { auth } = providersOf('auditor')
    const resource = 'orders'
    expect(await auth.access({ resource, action: 'list' })).toEqual({ can: true, reason: null })
    expect(await auth.access({ resource, action: 'create' })).toEqual({
      ...{ can: false, reason: 'read-only' },
    })
    const lead = providersOf('lead').auth
    const record = { id: 1 }
    expect(await lead.access({ resource, action: 'edit', record })).toMatchObject({ can: true })
    expect(await lead.access({ resource, action: 'submit', record })).toEqual({
      ...{ can: false, reason: 'resource-state-blocked' },
    })
    expect(await lead.access({ resource, action: 'fly' })).toMatchObject({ can: false })
  })

  test('canAccess of rows reads their links, without a request for each', async () => {
    const { auth, data, sent } = providersOf('auditor')
    const params = { pagination: { page: 1, perPage: 5 }, sort: { field: 'id', order: 'ASC' } }
    const rows = (await data.getList('orders', params as never)).data
    const requests = sent.length
    const can = (action: string) =>
      Promise.all(rows.map((record) => auth.canAccess?.({ resource: 'orders', action, record })))
    expect(await can('edit')).toEqual(rows.map(() => false))
    expect(sent).toHaveLength(requests)
    expect(await auth.canAccess?.({ resource: 'orders', action: 'create' })).toBe(false)
    // Only a record decides it.
    expect(await auth.canAccess?.({ resource: 'orders', action: 'edit' })).toBe(true)
  })

  test('a refused write of a caller without access keeps the caller signed in', async () => {
    const { auth, data } = providersOf('auditor')
    const error = await refusal(data.create('orders', { data: newOrder() }))
    expect(error).toMatchObject({ status: 403, body: { code: 'ACCESS_DENIED' } })
    await auth.checkError(error)
    expect(await auth.getIdentity?.()).toEqual({ id: 'auditor', fullName: 'Auditor' })
    expect(await auth.getPermissions?.({})).toContain('sales:audit')
    await auth.checkAuth({})
  })

  test('a token is kept until it is refused or the user leaves', async () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    const { auth, session } = providersOf('lead')
    await auth.login({ token: 'auditor' })
    expect(session.headers()).toEqual({ Authorization: 'Bearer auditor' })
    await expect(auth.checkError({ status: 401 })).rejects.toThrow('ra.notification.logged_out')
    expect(session.token).toBeUndefined()
    createSession(storage).keep('abc')
    expect(createSession(storage).token).toBe('abc')
    createSession(storage).end()
    expect(kept.size).toBe(0)
  })
})
