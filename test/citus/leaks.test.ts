/** The leak tests of tenants, on a cluster. */
import { describe } from 'vitest'
import { describeTenantLeaks } from '../tenants/leaks.js'
import { clusterDatabase, clusterSettings, hasCluster } from './cluster.js'

describe.runIf(hasCluster)('a cluster', () => {
  describeTenantLeaks('tenants of a cluster', clusterDatabase, clusterSettings)
})
