/** Finds the tables whose changes change the dataset version of each resource. */

import { type BaseTable, type Catalog, tableKey } from '../database/catalog/catalog.js'
import type { EngineTables } from '../database/engines/engine.js'
import type { Diagnostics } from '../foundation/errors/diagnostics.js'
import { digestOf } from '../foundation/json/canonical-json.js'
import { dependsOnTime } from '../model/types/computed.js'
import { reachOf, targetsOf } from '../model/types/datasets.js'
import type { EntityModel, TableName } from '../model/types/entity-model.js'
import type { Target } from '../model/types/path.js'
import type { DatasetBesideRows, Model, ResourceModel } from '../model/types/resource-model.js'

export interface BoundModel {
  readonly model: Model
  /** All tables whose changes triggers of the service record. */
  readonly tables: readonly BaseTable[]
  /** Tables on several nodes whose changes are not recorded yet; an operator decides. */
  readonly unrecorded: readonly BaseTable[]
}

/** A resource that depends on something without triggers has no version; advice reports it. */
export const bindDatasets = (
  model: Model,
  catalog: Catalog,
  schema: string,
  diagnostics: Diagnostics,
  engineTables: Pick<EngineTables, 'isRecorded'>,
): BoundModel => {
  const all = new Map<string, BaseTable>()
  const unrecorded = new Map<string, BaseTable>()
  const bind = (resource: ResourceModel): ResourceModel => {
    const { entities, joinTables } = reachOf(resource, model)
    const sources = [
      ...[...entities].map((entity) => sourceOfEntity(entity, catalog)),
      ...[...joinTables].map((table) => sourceOfTable(table, catalog)),
    ]
    const advise = (message: string) =>
      diagnostics.advise('DATASET_VERSION_OFF', resource.name, `${withoutVersion}: ${message}`)
    const timed = targetsOf(resource).filter(dependsOnTime)
    if (timed.length > 0) {
      advise(`fields that depend on the time change without a write: ${listOf(timed.map(nameOf))}.`)
      return resource
    }
    const unseen = sources.flatMap((source) => source.unseen)
    if (unseen.length > 0) {
      advise(
        `changes of ${listOf(unseen)} cannot be seen. If it is made of tables, declare tables of this database: 'dependsOn: ["schema.table"]'.`,
      )
      return resource
    }
    const tables = new Map(
      sources.flatMap(({ seen }) => seen).map((table) => [table.name, table] as const),
    )
    const onNodes = [...tables.values()].filter(({ placement }) => placement)
    const missing = onNodes.filter((table) => !engineTables.isRecorded(table))
    for (const table of missing) unrecorded.set(table.name, table)
    // A statement on tables of several nodes reads no other ones.
    if (missing.length > 0 || (onNodes.length > 0 && onNodes.length < tables.size)) {
      const names = missing.length > 0 ? missing.map(({ name }) => name) : [...tables.keys()]
      advise(`changes of ${listOf(names)} are not recorded on all nodes.`)
      return resource
    }
    for (const [name, table] of tables) if (!table.placement) all.set(name, table)
    const isComplete = sources.every((source) => source.isComplete)
    const definition = digestOf(sources.flatMap(({ definitions }) => definitions).sort())
    const names = [...tables.keys()].sort()
    const dataset = { schema, tables: names, isComplete, definition }
    return {
      ...resource,
      dataset:
        onNodes.length > 0 ? { ...dataset, besideRows: ofTenants(onNodes, entities) } : dataset,
    }
  }
  const resources = model.resources.map(bind)
  return {
    model: { ...model, resources },
    tables: [...all.values()],
    unrecorded: [...unrecorded.values()],
  }
}

const withoutVersion = 'No dataset version, no entity tags of collections'

const nameOf = (target: Target): string =>
  target.type === 'column' ? target.column.field : target.relation.field

const listOf = (names: readonly string[]): string => [...new Set(names)].join(', ')

const ofTenants = (
  tables: readonly BaseTable[],
  entities: ReadonlySet<EntityModel>,
): DatasetBesideRows => ({
  ofTenants: tables
    .flatMap(({ name, placement }) => (placement?.column === undefined ? [] : [name]))
    .sort(),
  tenant: [...entities].find(({ tenant }) => tenant)?.tenant,
})

interface Source {
  /** Nothing but the tables that are seen decides what is read. */
  readonly isComplete: boolean
  readonly seen: readonly BaseTable[]
  /** Names of relations whose changes no trigger records. */
  readonly unseen: readonly string[]
  readonly definitions: readonly string[]
}

const sourceOfTable = (table: TableName, catalog: Catalog): Source => {
  const { bases = [], definition = '' } = catalog.tables.get(tableKey(table)) ?? {}
  const unseen = bases.filter(({ isTable }) => !isTable).map(({ name }) => name)
  return {
    isComplete: bases.every((base) => base.isComplete),
    seen: bases.filter(({ isTable }) => isTable),
    unseen: bases.length === 0 ? [tableKey(table)] : unseen,
    definitions: [definition],
  }
}

/** Declared tables replace what the catalog does not know, and cannot be verified. */
const sourceOfEntity = ({ table, dependsOn }: EntityModel, catalog: Catalog): Source => {
  const read = sourceOfTable(table, catalog)
  if (!dependsOn) return read
  const declared = dependsOn.map((name) => sourceOfTable(name, catalog))
  return {
    isComplete:
      read.unseen.length === 0 && [read, ...declared].every((source) => source.isComplete),
    seen: [...read.seen, ...declared.flatMap(({ seen }) => seen)],
    unseen: declared.flatMap(({ unseen }) => unseen),
    definitions: [read, ...declared].flatMap(({ definitions }) => definitions),
  }
}
