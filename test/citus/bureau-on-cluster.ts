/** The tables of the sample bureau on a cluster. */
import { createTables } from '../../examples/bureau/database/seed.js'
import { clusterDatabase, hasCluster } from '../support/cluster.js'
import { type OpenDatabase, resources } from '../tenants/bureau.js'

if (!hasCluster) console.info('test/citus is skipped: CITUS_URL names no coordinator of a cluster')

export const bureauOnCluster: OpenDatabase = () => clusterDatabase(resources, createTables)
