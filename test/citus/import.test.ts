/** Imports into distributed tables: the rows of a file are one transaction on the shard. */
import { describe } from 'vitest'
import { describeImports, planResources, planTables } from '../http/import/imports-with-others.js'
import { clusterDatabase, hasCluster } from '../support/cluster.js'

const open = () =>
  clusterDatabase(planResources, async (client) => {
    await client.query(planTables)
  })

describe.runIf(hasCluster)('a cluster', () => {
  describeImports('imports beside tenants and code', open)
})
