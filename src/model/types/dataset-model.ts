/** What the version of the data of a resource depends on. */
import type { ColumnModel } from './entity-model.js'

/** The tables whose changes change the dataset version of a resource. */
export interface DatasetModel {
  /** Database schema of the platform tables. */
  readonly schema: string
  /** Names under which the changes of the tables are recorded. */
  readonly tables: readonly string[]
  /**
   * What is read depends on these tables alone, so that it may be cached. False with row-level
   * security, and with tables that the contract declares.
   */
  readonly isComplete: boolean
  /** Digest of what the tables and views are, as found at start: no trigger sees its changes. */
  readonly definition: string
  /** Versions are stored beside the rows, on each node; each tenant has versions of its own. */
  readonly besideRows?: DatasetBesideRows
}

export interface DatasetBesideRows {
  /** Tables with rows of tenants; each node has a copy of the others. */
  readonly ofTenants: readonly string[]
  /** The column of the tenant. Undefined without such tables. */
  readonly tenant: ColumnModel | undefined
}
