/** Stored statistics on a cluster: kept on the coordinator, with the versions of the shards. */
import { describe } from 'vitest'
import { hasCluster } from '../support/cluster.js'
import { describeStoredStats } from '../tenants/stored-stats.js'
import { bureauOnCluster } from './bureau-on-cluster.js'

describe.runIf(hasCluster)('a cluster', () => {
  describeStoredStats('stored statistics of tenants', {
    open: bureauOnCluster,
    hasVersionOfTenant: true,
  })
})
