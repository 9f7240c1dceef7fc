/** A node that the coordinator cannot reach: its address in this database is changed meanwhile. */
import { describe, expect, test } from 'vitest'
import { hasCluster } from '../support/cluster.js'
import { otherSessions } from '../support/sessions.js'
import { useBureau } from '../tenants/bureau.js'
import { bureauOnCluster } from './bureau-on-cluster.js'

describe.runIf(hasCluster)('a lost node of a cluster', () => {
  const bureau = useBureau({ open: bureauOnCluster })
  const read = () => bureau.send({ method: 'GET', url: '/api/bureau/employees/1' }, 'aurora')
  const sessions = () => bureau.rows(`select pid ${otherSessions} order by pid`)

  test('requests of its tenants are 503, keep their connections, and succeed when it is back', async () => {
    expect((await read()).statusCode).toBe(200)
    const before = await sessions()
    const [node] = await bureau.rows(`select nodeid, nodeport from pg_dist_node
      join citus_shards using (nodeport) where table_name = 'employees'::regclass
        and shardid = get_shard_id_for_distribution_column('employees', 'aurora'::text)`)
    const move = (port: number) =>
      bureau.rows('update pg_dist_node set nodeport = $1 where nodeid = $2', [port, node!.nodeid])
    await move(1)
    for (let round = 0; round < 5; round++) {
      const answer = await read()
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1'])
    }
    expect(await sessions()).toEqual(before)
    await move(node!.nodeport)
    expect((await read()).statusCode).toBe(200)
  })
})
