/** Dry runs on a cluster: nothing is left on the nodes, nor on the coordinator. */
import { describe } from 'vitest'
import { hasCluster } from '../support/cluster.js'
import { describeDryRuns } from '../tenants/dry-run.js'
import { bureauOnCluster } from './bureau-on-cluster.js'

describe.runIf(hasCluster)('a cluster', () => {
  describeDryRuns('dry runs of tenants', bureauOnCluster)
})
