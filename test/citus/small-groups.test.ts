/**
 * Small groups of a table without tenants that is distributed by its key: the groups are chosen
 * among those of all shards. The property test of small groups has tables of tenants.
 */
import { describe, expect, test } from 'vitest'
import type { Json } from '../http/use-people.js'
import { emptyClusterDatabase, hasCluster } from '../support/cluster.js'
import { staffApi, staffCallers, staffTables } from '../support/small-groups.js'
import { useService } from '../support/use-service.js'

describe.runIf(hasCluster)('a table that is distributed by its key', () => {
  const { send } = useService({
    resources: [staffApi],
    callers: staffCallers,
    database: async () => {
      const database = await emptyClusterDatabase()
      await database.client.query(staffTables)
      await database.client.query("select create_distributed_table('staff', 'id')")
      await database.client.query(
        `insert into staff (batch, team, level, joined, pay)
         select 1, team, level, '2026-03-01', 100 from (values ('A', 1, 4), ('B', 2, 1), ('C', 3, 5))
           as teams(team, level, size), generate_series(1, size)`,
      )
      return database
    },
  })
  const counts = async (caller: string, endpoint: string, body: object): Promise<Json> => {
    const request = { filter: { batch: 1 }, ...body }
    const answer = await send(caller, 'POST', `/api/hr/staff/stats/${endpoint}`, request)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data.buckets.map(({ count }: Json) => count)
  }

  test('withholds small groups of a group-by', async () => {
    const body = { field: 'team', orderBy: 'KEY_ASC', metric: { operation: 'SUM', field: 'pay' } }
    expect(await counts('finance', 'group-by', body)).toEqual([4, 1, 5])
    expect(await counts('guest', 'group-by', body)).toEqual([null, null, 5])
  })

  // Along an index, the statement would be recursive, which a cluster refuses.
  test.each([{ batch: 1 }, {}])('withholds small groups of a histogram: %j', async (filter) => {
    const body = { filter, field: 'level', mode: 'HISTOGRAM', bucketSize: 1 }
    expect(await counts('finance', 'distribution', body)).toEqual([4, 1, 5])
    expect(await counts('guest', 'distribution', body)).toEqual([null, null, 5])
  })
})
