/** The providers of Refine against the sales sample. */
import type { CrudFilter, LiveProvider } from '@refinedev/core'
import { expect, test } from 'vitest'
import { newOrder, refusal, useSales } from './use-sales.js'

const { providersOf } = useSales()
type LiveParams = NonNullable<Parameters<LiveProvider['subscribe']>[0]['params']>
const orders = 'sales.orders'

const createOrder = async (values: object = {}) => {
  const { dataProvider } = providersOf('lead')
  const variables = { ...newOrder(), ...values }
  return (await dataProvider.create({ resource: orders, variables })).data
}

test('a list has a page, its total, and the records in the order of its sorters', async () => {
  const { dataProvider } = providersOf('lead')
  const list = (currentPage: number) =>
    dataProvider.getList({
      resource: orders,
      pagination: { currentPage, pageSize: 5 },
      sorters: [
        { field: 'orderedOn', order: 'asc' },
        { field: 'number', order: 'desc' },
      ],
      filters: [{ field: 'status', operator: 'eq', value: 'APPROVED' }],
    })
  const [first, second] = [await list(1), await list(2)]
  expect(first.data).toHaveLength(5)
  expect(first.total).toBeGreaterThan(10)
  expect(first.data.every(({ status }) => status === 'APPROVED')).toBe(true)
  const days = [...first.data, ...second.data].map(({ orderedOn }) => orderedOn)
  expect(days).toEqual([...days].sort())
  expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(10)
})

test('an infinite list reads by cursors, whose pages keep the total', async () => {
  const { dataProvider, sent } = providersOf('lead')
  const read = (currentPage: unknown) =>
    dataProvider.getList({
      resource: orders,
      pagination: { currentPage: currentPage as number, pageSize: 150 },
      meta: { cursor: true },
    })
  const first = await read(1)
  const second = await read(first['cursor'].next)
  const third = await read(second['cursor'].next)
  const totals = [first.total, second.total, third.total]
  expect(totals).toEqual([first.total, first.total, first.total])
  const ids = [first, second, third].flatMap(({ data }) => data.map(({ id }) => id))
  expect(new Set(ids).size).toBe(first.total)
  expect([third['cursor'].next, first['cursor'].prev]).toEqual([undefined, undefined])
  expect((await read(second['cursor'].prev)).data).toEqual(first.data)
  expect(sent.filter((request) => request === 'POST orders/filter')).toHaveLength(1)
})

test('without paging, a list has all records', async () => {
  const { dataProvider } = providersOf('lead')
  const { data, total } = await dataProvider.getList({
    resource: orders,
    pagination: { mode: 'off' },
  })
  expect([data.length, new Set(data.map(({ id }) => id)).size]).toEqual([total, total])
  const ids = data.slice(0, 3).map(({ id }) => String(id))
  const many = await dataProvider.getMany({ resource: orders, ids })
  expect(many.data.map(({ id }) => String(id))).toEqual(ids)
})

test('filters of each form select what the service selects', async () => {
  const { dataProvider } = providersOf('lead')
  const numbers = async (...filters: CrudFilter[]) => {
    const { data } = await dataProvider.getList({
      ...{ resource: orders, filters, pagination: { pageSize: 100 } },
    })
    return data
  }
  const [sample] = await numbers({ field: 'q', operator: 'contains', value: '26-000021' })
  expect(sample).toMatchObject({ number: '26-000021' })
  const total = [
    { field: 'total', operator: 'gte', value: 1_000 },
    { field: 'total', operator: 'lte', value: 20_000 },
  ] as const
  const inRange = await numbers(...total)
  expect(inRange.length).toBeGreaterThan(0)
  expect(inRange.every((order) => order['total'] >= 1_000 && order['total'] <= 20_000)).toBe(true)
  const isOpen: CrudFilter = {
    operator: 'or',
    value: [
      { field: 'status', operator: 'in', value: ['DRAFT'] },
      {
        operator: 'and',
        value: [{ field: 'status', operator: 'eq', value: 'SUBMITTED' }, ...total],
      },
    ],
  }
  const open = await numbers(isOpen)
  expect(new Set(open.map(({ status }) => status))).toEqual(new Set(['DRAFT', 'SUBMITTED']))
  const withDue = await numbers({ field: 'dueOn', operator: 'nnull', value: true })
  expect(withDue.every(({ dueOn }) => dueOn !== null)).toBe(true)
  const lines = await numbers(
    { field: 'line.productIds', operator: 'in', value: [119] },
    { field: 'line.quantityBetween', operator: 'gte', value: 20 },
  )
  const isLarge = (line: Record<string, number>) =>
    line['productId'] === 119 && (line['quantity'] ?? 0) >= 20
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.every((order) => order['lines'].some(isLarge))).toBe(true)
})

test('a filter that the contract cannot express is refused before it is sent', async () => {
  const { dataProvider, sent } = providersOf('lead')
  const filters: CrudFilter[] = [{ field: 'note', operator: 'contains', value: 'x' }]
  const error = await refusal(dataProvider.getList({ resource: orders, filters }))
  expect(error.message).toMatch(/^'sales.orders' has no filter for 'note' with the operator/)
  expect(error).toMatchObject({ statusCode: 400, code: 'NOT_SUPPORTED' })
  expect(sent.filter((request) => request.startsWith('POST'))).toEqual([])
  const unknown = await refusal(dataProvider.getList({ resource: 'sales.order' }))
  expect(unknown.message).toContain("no resource 'sales.order'")
})

test('errors of the service are at their fields, also of items', async () => {
  const { dataProvider } = providersOf('lead')
  const { number } = await createOrder()
  const lines = [{ productId: 7, quantity: 0 }]
  const variables = { ...newOrder(), number: '', lines }
  const invalid = await refusal(dataProvider.create({ resource: orders, variables }))
  expect(invalid.statusCode).toBe(400)
  expect(Object.keys(invalid.errors).sort()).toEqual(['lines.0.quantity', 'number'])
  const taken = { ...newOrder(), number }
  const conflict = await refusal(dataProvider.create({ resource: orders, variables: taken }))
  expect(conflict.errors).toEqual({ number: expect.any(String) })
})

test('a create that is repeated with its idempotency key creates one record', async () => {
  const { dataProvider } = providersOf('lead')
  const params = { resource: orders, variables: newOrder(), meta: { idempotencyKey: 'refine-1' } }
  const [first, second] = [await dataProvider.create(params), await dataProvider.create(params)]
  expect(second.data.id).toBe(first.data.id)
})

test('an update changes only its fields, and is refused if the record was changed since', async () => {
  const { dataProvider } = providersOf('lead')
  const { id } = await createOrder()
  const { data: seen } = await dataProvider.getOne({ resource: orders, id: String(id) })
  const update = (variables: object, meta = {}) =>
    dataProvider.update({ resource: orders, id: String(id), variables, meta })
  const { data: changed } = await update({ note: 'First' })
  expect(changed).toMatchObject({ note: 'First', purchaseOrder: seen['purchaseOrder'] })
  expect(changed['lines']).toEqual(seen['lines'])
  const { data: again } = await update({ ...changed, note: 'Second' })
  expect(again['note']).toBe('Second')
  const conflict = await refusal(update({ note: 'Third', _etag: seen['_etag'] }))
  expect(conflict).toMatchObject({
    ...{ statusCode: 412, code: 'STALE_RESOURCE_VERSION' },
    current: { id, note: 'Second', _etag: again['_etag'] },
  })
  const stale = { intent: 'terms', ifMatch: seen['_etag'] }
  expect((await refusal(update({ discountPercent: '5' }, stale))).statusCode).toBe(412)
  const { data: cheaper } = await update({ discountPercent: '5' }, { intent: 'terms' })
  expect(cheaper).toMatchObject({ discountPercent: 5, note: 'Second' })
})

test('actions of one record and of many are updates with their id', async () => {
  const { dataProvider } = providersOf('lead')
  const ids = [(await createOrder()).id!, (await createOrder()).id!]
  const submit = { action: 'submit' }
  for (const id of ids) {
    const params = { resource: orders, id, variables: {}, meta: submit }
    expect((await dataProvider.update(params)).data['status']).toBe('SUBMITTED')
  }
  const blocked = { resource: orders, id: ids[0]!, variables: {}, meta: submit }
  const error = await refusal(dataProvider.update(blocked))
  expect(error).toMatchObject({ code: 'RESOURCE_STATE_BLOCKED', current: { status: 'SUBMITTED' } })
  const approve = { resource: orders, variables: {}, meta: { action: 'bulk-approve' } }
  const texts = ids.map(String)
  const { data } = await dataProvider.updateMany({ ...approve, ids: texts })
  expect(data.map(({ status }) => status)).toEqual(['APPROVED', 'APPROVED'])
  const failed = await refusal(dataProvider.updateMany({ ...approve, ids: texts }))
  expect(failed.message).toMatch(/^2 of 2 failed\./)
})

test('an action that was performed does not fail if its record cannot be read afterwards', async () => {
  const ids = [(await createOrder()).id!, (await createOrder()).id!]
  let isHidden = false
  const { dataProvider } = providersOf('lead', {}, (request) => {
    if (/actions/.test(request)) isHidden = true
    return isHidden && /^GET orders\/\d+$|by-ids/.test(request)
  })
  for (const id of ids) {
    isHidden = false
    const submit = { resource: orders, id, variables: {}, meta: { action: 'submit' } }
    expect((await dataProvider.update(submit)).data).toEqual({ id })
  }
  isHidden = false
  const approve = { resource: orders, ids, variables: {}, meta: { action: 'bulk-approve' } }
  expect((await dataProvider.updateMany(approve)).data).toEqual(ids.map((id) => ({ id })))
})

test('many records are created, updated and deleted together', async () => {
  const { dataProvider } = providersOf('lead')
  const variables = [newOrder(), newOrder()]
  const { data: created } = await dataProvider.createMany({ resource: orders, variables })
  const ids = created.map(({ id }) => String(id))
  expect(created.map(({ number }) => number)).toEqual(variables.map(({ number }) => number))
  const note = { note: 'Together' }
  const updated = await dataProvider.updateMany({ resource: orders, ids, variables: note })
  expect(updated.data.map((order) => [order['note'], order['lines'].length])).toEqual([
    ...[
      ['Together', 1],
      ['Together', 1],
    ],
  ])
  const terms = { resource: orders, ids, variables: { discountPercent: '7' } }
  const cheaper = await dataProvider.updateMany({ ...terms, meta: { intent: 'terms' } })
  expect(cheaper.data.map(({ discountPercent }) => discountPercent)).toEqual([7, 7])
  const wrong = [newOrder(), { ...newOrder(), number: '' }]
  const refused = await refusal(dataProvider.createMany({ resource: orders, variables: wrong }))
  expect(refused.errors).toEqual({ 'items.1.data.number': expect.any(String) })
  await dataProvider.deleteMany({ resource: orders, ids })
  const gone = await refusal(dataProvider.deleteMany({ resource: orders, ids }))
  expect(gone).toMatchObject({ statusCode: 404, code: 'RESOURCE_NOT_FOUND' })
  const { id } = await createOrder()
  const deletion = { resource: orders, id: id!, variables: { _etag: '"0.wrong"' } }
  expect((await refusal(dataProvider.deleteOne(deletion))).statusCode).toBe(412)
  expect((await dataProvider.deleteOne({ resource: orders, id: id! })).data).toEqual({ id })
})

test('a write of many records that fails half-way names those that were written', async () => {
  const made = [await createOrder(), await createOrder(), await createOrder()]
  const ids = made.map(({ id }) => id!)
  /** The second request of a path breaks, and so does its repetition. */
  const breaking = (path: string) => {
    let count = 0
    const isLost = (request: string) => request.includes(path) && ++count > 1
    return providersOf('lead', {}, isLost).dataProvider
  }
  const note = { resource: orders, ids, variables: { note: 'Half.' } }
  const updating = await refusal(breaking('POST orders/batch').updateMany(note))
  expect(updating).toMatchObject({ code: 'NETWORK_ERROR', written: ids.slice(0, 2) })
  expect(updating.message).toMatch(/ Before this error, 2 of 3 records were written\.$/)
  const dryRun = { ...note, meta: { dryRun: true } }
  expect((await refusal(breaking('POST orders/batch').updateMany(dryRun))).written).toEqual([])
  const terms = { ...note, variables: { discountPercent: '7' }, meta: { intent: 'terms' } }
  const changing = await refusal(breaking('PATCH').updateMany(terms))
  expect(changing.written).toEqual(ids.slice(0, 1))
  const invalid = [newOrder(), { ...newOrder(), number: '' }]
  const single = { resource: orders, variables: invalid, meta: { atomicity: 'PER_ITEM' } }
  const creating = await refusal(providersOf('lead').dataProvider.createMany(single))
  expect(creating.message).toMatch(/^1 of 2 failed\./)
  expect(creating.written).toEqual([expect.any(Number)])
})

test('a write of many records writes nothing if one of them does not exist', async () => {
  const { dataProvider } = providersOf('lead')
  const { id } = await createOrder()
  const many = { resource: orders, ids: [id!, 999_999_999] }
  const note = { ...many, variables: { note: 'Some.' } }
  const terms = { ...many, variables: { discountPercent: '7' }, meta: { intent: 'terms' } }
  const writes = [
    () => dataProvider.updateMany(note),
    () => dataProvider.updateMany(terms),
    () => dataProvider.deleteMany(many),
  ]
  for (const write of writes) {
    expect(await refusal(write())).toMatchObject({ code: 'RESOURCE_NOT_FOUND', written: [] })
  }
  const { data } = await dataProvider.getOne({ resource: orders, id: id! })
  expect(data).toMatchObject({ note: null, discountPercent: 0 })
})

test('custom performs what Refine has no method for', async () => {
  const { dataProvider } = providersOf('lead')
  const { id } = await createOrder()
  const custom = (method: 'get' | 'post' | 'patch', url: string, payload: object = {}) =>
    dataProvider.custom<Record<string, never>>({ method, url, payload })
  const terms = await custom('patch', `sales.orders/${id}/terms`, { discountPercent: '3' })
  expect(terms.data).toMatchObject({ id, discountPercent: 3 })
  await custom('post', `sales.orders/${id}/actions/submit`)
  const stats = await custom('post', 'sales.orders/stats/group-by', { field: 'status' })
  expect(stats.data['buckets']).toContainEqual(expect.objectContaining({ key: 'SUBMITTED' }))
  const options = await custom('post', 'sales.orders/option-sources/customers/options/filter')
  expect(options.data['content']).toHaveLength(20)
  const capabilities = await custom('get', `sales.orders/${id}/capabilities`)
  expect(capabilities.data['resourceId']).toBe(id)
  const error = await refusal(custom('get', 'sales.orders/nonsense'))
  expect(error.message).toContain("'get sales.orders/nonsense' is not an operation")
})

test('access comes from the capabilities, with its reason', async () => {
  const { id } = await createOrder()
  const can = async (caller: string, action: string, record = false) =>
    providersOf(caller).accessControlProvider.can({
      ...{ resource: orders, action },
      params: record ? { id: id! } : {},
    })
  expect(await can('lead', 'list')).toEqual({ can: true })
  expect(await can('lead', 'edit', true)).toEqual({ can: true })
  expect(await can('auditor', 'create')).toEqual({ can: false, reason: 'Read only.' })
  expect(await can('auditor', 'edit', true)).toEqual({ can: false, reason: 'Read only.' })
  expect(await can('lead', 'approve', true)).toEqual({
    ...{ can: false, reason: 'Resource state blocked.' },
  })
  expect(await can('lead', 'submit', true)).toEqual({ can: true })
  const { accessControlProvider, sent } = providersOf('lead')
  const ask = (action: string) =>
    accessControlProvider.can({ resource: orders, action, params: { id: id! } })
  await Promise.all([ask('edit'), ask('delete'), ask('show')])
  expect(sent).toEqual([`GET orders/${id}/capabilities`])
})

test('users are signed in if the service knows them', async () => {
  const caller: { token: string | undefined } = { token: undefined }
  const { authProvider } = providersOf(caller, {
    signIn: ({ token }) => {
      caller.token = String(token)
    },
    signOut: () => {
      caller.token = undefined
    },
  })
  expect(await authProvider.check()).toMatchObject({ authenticated: false, redirectTo: '/login' })
  expect(await authProvider.login({ token: 'nobody-knows' })).toMatchObject({ success: false })
  expect(await authProvider.login({ token: 'lead' })).toMatchObject({ success: true })
  expect(await authProvider.check()).toEqual({ authenticated: true })
  expect(await authProvider.getIdentity?.()).toEqual({ id: 'lead', name: 'lead', tenant: null })
  expect(await authProvider.getPermissions?.()).toContain('sales:lead')
  expect(await authProvider.logout({})).toMatchObject({ success: true })
  const { dataProvider } = providersOf('nobody-knows')
  const refused = await refusal(dataProvider.getOne({ resource: orders, id: 1 }))
  expect(await authProvider.onError(refused)).toMatchObject({ logout: true })
})

/** Subscribes to the orders, and collects the events. */
const listenTo = (liveProvider: LiveProvider, ...subscriptions: readonly LiveParams[]) => {
  const events: unknown[] = []
  const ends = subscriptions.map((params) =>
    liveProvider.subscribe({
      ...{ channel: 'resources/sales.orders', types: ['*'], params },
      callback: ({ type, payload }) => events.push([type, payload]),
    }),
  )
  const leave = (): void => {
    for (const end of ends) liveProvider.unsubscribe(end)
  }
  return { events, leave }
}
const wholeList: LiveParams = { resource: orders, subscriptionType: 'useList' }

test('live events name the records that changed, over one stream for each resource', async () => {
  const { liveProvider, dataProvider, sent } = providersOf('lead', { liveIntervalMs: 1 })
  const { id } = await createOrder()
  const firstOrder: LiveParams = { resource: orders, id: '1', subscriptionType: 'useOne' }
  const { events, leave } = listenTo(liveProvider, wholeList, firstOrder)
  // Any record may have changed between the first read and the opening of the stream.
  const opened = [
    ['*', {}],
    ['*', {}],
  ]
  await expect.poll(() => events).toEqual(opened)
  await dataProvider.update({ resource: orders, id: id!, variables: { note: 'x' } })
  await expect.poll(() => events).toEqual([...opened, ['updated', { ids: [id] }]])
  expect(sent.filter((request) => request === 'GET orders/changes')).toHaveLength(1)
  leave()
})

test('live updates go on with the token of the next caller, who reads everything again', async () => {
  const caller: { token: string | undefined } = { token: 'auditor' }
  const streams: unknown[] = []
  const { liveProvider, authProvider } = providersOf(
    caller,
    {
      liveIntervalMs: 1,
      signIn: ({ token }) => {
        caller.token = String(token)
      },
      signOut: () => {
        caller.token = undefined
      },
      onLiveError: (error) => expect.fail(String(error)),
    },
    (request) => {
      if (request === 'GET orders/changes') streams.push(caller.token)
      return false
    },
  )
  const { events, leave } = listenTo(liveProvider, wholeList)
  await expect.poll(() => events).toHaveLength(1)
  await authProvider.login({ token: 'lead' })
  await expect.poll(() => events).toHaveLength(2)
  await authProvider.logout({})
  const { id } = await createOrder()
  await authProvider.login({ token: 'head-of-sales' })
  await expect.poll(() => events).toHaveLength(3)
  await providersOf('lead').dataProvider.update({
    ...{ resource: orders, id: id!, variables: { note: 'x' } },
  })
  await expect.poll(() => events.at(-1)).toEqual(['updated', { ids: [id] }])
  expect(events).toHaveLength(4)
  expect(streams).toEqual(['auditor', 'lead', 'head-of-sales'])
  leave()
})
