/** Finds the tables whose changes change the dataset version of each resource. */

import { type BaseTable, type Catalog, tableKey } from '../database/catalog/catalog.js'
import type { EngineTables } from '../database/engines/engine.js'
import type { Diagnostics } from '../foundation/errors/diagnostics.js'
import { digestOf } from '../foundation/json/canonical-json.js'
import { dependsOnTime } from '../model/types/computed.js'
import type { DatasetBesideRows, DatasetModel } from '../model/types/dataset-model.js'
import type { EntityModel, TableName } from '../model/types/entity-model.js'
import type { Target } from '../model/types/path.js'
import { reachOf, targetsOf } from '../model/types/reach.js'
import type { Model, ResourceModel } from '../model/types/resource-model.js'

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
    const read = readTables(resource, model, catalog)
    const unseen = whyUnseen(resource, read)
    const missing =
      unseen === undefined ? read.onNodes.filter((table) => !engineTables.isRecorded(table)) : []
    for (const table of missing) unrecorded.set(table.name, table)
    const reason = unseen ?? whyUnrecorded(read, missing)
    if (reason !== undefined) {
      diagnostics.advise('DATASET_VERSION_OFF', resource.name, `${withoutVersion}: ${reason}`)
      return resource
    }
    for (const [name, table] of read.tables) if (!table.placement) all.set(name, table)
    return { ...resource, dataset: datasetOf(read, schema) }
  }
  const resources = model.resources.map(bind)
  return {
    model: { ...model, resources },
    tables: [...all.values()],
    unrecorded: [...unrecorded.values()],
  }
}

/** What the dataset version of a resource depends on. */
interface ReadTables {
  readonly entities: ReadonlySet<EntityModel>
  readonly sources: readonly Source[]
  /** Names of relations whose changes no trigger records. */
  readonly unseen: readonly string[]
  readonly tables: ReadonlyMap<string, BaseTable>
  /** Those of the tables whose rows are on several nodes. */
  readonly onNodes: readonly BaseTable[]
}

const readTables = (resource: ResourceModel, model: Model, catalog: Catalog): ReadTables => {
  const { entities, joinTables } = reachOf(resource, model)
  const sources = [
    ...[...entities].map((entity) => sourceOfEntity(entity, catalog)),
    ...[...joinTables].map((table) => sourceOfTable(table, catalog)),
  ]
  const tables = new Map(
    sources.flatMap(({ seen }) => seen).map((table) => [table.name, table] as const),
  )
  return {
    ...{ entities, sources, tables },
    unseen: sources.flatMap((source) => source.unseen),
    onNodes: [...tables.values()].filter(({ placement }) => placement),
  }
}

/** Returns undefined if triggers can record every change that responses depend on. */
const whyUnseen = (resource: ResourceModel, { unseen }: ReadTables): string | undefined => {
  const timed = targetsOf(resource).filter(dependsOnTime)
  if (timed.length > 0) {
    return `fields that depend on the time change without a write: ${listOf(timed.map(nameOf))}.`
  }
  return unseen.length === 0
    ? undefined
    : `changes of ${listOf(unseen)} cannot be seen. If it is made of tables, declare tables of this database: 'dependsOn: ["schema.table"]'.`
}

/**
 * Returns undefined if the changes are recorded where the rows are.
 *
 * @param missing tables on several nodes whose changes are not recorded
 */
const whyUnrecorded = (
  { tables, onNodes }: ReadTables,
  missing: readonly BaseTable[],
): string | undefined => {
  // A statement on tables of several nodes reads no other ones.
  const areMixed = onNodes.length > 0 && onNodes.length < tables.size
  if (missing.length === 0 && !areMixed) return undefined
  const names = missing.length > 0 ? missing.map(({ name }) => name) : [...tables.keys()]
  return `changes of ${listOf(names)} are not recorded on all nodes.`
}

const datasetOf = (
  { entities, sources, tables, onNodes }: ReadTables,
  schema: string,
): DatasetModel => ({
  ...{ schema, tables: [...tables.keys()].sort() },
  isComplete: sources.every((source) => source.isComplete),
  definition: digestOf(sources.flatMap(({ definitions }) => definitions).sort()),
  ...(onNodes.length > 0 ? { besideRows: ofTenants(onNodes, entities) } : {}),
})

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
