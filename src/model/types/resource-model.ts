/** Resources with resolved names. Routes, queries, writes and discovery are derived from them. */
import type { Deprecation } from '../../contract/deprecation.js'
import type { RowAccess } from '../../contract/entity.js'
import type { AvailabilityRule } from '../../contract/guards.js'
import type { Examples } from '../../contract/hints.js'
import type { PageCount, ResourceData } from '../../contract/resource.js'
import type { ValueReader } from '../kinds/value-reader.js'
import type { Operation } from '../operation-table.js'
import type { ActionModel } from './action-model.js'
import type { DatasetModel } from './dataset-model.js'
import type { ColumnModel, EntityModel, ToManyModel } from './entity-model.js'
import type { FilterShapeModel } from './filter-model.js'
import type { KeyStore } from './key-store.js'
import type { OptionSourceModel } from './option-source-model.js'
import type { ResponseField } from './response-field.js'
import type { RuleModel } from './rule-model.js'
import type { SortKey, SortTarget } from './sort-key.js'
import type { StatsModel } from './stats-model.js'
import type { SurfaceModel } from './surface-model.js'
import type { IntentModel, WriteShapeModel } from './write-model.js'

/** The whole contract, compiled. */
export interface Model {
  readonly entities: readonly EntityModel[]
  /** Rules of entities with row access. */
  readonly rowRules: ReadonlyMap<EntityModel, RowRule>
  readonly resources: readonly ResourceModel[]
}

/** Which rows of an entity a caller sees. */
export interface RowRule {
  readonly filter: FilterShapeModel
  readonly visibleTo: RowAccess['visibleTo']
}

export interface ResourceModel {
  readonly key: string
  readonly group: string
  readonly path: string
  /** The last part of the key, which diagnostics use. */
  readonly name: string
  readonly title?: string
  readonly recordTitle?: string
  readonly description?: string
  readonly entity: EntityModel
  readonly readOnly: boolean
  readonly requireVersion: boolean
  /** False if responses cannot be stored for repeated requests. */
  readonly acceptsIdempotencyKeys: boolean
  /** Stores the keys of a tenant beside its rows. Undefined if one table has the keys of all. */
  readonly tenantKeys?: (tenant: string) => KeyStore
  /** Changes wait beside the rows of their tenant until they are moved to the table of changes. */
  readonly changesBesideRows?: boolean
  /** The response field that holds the primary key. */
  readonly idField: string
  readonly idReader: ValueReader
  readonly response: ReadonlyMap<string, ResponseField>
  readonly create?: WriteShapeModel
  readonly update?: WriteShapeModel
  readonly intents: ReadonlyMap<string, IntentModel>
  /** The response field by which rows of a file name records that exist, if they have no id. */
  readonly importKey?: string
  /** Many-to-many relations that a write shape has, whether or not the caller sees them. */
  readonly ownedLinks: readonly ToManyModel[]
  readonly filter: FilterShapeModel
  /** Filters can be combined with `$or`, `$and` and `$not`. */
  readonly expressions: boolean
  readonly sortable: ReadonlyMap<string, SortTarget>
  readonly defaultSort: readonly SortKey[]
  /** How pages count their set by default. Undefined: always exactly. */
  readonly count?: PageCount
  readonly optionLabel?: string
  readonly optionSources: ReadonlyMap<string, OptionSourceModel>
  readonly stats: StatsModel
  readonly examples: Readonly<Record<string, Examples | undefined>>
  readonly deprecated: DeprecationModel
  readonly surfaces: readonly SurfaceModel[]
  readonly operations: readonly Operation[]
  /** Every operation has one. */
  readonly guards: ReadonlyMap<Operation, GuardModel>
  readonly state?: ColumnModel
  /** Fields of the entity that are hidden from the caller. Undefined: none. */
  readonly hidden?: ReadonlySet<string>
  /** Intents of hidden fields alone. Undefined: none. */
  readonly hiddenIntents?: ReadonlySet<string>
  /** Columns of a record that guards need. */
  readonly snapshot: readonly ColumnModel[]
  readonly actions: ReadonlyMap<string, ActionModel>
  /** Rules that records must obey after a write. */
  readonly rules: readonly RuleModel[]
  readonly beforeWrite?: ResourceData['beforeWrite']
  /** Undefined if the dataset version is unknown; responses then have none. */
  readonly dataset?: DatasetModel
  /** Database schema of the table of changes. Undefined: its changes are not recorded. */
  readonly recordsTo?: string
  /**
   * Names of number and time columns of its table by which a B-tree index over all rows begins, as
   * found at start. Undefined: unknown.
   */
  readonly indexedColumns?: ReadonlySet<string>
  /** Reports that a field was sent as null, although its schema says that it never is. */
  readonly reportNull?: (field: string, stored: string) => void
}

/** Who may call an operation, and when. */
export interface GuardModel {
  /** Anonymous callers may call it. */
  readonly isPublic: boolean
  /** The caller needs one authority of each list. */
  readonly authorities: readonly (readonly string[])[]
  /** States that allow the operation. Undefined: all states. */
  readonly allowedStates?: readonly string[]
  readonly rule?: {
    readonly needs: readonly string[]
    readonly refuses: AvailabilityRule['refuses']
  }
  /** The operation applies to records: to one, or to each of many. */
  readonly isOfRecords: boolean
}

export interface DeprecationModel {
  readonly fields: ReadonlyMap<string, Deprecation>
  readonly filters: ReadonlyMap<string, Deprecation>
  readonly operations: ReadonlyMap<string, Deprecation>
}

/** What imports may do with rows: the last is the default. */
export const importModesOf = ({
  create,
  update,
}: Pick<ResourceModel, 'create' | 'update'>): readonly ('create' | 'update' | 'upsert')[] =>
  create && update ? ['create', 'update', 'upsert'] : create ? ['create'] : ['update']

/** The shapes of create, update and intents. */
export const writeShapesOf = ({
  create,
  update,
  intents,
}: Pick<ResourceModel, 'create' | 'update' | 'intents'>): readonly WriteShapeModel[] =>
  [create, update, ...[...intents.values()].map(({ shape }) => shape)].filter(
    (shape) => shape !== undefined,
  )
