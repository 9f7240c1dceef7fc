/** The leak tests of tenants, on a cluster. */
import { describe } from 'vitest'
import { hasCluster } from '../support/cluster.js'
import { describeTenantLeaks } from '../tenants/leaks.js'
import { bureauOnCluster } from './bureau-on-cluster.js'

describe.runIf(hasCluster)('a cluster', () => {
  describeTenantLeaks('tenants of a cluster', bureauOnCluster)
})
