/** Options of a resource, and of its named sources. */
import { describe, expect, test } from 'vitest'
import { recordingClient, succeeded, useClient } from './use-client.js'

const setup = useClient()
const employees = () => setup.client.resource('human-resources.employees')

describe('options', () => {
  test('options accept filter, search, sort and page', async () => {
    const { data } = succeeded(
      await employees().options(
        { remote: true },
        { search: 'an', size: 3, sort: 'label,desc', includeIds: [5] },
      ),
    )
    expect(data.content[0]).toMatchObject({ id: 5, extra: null })
    expect(data.content[1]?.label).toMatch(/an/i)
    expect(data.size).toBe(3)
  })

  test('optionsByIds keeps the order, and supports If-None-Match', async () => {
    const { data, etag } = succeeded(await employees().optionsByIds([3, 1]))
    expect(data.map(({ id }) => id)).toEqual([3, 1])
    const unchanged = await employees().optionsByIds([3, 1], { ifNoneMatch: etag })
    expect(unchanged).toMatchObject({ ok: true, notModified: true })
  })
})

describe('an option source', () => {
  test('an option source accepts a request', async () => {
    const { data } = succeeded(
      await employees()
        .optionSource('managers')
        .filter({ filter: { departmentId: 1 }, search: 'a', sort: 'label,desc', size: 2, page: 0 }),
    )
    expect(data).toMatchObject({ size: 2, number: 0 })
    expect(data.content[0]).toMatchObject({ id: expect.any(Number), label: expect.any(String) })
  })

  test('an option source without a request returns its options', async () => {
    const { data } = succeeded(await employees().optionSource('statuses').filter())
    expect(data.content.map(({ id }) => id)).toContain('ON_LEAVE')
  })

  test('an option source that depends on a field lists all options without it', async () => {
    const managers = employees().optionSource('managers')
    const all = succeeded(await managers.filter()).data
    const some = succeeded(await managers.filter({ filter: { departmentId: 1 } })).data
    expect(all.totalElements).toBeGreaterThan(some.totalElements)
  })

  test('byIds without texts and filter supports If-None-Match', async () => {
    const departments = employees().optionSource('departments')
    const { data, etag } = succeeded(await departments.byIds([2, 1]))
    expect(data.map(({ id }) => id)).toEqual([2, 1])
    const unchanged = await departments.byIds([2, 1], { ifNoneMatch: etag })
    expect(unchanged).toMatchObject({ ok: true, notModified: true })
    const statuses = succeeded(await employees().optionSource('statuses').byIds(['ACTIVE', 'NO']))
    expect(statuses.data).toEqual([{ id: 'ACTIVE', label: 'Active', extra: null }])
    const filtered = await departments.byIds([2, 1], { filter: { fullName: 'nobody at all' } })
    expect(succeeded(filtered).data).toEqual([])
  })

  test('byIds sends texts in a body, where commas do not separate ids', async () => {
    const { client, sent } = recordingClient()
    const source = client.resource('human-resources.employees').optionSource('statuses')
    await source.byIds(['a,b'])
    await source.byIds([1, 2])
    expect(sent).toMatchObject([
      { method: 'POST', query: '', body: { ids: ['a,b'] } },
      { method: 'GET', query: '?ids=1,2', body: undefined },
    ])
  })
})
