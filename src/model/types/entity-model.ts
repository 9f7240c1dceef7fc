/** Entities with resolved names: relations refer to objects, columns know their database name. */
import type { FilledBy, ReadForm } from '../../contract/column.js'
import type { AggregateFunction } from '../../contract/computation.js'
import { isShownPart } from '../kinds/file.js'
import type { ValueType } from '../kinds/kind-definition.js'

export interface TableName {
  readonly schema?: string
  readonly name: string
}

export interface ColumnModel extends ValueType {
  readonly entity: EntityModel
  readonly field: string
  readonly column: string
  readonly nullable: boolean
  readonly generated: boolean
  /** Authorities, one of which is needed. Undefined: visible to every caller. */
  readonly visibleTo?: readonly string[]
  readonly editableBy?: readonly string[]
  readonly touchedOnUpdate: boolean
  /** Whether changes are recorded with the old and new values of the column. */
  readonly audited?: boolean
  /** An expression of the column is read, and the column is never written. */
  readonly reads?: ReadForm | 'computed'
  /** The enum type below a domain, to which reads cast: PostgreSQL cannot compare the domain. */
  readonly readAs?: string
  /** It is in no table: the database computes it where it is read. */
  readonly computed?: ComputedModel
  readonly default?: unknown
  /** What the service fills it with in a new record. */
  readonly filledBy?: FilledBy
  /** A new record copies it from a record that it refers to. */
  readonly defaultFrom?: DefaultFrom
  readonly collation?: string
  /** Declared texts of an enum's values. */
  readonly labels?: Readonly<Record<string, string | undefined>>
  readonly label?: string
  readonly description?: string
  /** The relation whose foreign key this column is. */
  readonly references?: ToOneModel
  /** Another field of the entity holds the same column of the table. */
  readonly isShared?: boolean
  /** The columns that a composite key, or a reference to one, consists of. */
  readonly parts?: readonly ColumnModel[]
}

export interface DefaultFrom {
  readonly relation: ToOneModel
  readonly column: ColumnModel
}

/** A create may leave the column out, because something else fills it. */
export const isFilled = (column: Pick<ColumnModel, 'filledBy' | 'defaultFrom'>): boolean =>
  column.filledBy !== undefined || column.defaultFrom !== undefined

export interface ToOneModel {
  readonly type: 'toOne'
  readonly field: string
  readonly owner: EntityModel
  readonly target: EntityModel
  readonly visibleTo?: readonly string[]
  /**
   * The table that has the foreign key. If it is the target's, the key is unique there, and the row
   * may not exist.
   */
  readonly foreignKeyIn: 'owner' | 'target'
  /** The column of the owner: the foreign key, or the key that it refers to. */
  readonly key: ColumnModel
  /** The column of the target that has the same value. */
  readonly references: ColumnModel
  /** It leads to rows that are deleted softly, too. */
  readonly showsDeleted?: boolean
}

/** Columns of a table that refer to a key, in the order of its parts. */
export interface Link {
  readonly columns: readonly string[]
  readonly references: ColumnModel
}

/** How the rows of a relation belong to their owner. */
export interface Ownership {
  /** The reference of an owned row to its owner. */
  readonly owner: ToOneModel
  /** The column that keeps the order of the rows. */
  readonly position?: ColumnModel
}

export interface ToManyModel {
  readonly type: 'toMany'
  readonly field: string
  readonly owner: EntityModel
  readonly target: EntityModel
  readonly visibleTo?: readonly string[]
  /** The rows belong to their owner, and are written with it. */
  readonly owned?: Ownership
  readonly via:
    | { readonly type: 'foreignKey'; readonly owner: Link }
    | {
        readonly type: 'joinTable'
        readonly table: TableName
        readonly owner: Link
        readonly target: Link
        /** The column of the table that holds the tenant. Undefined: it has none. */
        readonly tenant?: ColumnModel
      }
}

/** A relation whose rows belong to their owner. */
export type OwningRelation = ToManyModel & { readonly owned: Ownership }

export const isOwning = (relation: RelationModel | undefined): relation is OwningRelation =>
  relation?.type === 'toMany' && relation.owned !== undefined

export type RelationModel = ToOneModel | ToManyModel

/** The relations by which rows of an entity own others. */
export const owningRelations = ({ relations }: EntityModel): readonly OwningRelation[] =>
  [...relations.values()].filter(isOwning)

export interface ColumnTarget {
  readonly type: 'column'
  readonly hops: readonly RelationModel[]
  readonly column: ColumnModel
  /** The path names the relation itself, which is its foreign key. */
  readonly reference: boolean
}

export interface CollectionTarget {
  readonly type: 'collection'
  readonly hops: readonly RelationModel[]
  readonly relation: ToManyModel
}

export type Target = ColumnTarget | CollectionTarget

// ---------- computed fields

/** A hole of an expression. */
export type ComputedPart =
  | { readonly is: 'column'; readonly target: ColumnTarget }
  | { readonly is: 'clock'; readonly reads: 'now' | 'today' }
  | { readonly is: 'constant'; readonly value: string | number | boolean }
  | { readonly is: 'among'; readonly criterion: ComputedCriterion }
  | ComputedSql

/** A column has one of these values: parameter texts. */
export interface ComputedCriterion {
  readonly target: ColumnTarget
  /** Undefined: it is null. */
  readonly values: readonly string[] | undefined
}

export interface ComputedSql {
  readonly is: 'sql'
  /** One more than parts. */
  readonly texts: readonly string[]
  readonly parts: readonly ComputedPart[]
}

export interface ComputedAggregate {
  readonly is: 'aggregate'
  readonly function: AggregateFunction
  readonly relation: ToManyModel
  readonly value?: ColumnTarget
  readonly criteria: readonly ComputedCriterion[]
}

export type ComputedModel = ComputedSql | ComputedAggregate

// ---------- soft delete

/** How rows of the entity are deleted without being destroyed. */
export interface SoftDeleteModel {
  /**
   * When a row was deleted; null: it was not. Behind hops, it is the column of the record that the
   * row is a part of.
   */
  readonly at: ColumnTarget
  /** Who deleted it. */
  readonly by?: ColumnModel
  /** Options that are read by their ids include deleted rows. */
  readonly keepsLabels: boolean
}

/** The mark that deletes write to rows of the entity itself. Undefined: they destroy rows. */
export const markOf = ({ softDelete }: EntityModel): SoftDeleteModel | undefined =>
  softDelete?.at.hops.length === 0 ? softDelete : undefined

/** The relation of a foreign key in the table of its owner. */
export const isReference = (
  relation: RelationModel | undefined,
): relation is ToOneModel & { readonly foreignKeyIn: 'owner' } =>
  relation?.type === 'toOne' && relation.foreignKeyIn === 'owner'

export interface EntityModel {
  readonly name: string
  readonly table: TableName
  readonly view: boolean
  readonly immutable: boolean
  /** Some rows may be hidden: by row access, or because they are deleted. */
  readonly guarded: boolean
  /** Undefined: a row that is deleted is destroyed. */
  readonly softDelete?: SoftDeleteModel
  /**
   * The column that holds the tenant of a row. It is not among `columns`, so that no path reaches
   * it. Undefined: all callers share the rows.
   */
  readonly tenant?: ColumnModel
  /** Declared dependencies, in addition to those of the catalog. */
  readonly dependsOn?: readonly TableName[]
  readonly columns: ReadonlyMap<string, ColumnModel>
  /** Fields that the database computes; they are not among `columns`. */
  readonly computed: ReadonlyMap<string, ColumnModel>
  readonly relations: ReadonlyMap<string, RelationModel>
  /** The relation by which another entity owns the rows. */
  readonly ownedBy?: OwningRelation
  readonly primaryKey: ColumnModel
  readonly version?: ColumnModel
  /** Columns that no field declares and that the database fills. */
  readonly filledByDatabase: readonly string[]
  /** Database constraints that users can violate, by name. */
  readonly checks: ReadonlyMap<string, { readonly field: string; readonly message: string }>
}

/** Entities whose tables are so small that a filter first finds the keys of their matching rows. */
export interface Lookups {
  has(entity: EntityModel): boolean
}

/** The column itself, or those that it consists of. */
export const physicalColumns = (column: ColumnModel): readonly ColumnModel[] =>
  column.parts ?? [column]

/** Names of these columns in the table. */
export const columnsOf = (column: ColumnModel): readonly string[] =>
  physicalColumns(column).map((part) => part.column)

/** A column of the entity, its composite key, or a computed field. */
export const columnNamed = (
  { columns, computed, primaryKey }: EntityModel,
  field: string,
): ColumnModel | undefined =>
  primaryKey.field === field ? primaryKey : (columns.get(field) ?? computed.get(field))

/** A part of a file, such as `photo.size`. */
export const partNamed = (
  { columns }: EntityModel,
  field: string,
  part: string,
): ColumnModel | undefined => {
  const file = columns.get(field)
  return file?.kind === 'file' && isShownPart(part)
    ? file.parts!.find((each) => each.field === `${field}.${part}`)
    : undefined
}

/** Names of everything that a path may end in. */
export const fieldNames = ({
  columns,
  computed,
  primaryKey,
  relations,
}: EntityModel): readonly string[] => [
  ...new Set([...columns.keys(), primaryKey.field, ...computed.keys(), ...relations.keys()]),
]

/** Values of the foreign key are ids of the target. */
export const refersToKey = ({ references, target }: ToOneModel): boolean =>
  references === target.primaryKey

/** The keys that the foreign keys of a relation refer to. */
export const referencedKeys = (relation: RelationModel): readonly ColumnModel[] => {
  if (relation.type === 'toOne') {
    return [isReference(relation) ? relation.references : relation.key]
  }
  const { via } = relation
  return via.type === 'foreignKey'
    ? [via.owner.references]
    : [via.owner.references, via.target.references]
}

/** The columns with the one of the tenant before them: what is unique in a table with tenants. */
export const uniqueBy = (
  tenant: ColumnModel | undefined,
  columns: readonly string[],
): readonly string[] => (tenant ? [tenant.column, ...columns] : columns)

/** Columns and foreign keys of the entity's table, those of several columns as one. */
export const tableColumns = (entity: EntityModel): readonly ColumnModel[] => {
  const keys = [...entity.relations.values()].flatMap((relation) =>
    isReference(relation) ? [relation.key] : [],
  )
  return [...entity.columns.values(), ...keys]
}
