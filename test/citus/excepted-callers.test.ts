/** Rules that except callers, on a cluster: the setting that they compare is on the right node. */
import { describe } from 'vitest'
import { clusterDatabase, hasCluster } from '../support/cluster.js'
import {
  describeExceptedCallers,
  discountResources,
  discountTables,
} from '../tenants/excepted-callers.js'

const open = () =>
  clusterDatabase(discountResources, async (client) => {
    await client.query(discountTables)
  })

describe.runIf(hasCluster)('a cluster', () => {
  describeExceptedCallers('rules that except callers', open)
})
