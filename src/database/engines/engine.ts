/**
 * What a database server does differently from a single PostgreSQL server. Each engine is an object
 * with this interface; `choose-engine.ts` knows them all, and nothing else knows one by its name.
 * Errors are the exception: one may come before the engine is known, so `errors` reads those of all
 * engines.
 */
import type pg from 'pg'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import type { Model, ResourceModel } from '../../model/types/resource-model.js'
import type { Database } from '../access/database.js'
import type { BaseTable, Catalog } from '../catalog/catalog.js'
import type { FindPlace } from '../catalog/integrity.js'
import type { PlacementReader } from '../catalog/read-catalog.js'

export interface Engine extends PlacementReader {
  /** Finds the constraint of a violation, whose names may be those on one of several nodes. */
  placesIn(catalog: Catalog): FindPlace
  /** @param schema database schema of the platform tables */
  readTables(client: pg.ClientBase, schema: string): Promise<EngineTables>
}

/** The platform tables that an engine needs besides those of the migrations. */
export interface EngineTables {
  /** Returns true if triggers record every change of a table that is stored on several nodes. */
  isRecorded(table: BaseTable): boolean
  /** Returns the model whose idempotency keys and changes are stored where the engine has them. */
  bind(model: Model, catalog: Catalog): Model
  /** Undefined if changes are recorded in the table where they are read. */
  relayOf(database: RelayDatabase): Relay | undefined
  /** Work that a running service does every hour. */
  dutiesOf(database: RelayDatabase): readonly (() => Promise<unknown>)[]
  /** Statements that an operator should run, without semicolons. None if nothing is missing. */
  propose(application: PlacedApplication): readonly string[]
  /** Adds advice about what does not fit the engine or is missing. */
  advise(client: pg.ClientBase, advised: Advised): Promise<void>
}

export interface PlacedApplication {
  readonly model: Model
  readonly catalog: Catalog
  /** Tables on several nodes whose changes are not recorded. */
  readonly unrecorded: readonly BaseTable[]
}

export interface Advised extends PlacedApplication {
  readonly lockTimeoutMs: number
  readonly diagnostics: Diagnostics
}

export type RelayDatabase = Pick<Database, 'query' | 'run' | 'write'>

/** Moves changes from where they were recorded to the table where they are read. */
export interface Relay {
  /** Moves what was committed before this call. */
  run(): Promise<void>
  /** The same for a resource whose changes wait beside its rows; does nothing for others. */
  runFor(resource: RelayedResource): Promise<void>
}

export type RelayedResource = Pick<ResourceModel, 'changesBesideRows'> & {
  /** The tenant of the caller. */
  readonly tenant?: string | undefined
}
