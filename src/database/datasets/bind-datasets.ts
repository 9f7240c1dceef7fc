/** Finds the tables whose changes change the dataset version of each resource. */
import { digestOf } from '../../foundation/canonical-json.js'
import type { Diagnostics } from '../../foundation/diagnostics.js'
import { reachOf } from '../../model/types/datasets.js'
import type { EntityModel, TableName } from '../../model/types/entity-model.js'
import type { Model, ResourceModel } from '../../model/types/resource-model.js'
import { type BaseTable, type Catalog, tableKey } from '../catalog.js'

export interface BoundModel {
  readonly model: Model
  /** All tables whose changes are recorded. */
  readonly tables: readonly BaseTable[]
}

/** A resource that depends on something without triggers has no version; advice reports it. */
export const bindDatasets = (
  model: Model,
  catalog: Catalog,
  schema: string,
  diagnostics: Diagnostics,
): BoundModel => {
  const all = new Map<string, BaseTable>()
  const bind = (resource: ResourceModel): ResourceModel => {
    const { entities, joinTables } = reachOf(resource, model)
    const sources = [
      ...[...entities].map((entity) => sourceOfEntity(entity, catalog)),
      ...[...joinTables].map((table) => sourceOfTable(table, catalog)),
    ]
    const unseen = sources.flatMap((source) => source.unseen)
    if (unseen.length > 0) {
      const message = `No dataset version, no entity tags of collections: changes of ${[...new Set(unseen)].join(', ')} cannot be seen. If it is made of tables, declare tables of this database: 'dependsOn: ["schema.table"]'.`
      diagnostics.advise('DATASET_VERSION_OFF', resource.name, message)
      return resource
    }
    const tables = new Map(
      sources.flatMap(({ seen }) => seen).map((table) => [table.name, table] as const),
    )
    for (const [name, table] of tables) all.set(name, table)
    const isComplete = sources.every((source) => source.isComplete)
    const definition = digestOf(sources.flatMap(({ definitions }) => definitions).sort())
    const names = [...tables.keys()].sort()
    return { ...resource, dataset: { schema, tables: names, isComplete, definition } }
  }
  const resources = model.resources.map(bind)
  return { model: { ...model, resources }, tables: [...all.values()] }
}

interface Source {
  /** What is read depends on the tables that are seen, and on nothing else. */
  readonly isComplete: boolean
  readonly seen: readonly BaseTable[]
  /** Names of relations whose changes no trigger records. */
  readonly unseen: readonly string[]
  readonly definitions: readonly string[]
}

const sourceOfTable = (table: TableName, catalog: Catalog): Source => {
  const { bases = [], definition = '', distribution } = catalog.tables.get(tableKey(table)) ?? {}
  // No trigger of the coordinator fires for a table of a cluster.
  const unseen = bases.filter(({ isTable }) => !isTable || distribution).map(({ name }) => name)
  return {
    isComplete: bases.every((base) => base.isComplete),
    seen: bases.filter(({ isTable }) => isTable && !distribution),
    unseen: bases.length === 0 ? [tableKey(table)] : unseen,
    definitions: [definition],
  }
}

/** Declared tables replace what the catalog does not know, and cannot be verified. */
const sourceOfEntity = ({ table, dependsOn }: EntityModel, catalog: Catalog): Source => {
  const own = sourceOfTable(table, catalog)
  if (!dependsOn) return own
  const declared = dependsOn.map((one) => sourceOfTable(one, catalog))
  return {
    isComplete: own.unseen.length === 0 && [own, ...declared].every((one) => one.isComplete),
    seen: [...own.seen, ...declared.flatMap(({ seen }) => seen)],
    unseen: declared.flatMap(({ unseen }) => unseen),
    definitions: [own, ...declared].flatMap(({ definitions }) => definitions),
  }
}
