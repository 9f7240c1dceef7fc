/** Files of tenants on a cluster: what records say is on shards, bytes are on the coordinator. */
import { describe } from 'vitest'
import { clusterDatabase, hasCluster } from '../support/cluster.js'
import { describeTenantFiles, paperResources, paperTables } from '../tenants/files.js'

const open = () =>
  clusterDatabase(paperResources, async (client) => {
    await client.query(paperTables)
  })

describe.runIf(hasCluster)('a cluster', () => {
  describeTenantFiles('files of tenants', open)
})
