/** Filtered sets: pages, cursors, iterators, positions. */
import { describe, expect, test } from 'vitest'
import { CorollaryError, createClient, type Fetch } from '../../src/client.js'
import { refused, type resources, succeeded, useClient } from './use-client.js'

const setup = useClient()
const employees = () => setup.client.resource('human-resources.employees')

const collect = async <T>(rows: AsyncIterable<T>): Promise<readonly T[]> => {
  const all: T[] = []
  for await (const row of rows) all.push(row)
  return all
}

describe('filter', () => {
  test('filter accepts a filter, a page and a sort', async () => {
    const { data, dataVersion, links } = succeeded(
      await employees().filter(
        { salaryBetween: [5000, null], status: ['ACTIVE', 'ON_LEAVE'] },
        { page: 1, size: 5, sort: ['departmentName', 'salary,desc'] },
      ),
    )
    expect(data).toMatchObject({ number: 1, size: 5, numberOfElements: 5, first: false })
    expect(data.sort.orders).toEqual([
      { property: 'departmentName', direction: 'ASC' },
      { property: 'salary', direction: 'DESC' },
      { property: 'id', direction: 'DESC' },
    ])
    expect(data.content.every(({ salary }) => salary >= 5000)).toBe(true)
    expect(dataVersion).toBe(data.content[0]?.datasetVersion)
    expect(links).toHaveProperty('next')
  })

  test('filter without a filter returns all records, with the included ids first', async () => {
    const { data } = succeeded(await employees().filter({}, { includeIds: [9, 4], size: 3 }))
    expect(data.content.slice(0, 2).map(({ id }) => id)).toEqual([9, 4])
    expect(data.totalElements).toBe(300)
    expect(succeeded(await employees().filter()).data.totalElements).toBe(300)
  })
})

describe('cursor', () => {
  test('a cursor moves forward and back', async () => {
    const first = succeeded(await employees().cursor({}, { size: 4, sort: 'salary' })).data
    expect(first.prev).toBeNull()
    const after = { size: 4, sort: 'salary', after: first.next! } as const
    const second = succeeded(await employees().cursor({}, after)).data
    const before = { size: 4, sort: 'salary', before: second.prev! } as const
    const back = succeeded(await employees().cursor({}, before)).data
    expect(back.content).toEqual(first.content)
  })

  test('a cursor of another sort is refused', async () => {
    const { next } = succeeded(await employees().cursor({}, { size: 4, sort: 'salary' })).data
    const error = refused(await employees().cursor({}, { size: 4, after: next! }))
    expect(error).toMatchObject({ code: 'CURSOR_INVALID', status: 400 })
  })
})

describe('iterators', () => {
  test('rows iterates by cursor over all rows, each once, in order', async () => {
    const walked = await collect(employees().rows({}, { size: 37, sort: 'salary,desc' }))
    expect(walked).toHaveLength(300)
    expect(new Set(walked.map(({ id }) => id)).size).toBe(300)
    const salaries = walked.map(({ salary }) => salary)
    expect(salaries).toEqual([...salaries].sort((a, b) => b - a))
  })

  test('rows iterates by page over the same rows', async () => {
    const filter = { remote: true } as const
    const byCursor = await collect(employees().rows(filter, { size: 17 }))
    const byPage = await collect(employees().rows(filter, { size: 17, by: 'page' }))
    expect(byCursor.length).toBeGreaterThan(17)
    expect(byPage).toEqual(byCursor)
  })

  test('pages returns the pages of cursor and filter', async () => {
    const byPage = await collect(employees().pages({}, { size: 100, by: 'page' }))
    expect(byPage.map(({ data }) => data.number)).toEqual([0, 1, 2])
    const byCursor = await collect(employees().pages({}, { size: 100 }))
    expect(byCursor.map(({ data }) => data.content.length)).toEqual([100, 100, 100])
    expect(byCursor.at(-1)?.data.next).toBeNull()
    expect(byCursor[0]?.dataVersion).toMatch(/./)
  })

  test('an empty set is one empty page without rows', async () => {
    const nobody = { fullName: 'nobody is called so' } as const
    for (const by of ['cursor', 'page'] as const) {
      expect(await collect(employees().rows(nobody, { by }))).toEqual([])
    }
    expect(await collect(employees().pages(nobody, { by: 'page' }))).toHaveLength(1)
    expect(await collect(employees().pages(nobody))).toHaveLength(1)
  })

  test('ending a loop early requests no more pages', async () => {
    let requests = 0
    const fetch: Fetch = (...request) => {
      requests++
      return globalThis.fetch(...request)
    }
    const client = createClient<typeof resources>({ baseUrl: setup.baseUrl, fetch })
    let rows = 0
    for await (const _row of client.resource('human-resources.employees').rows({}, { size: 2 })) {
      if (++rows === 3) break
    }
    expect(requests).toBe(2)
  })

  test('a refused request is thrown as the same class of errors', async () => {
    const walk = collect(employees().rows({}, { size: 100_000 }))
    await expect(walk).rejects.toBeInstanceOf(CorollaryError)
    await expect(collect(employees().pages({}, { size: 0, by: 'page' }))).rejects.toMatchObject({
      code: 'INVALID_PARAMETER',
      target: 'size',
    })
  })

  test('an abort ends an iteration', async () => {
    const controller = new AbortController()
    const walk = async () => {
      for await (const _row of employees().rows({}, { size: 2, signal: controller.signal })) {
        controller.abort()
      }
    }
    await expect(walk()).rejects.toMatchObject({ code: 'ABORTED' })
  })
})

describe('locate', () => {
  test('locate returns position and page in the order of filter', async () => {
    const { data } = succeeded(await employees().filter({ remote: true }, { page: 2, size: 10 }))
    const sought = data.content[4]!
    const found = succeeded(await employees().locate(sought.id, { remote: true }, { size: 10 }))
    expect(found.data).toEqual({ position: 24, page: 2 })
  })

  test('locate of a record outside the set is refused', async () => {
    const error = refused(await employees().locate(1, { fullName: 'nobody is called so' }))
    expect(error.status).toBe(404)
  })
})
