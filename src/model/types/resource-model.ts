/** Resources with resolved names. Routes, queries, writes and discovery are derived from them. */
import type { ActionData, ActionKind, Interaction, Need } from '../../contract/actions.js'
import type { Deprecation } from '../../contract/deprecation.js'
import type { RowAccess } from '../../contract/entity.js'
import type { OperandForm } from '../../contract/filter/definition.js'
import type { RelatedMatch } from '../../contract/filter/related.js'
import type { FilterOperation } from '../../contract/filter/table.js'
import type { AvailabilityRule } from '../../contract/guards.js'
import type { Examples, FieldHints } from '../../contract/hints.js'
import type { PageCount, ResourceData } from '../../contract/resource.js'
import type { Comparison } from '../../contract/rules.js'
import type { ValueReader } from '../kinds/value-reader.js'
import type { Operation } from '../operation-table.js'
import type { ColumnModel, EntityModel, OwningRelation, ToManyModel } from './entity-model.js'
import type { KeyStore } from './key-store.js'
import type { OptionSourceModel } from './option-source-model.js'
import type { CollectionTarget, ColumnTarget } from './path.js'
import type { FilterTarget, SentSearch } from './search.js'
import type { StatsModel } from './stats-model.js'
import type { SurfaceModel } from './surface-model.js'

interface FieldBase {
  readonly name: string
  readonly hints?: FieldHints
}

/** A field of the response shape. */
export type ResponseField = FieldBase &
  (
    | {
        readonly type: 'column'
        readonly target: ColumnTarget
        /** Of a file: the path of its resource. */
        readonly base?: string
      }
    | { readonly type: 'count'; readonly target: CollectionTarget }
    | { readonly type: 'ids'; readonly target: CollectionTarget }
    | {
        readonly type: 'list'
        readonly target: CollectionTarget
        readonly members: readonly { readonly name: string; readonly target: ColumnTarget }[]
      }
  )

/** A file of the record. */
export type FileField = Extract<ResponseField, { readonly type: 'column' }> & {
  readonly base: string
}

export const isFileField = (field: ResponseField | undefined): field is FileField =>
  field?.type === 'column' && field.base !== undefined

export const fileFields = ({
  response,
}: {
  readonly response: ReadonlyMap<string, ResponseField>
}): readonly FileField[] => [...response.values()].filter(isFileField)

/** A member of a write shape. */
export type WriteField = FieldBase & {
  readonly required: boolean
  readonly nullable: boolean
} & (
    | { readonly type: 'column'; readonly column: ColumnModel; readonly reader: ValueReader }
    | { readonly type: 'links'; readonly relation: ToManyModel; readonly reader: ValueReader }
    | OwnedMember
  )

/** A list of rows that the record owns. */
export interface OwnedMember {
  readonly type: 'owned'
  readonly relation: OwningRelation
  readonly items: ItemShapes
}

/** The shapes of the items of a list. */
export interface ItemShapes {
  readonly create: WriteShapeModel
  /** Of an item that has the id of a row. Undefined in a create. */
  readonly update?: WriteShapeModel
  /** Of an item that names only what it changes. Undefined except in an intent. */
  readonly change?: WriteShapeModel
}

export interface WriteShapeModel {
  readonly name: string
  readonly mode: 'create' | 'update' | 'intent' | 'action'
  readonly fields: ReadonlyMap<string, WriteField>
}

export interface IntentModel {
  readonly id: string
  readonly title: string
  readonly description?: string
  readonly shape: WriteShapeModel
  /** It removes the mark of a record that was deleted softly. */
  readonly restores?: true
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

/** The request or the response of an action. */
export interface ActionShapeModel {
  readonly name: string
  /** In the order of their declaration. */
  readonly members: ReadonlyMap<string, ValueMember | StructureMember>
  /** The members that are single values. */
  readonly values: WriteShapeModel
}

export type ValueMember = Extract<WriteField, { readonly type: 'column' }> & {
  /** The value is the id of a record of this entity. */
  readonly refersTo?: EntityModel
}

/** An object of declared members, or a list of them. */
export interface StructureMember {
  readonly type: 'structure'
  readonly name: string
  readonly nullable: boolean
  readonly shape: ActionShapeModel
  /** Undefined: the member is one object. */
  readonly limits?: { readonly minItems: number; readonly maxItems: number }
  readonly label?: string
  readonly description?: string
}

/** The entities that members of a request refer to, on all levels. */
export const referredIn = ({ members }: ActionShapeModel): readonly EntityModel[] =>
  [...members.values()].flatMap((member) =>
    member.type === 'structure' ? referredIn(member.shape) : (member.refersTo ?? []),
  )

export interface ActionModel {
  readonly id: string
  readonly kind: ActionKind
  readonly title: string
  readonly description?: string
  readonly request: ActionShapeModel
  /** Declared response. Undefined: the action returns the record or the outcome. */
  readonly response?: ActionShapeModel
  readonly interaction: Required<Interaction>
  readonly idempotencyKey: Need
  readonly resourceVersion: Need
  /** The action can be tried: nothing that it does outlasts its transaction. */
  readonly dryRun: boolean
  /** Maximum number of records of a bulk action. */
  readonly maxItems?: number
  readonly atomicity: 'NOT_APPLICABLE' | 'ATOMIC' | 'PER_ITEM'
  readonly allowedStates: readonly string[]
  readonly successMessage?: string
  readonly order: number
  readonly tags: readonly string[]
  readonly perform: ActionData['perform']
}

/** The members of a filter payload. */
export type FilterShapeModel = ReadonlyMap<string, FilterMember>
export type FilterMember = FilterFieldModel | RelatedFilterModel

/** Criteria over the rows of a collection, which one and the same row meets. */
export interface RelatedFilterModel extends FieldBase {
  readonly match: RelatedMatch
  readonly target: CollectionTarget
  /** The members of the operand. Their targets begin at the related row. */
  readonly filter: FilterShapeModel
  readonly label?: string
  readonly description?: string
}

export const isRelated = (member: FilterMember): member is RelatedFilterModel => 'match' in member

/** The members with one operation, without those over related rows. */
export const filterFieldsOf = (filter: FilterShapeModel): readonly FilterFieldModel[] =>
  [...filter.values()].flatMap((member) => (isRelated(member) ? [] : [member]))

/** A field of the filter shape: one operation over one path. */
export interface FilterFieldModel extends FieldBase {
  readonly operation: FilterOperation
  readonly form: OperandForm
  readonly target: FilterTarget
  /** Searched instead if the column of the target is null. */
  readonly fallback?: ColumnTarget
  /** Reads the operand, an item of its list, or a bound of its range. */
  readonly reader: ValueReader
  /** On an instant, a bound may also be a day. */
  readonly dayReader?: ValueReader
  /**
   * The field chooses among deleted records; this is the criterion for them alone. Its own target
   * is in no table.
   */
  readonly onlyDeleted?: FilterFieldModel
  readonly label?: string
  readonly description?: string
}

/** A sort key that requests can use. */
export interface SortTarget {
  readonly name: string
  readonly target: ColumnTarget | CollectionTarget | RankTarget
}

/** How well a record matches the full text searches of the request. */
export interface RankTarget {
  readonly type: 'rank'
  readonly hops: readonly []
  /** Undefined until the filter of a request is known. */
  readonly sent?: readonly SentSearch[]
}

export interface SortKey extends SortTarget {
  readonly direction: 'asc' | 'desc'
}

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

export interface DeprecationModel {
  readonly fields: ReadonlyMap<string, Deprecation>
  readonly filters: ReadonlyMap<string, Deprecation>
  readonly operations: ReadonlyMap<string, Deprecation>
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

/** A rule across fields of a record. It is broken if its condition is false and it applies. */
export interface RuleModel {
  readonly name: string
  readonly condition: ConditionModel
  /** It applies only if this is true. Undefined: always. */
  readonly when?: ConditionModel
  /** It does not apply if one of these is true. */
  readonly unless: readonly ConditionModel[]
  /** It does not apply to callers with one of these authorities. */
  readonly unlessCaller: readonly string[]
  readonly message: RuleMessage
  /** What it reads, with the member of a write shape or the response that stands for it. */
  readonly reads: readonly RuleField[]
  /** The caller may not see all that it reads: it is checked, but not described. */
  readonly isConcealed?: boolean
}

/** English with placeholders, and their values. */
export interface RuleMessage {
  readonly text: string
  readonly values: Readonly<Record<string, string>>
}

export interface RuleField {
  readonly target: ColumnTarget
  /** What messages call it. */
  readonly name: string
  /** The member to correct. Undefined: there is none. */
  readonly member: string | undefined
}

/** A condition with resolved fields. A comparison with null is neither true nor false. */
export type ConditionModel =
  | {
      readonly is: 'comparison'
      readonly target: ColumnTarget
      readonly comparison: Comparison
      readonly operand: ColumnTarget | ConstantModel
    }
  | {
      readonly is: 'among'
      readonly target: ColumnTarget
      readonly values: readonly ConstantModel[]
    }
  | { readonly is: 'null'; readonly target: ColumnTarget }
  | { readonly is: 'and' | 'or'; readonly conditions: readonly ConditionModel[] }
  | { readonly is: 'not'; readonly condition: ConditionModel }

export interface ConstantModel {
  readonly type: 'constant'
  /** As the contract says it, and as requests do. */
  readonly value: unknown
  readonly parameter: string
}

/** Which rows of an entity a caller sees. */
export interface RowRule {
  readonly filter: FilterShapeModel
  readonly visibleTo: RowAccess['visibleTo']
}

export interface Model {
  readonly entities: readonly EntityModel[]
  /** Rules of entities with row access. */
  readonly rowRules: ReadonlyMap<EntityModel, RowRule>
  readonly resources: readonly ResourceModel[]
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
