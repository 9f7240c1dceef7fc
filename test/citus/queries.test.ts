/** Queries of one snapshot on a cluster: the snapshot of a tenant is that of its node. */
import { describe } from 'vitest'
import { hasCluster } from '../support/cluster.js'
import { describeQueries } from '../tenants/queries.js'
import { bureauOnCluster } from './bureau-on-cluster.js'

describe.runIf(hasCluster)('a cluster', () => {
  describeQueries('queries of tenants', bureauOnCluster)
})
