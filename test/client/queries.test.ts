/** Several requests that read, sent as one. */
import { describe, expect, test } from 'vitest'
import { refused, succeeded, useClient } from './use-client.js'

const setup = useClient()
const key = 'human-resources.employees'

describe('queries', () => {
  test('each result is that of its method', async () => {
    const { client } = setup
    const { data } = succeeded(
      await client.queries({
        list: (read) => read.resource(key).filter({ departmentId: 1 }, { size: 2, sort: 'id' }),
        byStatus: (read) => read.resource(key).stats.groupBy({ field: 'status' }),
        position: (read) => read.resource(key).locate(2),
        options: (read) => read.resource(key).options({}, { size: 1 }),
      }),
    )
    const { list, byStatus, position, options } = data.results
    const employees = client.resource(key)
    const single = succeeded(await employees.filter({ departmentId: 1 }, { size: 2, sort: 'id' }))
    expect(succeeded(list).data).toEqual(single.data)
    expect(succeeded(byStatus).data).toEqual(
      succeeded(await employees.stats.groupBy({ field: 'status' })).data,
    )
    expect(succeeded(position).data).toEqual(succeeded(await employees.locate(2)).data)
    expect(succeeded(options).data.content).toHaveLength(1)
    expect(Number.isNaN(Date.parse(data.snapshot))).toBe(false)
  })

  test('a query that fails has its error, and the others their data', async () => {
    const { data } = succeeded(
      await setup.client.queries({
        wrong: (read) => read.resource(key).filter({}, { size: 100_000 }),
        right: (read) => read.resource(key).filter({}, { size: 1 }),
      }),
    )
    expect(refused(data.results.wrong)).toMatchObject({ code: 'LIMIT_EXCEEDED', status: 422 })
    expect(succeeded(data.results.right).data.content).toHaveLength(1)
  })

  test('a function that sends something else is refused before anything is sent', async () => {
    const byIds = setup.client.queries({
      list: (read) => read.resource(key).optionsByIds([1]) as never,
    })
    await expect(byIds).rejects.toThrow('A query must send one POST that reads')
  })
})
