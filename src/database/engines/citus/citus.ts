/** The coordinator of a Citus cluster. */
import { tableKey } from '../../catalog/catalog.js'
import type { Engine, EngineTables, RelayDatabase } from '../engine.js'
import {
  adviseDistribution,
  adviseLockTimeout,
  adviseRecording,
  adviseTenantTables,
  proposeForCluster,
} from './advise.js'
import { foldShared, isRecorded } from './dataset-versions.js'
import { placesOnShards } from './error-places.js'
import { readPlacements } from './placements.js'
import {
  type ClusterTables,
  forgetExpiredKeys,
  readClusterTables,
  readRoleSettings,
} from './platform-tables.js'
import { createRelay } from './relay.js'
import { keysOnShard } from './stored-keys.js'

export const citus: Engine = {
  readPlacements,
  placesIn: placesOnShards,
  readTables: async (client, schema) => tablesOn(await readClusterTables(client, schema), schema),
}

const tablesOn = (cluster: ClusterTables, schema: string): EngineTables => {
  const relayOf = (database: RelayDatabase) =>
    cluster.tenantOutbox === undefined ? undefined : createRelay(database, schema)
  return {
    isRecorded: (table) => isRecorded(table, cluster),
    bind: (model, { tables }) => ({
      ...model,
      resources: model.resources.map((resource) => {
        const { table, tenant } = resource.entity
        const group = tenant && tables.get(tableKey(table))?.placement?.group
        const isBeside = (other: number | undefined) => group !== undefined && other === group
        return {
          ...resource,
          ...(isBeside(cluster.tenantKeys) && { tenantKeys: keysOnShard(schema) }),
          changesBesideRows: isBeside(cluster.tenantOutbox),
        }
      }),
    }),
    relayOf,
    dutiesOf: (database) => {
      const relay = relayOf(database)
      return [
        ...(cluster.hasSharedChanges ? [() => foldShared(database, schema)] : []),
        ...(cluster.tenantKeys === undefined
          ? []
          : [() => database.query(forgetExpiredKeys(schema))]),
        ...(relay ? [() => relay.run()] : []),
      ]
    },
    propose: (application) => proposeForCluster(schema, application, cluster),
    advise: async (client, { model, catalog, unrecorded, lockTimeoutMs, diagnostics }) => {
      adviseDistribution(model, catalog, diagnostics)
      adviseTenantTables(schema, model, catalog, cluster, diagnostics)
      adviseRecording(schema, unrecorded, cluster, diagnostics)
      adviseLockTimeout(await readRoleSettings(client), lockTimeoutMs, diagnostics)
    },
  }
}
