/** Owned records, rules and soft delete of tenants on a cluster. */
import { describe } from 'vitest'
import { describeOwned, ownedResources, ownedTables } from '../http/owned/owned-with-others.js'
import { clusterDatabase, hasCluster } from '../support/cluster.js'

const open = () =>
  clusterDatabase(ownedResources, async (client) => {
    await client.query(ownedTables)
  })

describe.runIf(hasCluster)('a cluster', () => {
  describeOwned('owned records with tenants', open)
})
