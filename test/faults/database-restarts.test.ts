/**
 * The database is killed, or shut down, and started again while clients write to a service in a
 * process of its own.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, endEverything, type Node, peopleApp, startNode } from '../server/nodes.js'
import { databaseUrl } from '../support/database.js'
import { effort } from '../support/effort.js'
import { type OwnCluster, startCluster } from '../support/own-cluster.js'
import { expectSound, writeDuring } from './ledger.js'

let cluster: OwnCluster
let node: Node
let url = ''
beforeAll(async () => {
  cluster = await startCluster()
  node = startNode(['start', '--app', peopleApp, '--employees', '20'], {
    DATABASE_URL: databaseUrl(cluster.connection),
    PLATFORM_HTTP_PORT: '0',
  })
  url = await addressOf(node)
})
afterAll(async () => {
  await endEverything()
  await cluster.close()
})

const rounds = effort(1, 10)

test.each(['kill', 'stop'] as const)(
  'a database that is gone by %s under load loses and doubles no acknowledged write',
  async (fault) => {
    const { connection } = cluster
    const name = `${rounds} × ${fault} of the database`
    const account = await writeDuring({ urls: [url], connection }, name, async () => {
      for (let round = 0; round < rounds; round++) {
        await sleep(100)
        await cluster[fault]()
        await sleep(100)
        await cluster.start()
      }
    })
    expectSound(account, ['409', '503', '504'])
    expect(node.process.exitCode).toBeNull()
    expect(account.statuses['503']).toBeGreaterThan(0)
  },
)
