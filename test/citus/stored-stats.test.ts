/** Stored statistics on a cluster: kept on the coordinator, with the versions of the shards. */
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { hasCluster } from '../support/cluster.js'
import { useBureau } from '../tenants/bureau.js'
import { describeStoredStats } from '../tenants/stored-stats.js'
import { bureauOnCluster } from './bureau-on-cluster.js'

describe.runIf(hasCluster)('a cluster', () => {
  describeStoredStats('stored statistics of tenants', {
    open: bureauOnCluster,
    hasVersionOfTenant: true,
  })

  describe('while several programs write', () => {
    const bureau = useBureau({
      open: bureauOnCluster,
      settings: { 'platform.cache.max-bytes': 0 },
    })

    /** Moves amounts between payslips of two departments: the total stays. */
    const move = async (writer: number): Promise<void> => {
      const client = new pg.Client(bureau.database.connection)
      await client.connect()
      for (let turn = 1; turn <= 30; turn++) {
        await client.query('begin')
        for (const [id, amount] of [
          [writer, turn],
          [writer + 100, -turn],
        ])
          await client.query(
            "update payslips set net = net + $1 where tenant_id = 'aurora' and id = $2",
            [amount, id],
          )
        await client.query(turn % 4 === 0 ? 'rollback' : 'commit')
      }
      await client.end()
    }

    test('a result is that of its version, and of one snapshot', async () => {
      let isWriting = true
      const seen = new Map<string, string>()
      const totals = new Set<number>()
      const ask = async (headers: Record<string, string>) => {
        const answer = await bureau.send(
          {
            ...{ method: 'POST', url: '/api/bureau/payslips/stats/group-by', headers },
            body: {
              ...{ filter: {}, field: 'department' },
              metric: { operation: 'SUM', field: 'net' },
            },
          },
          'aurora',
        )
        expect(answer.statusCode, answer.body).toBe(200)
        const { asOf: _, ...values } = answer.json().data
        const cents = values.buckets.map(({ value }: { value: number }) => Math.round(value * 100))
        totals.add(cents.reduce((sum: number, value: number) => sum + value, 0))
        const version = String(answer.headers['x-data-version'])
        const text = JSON.stringify(values)
        expect(seen.get(version) ?? text).toBe(text)
        seen.set(version, text)
      }
      const now = { 'cache-control': 'no-cache' }
      await ask({})
      const readers = [{}, now, {}].map(async (headers) => {
        while (isWriting) await ask(headers)
      })
      const aging = (async () => {
        while (isWriting)
          await bureau.rows("update corollary.statistic set as_of = as_of - interval '2 min'")
      })()
      await Promise.all([1, 2, 3].map(move))
      isWriting = false
      await Promise.all([...readers, aging])
      await ask(now)
      expect(seen.size).toBeGreaterThan(1)
      expect(totals.size).toBe(1)
    })
  })
})
