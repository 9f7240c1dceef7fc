/** Entities with resolved names: relations refer to objects, columns know their database name. */
import type { ColumnData } from '../../contract/columns.js'
import type { Entity } from '../../contract/entity.js'
import type { Entities } from '../../contract/paths.js'
import type { BelongsTo, HasMany, ManyToMany, Relation } from '../../contract/relations.js'
import type { Diagnostics } from '../../foundation/diagnostics.js'
import { checkConstraints, usableConstraints } from '../compile/check-constraints.js'
import type { ValueType } from '../kinds/kind-definition.js'
import { integerRanges } from '../kinds/kinds.js'
import { unknownName } from '../unknown-name.js'

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
  readonly default?: unknown
  readonly collation?: string
  /** Declared texts of an enum's values. */
  readonly labels?: Readonly<Record<string, string | undefined>>
  readonly label?: string
  readonly description?: string
  /** The relation whose foreign key this column is. */
  readonly references?: ToOneModel
  /** The columns that a composite key, or a reference to one, consists of. */
  readonly parts?: readonly ColumnModel[]
}

export interface ToOneModel {
  readonly type: 'toOne'
  readonly field: string
  readonly owner: EntityModel
  readonly target: EntityModel
  readonly visibleTo?: readonly string[]
  /** The foreign key. */
  readonly key: ColumnModel
  /** The key of the target that it refers to. */
  readonly references: ColumnModel
}

/** Columns of a table that refer to a key, in the order of its parts. */
export interface Link {
  readonly columns: readonly string[]
  readonly references: ColumnModel
}

export interface ToManyModel {
  readonly type: 'toMany'
  readonly field: string
  readonly owner: EntityModel
  readonly target: EntityModel
  readonly visibleTo?: readonly string[]
  readonly via:
    | { readonly type: 'foreignKey'; readonly owner: Link }
    | {
        readonly type: 'joinTable'
        readonly table: TableName
        readonly owner: Link
        readonly target: Link
      }
}

export type RelationModel = ToOneModel | ToManyModel

export interface EntityModel {
  readonly name: string
  readonly table: TableName
  readonly view: boolean
  readonly immutable: boolean
  /** Some rows are hidden from some callers. */
  readonly guarded: boolean
  /** Declared dependencies, in addition to those of the catalog. */
  readonly dependsOn?: readonly TableName[]
  readonly columns: ReadonlyMap<string, ColumnModel>
  readonly relations: ReadonlyMap<string, RelationModel>
  readonly primaryKey: ColumnModel
  readonly version?: ColumnModel
  /** Database constraints that users can violate, by name. */
  readonly checks: ReadonlyMap<string, { readonly field: string; readonly message: string }>
}

/**
 * The database type of a column, as `format_type` names it without modifier; undefined: unknown.
 */
export type DatabaseTypes = (table: TableName, column: string) => string | undefined

type Draft<T> = { -readonly [K in keyof T]: T[K] }

export const snakeCase = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

const parseTable = (text: string): TableName => {
  const [first = '', second] = text.split('.')
  return second === undefined ? { name: first } : { schema: first, name: second }
}

/** Resolves all entities of a schema. Reports wrong ones and leaves them out. */
export const compileEntities = (
  entities: Entities,
  diagnostics: Diagnostics,
  typeOf: DatabaseTypes,
): ReadonlyMap<string, EntityModel> => {
  const drafts = new Map<string, Draft<EntityModel>>()
  for (const [name, entity] of Object.entries(entities)) {
    const draft = compileColumns(name, entity, diagnostics, typeOf)
    if (draft) drafts.set(name, draft)
  }
  for (const [name, draft] of drafts) {
    compileRelations(draft, entities[name]!, drafts, { diagnostics, typeOf })
    checkColumnNames(draft, diagnostics)
    checkCheckFields(draft, diagnostics)
  }
  return drafts
}

const compileColumns = (
  name: string,
  entity: Entity,
  diagnostics: Diagnostics,
  typeOf: DatabaseTypes,
): Draft<EntityModel> | undefined => {
  const columns = new Map<string, ColumnModel>()
  const { schema } = entity.options
  const draft = {
    name,
    table: schema === undefined ? { name: entity.table } : { schema, name: entity.table },
    view: entity.options.view ?? false,
    immutable: entity.options.immutable ?? entity.options.view ?? false,
    guarded: entity.options.rowAccess !== undefined,
    ...(entity.options.dependsOn ? { dependsOn: entity.options.dependsOn.map(parseTable) } : {}),
    columns,
    relations: new Map<string, RelationModel>(),
    checks: new Map(Object.entries(entity.options.checks ?? {})),
  } as unknown as Draft<EntityModel>

  const primaryKeys: ColumnModel[] = []
  for (const [field, declared] of Object.entries(entity.fields)) {
    if (declared.is !== 'column') continue
    const compiled = withDatabaseType(compileColumn(draft, field, declared), typeOf)
    const column = usableConstraints(compiled)
    columns.set(field, column)
    checkConstraints(compiled, `entities.${name}.${field}`, diagnostics)
    if (declared.primaryKey) primaryKeys.push(column)
    if (declared.visibleTo && (declared.primaryKey || declared.kind === 'version')) {
      const message = "Every caller sees the key and the version of a record; remove 'visibleTo'."
      diagnostics.error('CONSTRAINT_INVALID', `entities.${name}.${field}`, message)
    }
    if (declared.kind === 'version') draft.version = column
  }
  const [primaryKey, second] = primaryKeys
  if (!primaryKey || second || primaryKey.nullable) {
    diagnostics.error(
      'PRIMARY_KEY',
      `entities.${name}`,
      `An entity needs exactly one primary key column, which is not nullable; found ${primaryKeys.length}. Mark it, for example 'id: integer({ primaryKey: true, generated: true })'.`,
    )
    return undefined
  }
  draft.primaryKey = primaryKey
  return draft
}

const compileColumn = (entity: EntityModel, field: string, declared: ColumnData): ColumnModel => ({
  ...declared,
  entity,
  field,
  column: declared.column ?? snakeCase(field),
  nullable: declared.nullable ?? false,
  generated: declared.generated ?? false,
  touchedOnUpdate: declared.touchedOnUpdate ?? false,
})

/** The limits of the database type apply if the contract declares none. */
const withDatabaseType = (
  { databaseType: _, ...column }: ColumnModel,
  typeOf: DatabaseTypes,
): ColumnModel => {
  const databaseType = typeOf(column.entity.table, column.column)
  if (databaseType === undefined) return column
  const range = column.kind === 'integer' ? integerRanges[databaseType] : undefined
  return { ...range, ...column, databaseType }
}

/** A member of a body, declared like a column but without a table. */
export const compileShapeColumn = (
  entity: EntityModel,
  field: string,
  declared: ColumnData,
  at: string,
  diagnostics: Diagnostics,
): ColumnModel => {
  const column = compileColumn(entity, field, declared)
  checkConstraints(column, at, diagnostics)
  return usableConstraints(column)
}

const compileRelations = (
  draft: Draft<EntityModel>,
  entity: Entity,
  all: ReadonlyMap<string, EntityModel>,
  { diagnostics, typeOf }: { readonly diagnostics: Diagnostics; readonly typeOf: DatabaseTypes },
): void => {
  const relations = draft.relations as Map<string, RelationModel>
  for (const [field, declared] of Object.entries(entity.fields)) {
    if (declared.is !== 'relation') continue
    const target = all.get(declared.to)
    if (!target) {
      diagnostics.error(
        'RELATION_TARGET',
        `entities.${draft.name}.${field}`,
        unknownName('usable entity', declared.to, all.keys(), ' in the schema'),
      )
      continue
    }
    relations.set(
      field,
      compileRelation[declared.type](draft, field, target, declared as never, typeOf),
    )
  }
}

const compileRelation: {
  [T in Relation['type']]: (
    owner: EntityModel,
    field: string,
    target: EntityModel,
    declared: Extract<Relation, { type: T }>,
    typeOf: DatabaseTypes,
  ) => RelationModel
} = {
  belongsTo: (owner, field, target, declared: BelongsTo, typeOf) => {
    const references = target.primaryKey
    const relation = {
      type: 'toOne',
      field,
      owner,
      target,
      references,
      ...visibilityOf(declared),
    } as Draft<ToOneModel>
    const key: ColumnModel = {
      ...references,
      entity: owner,
      field,
      column: declared.column,
      nullable: declared.nullable ?? false,
      generated: false,
      references: relation,
      ...visibilityOf(declared),
      ...(declared.editableBy ? { editableBy: declared.editableBy } : {}),
      ...(declared.label === undefined ? {} : { label: declared.label }),
    }
    relation.key = withDatabaseType(key, typeOf)
    return relation
  },
  hasMany: (owner, field, target, declared: HasMany) => ({
    type: 'toMany',
    field,
    owner,
    target,
    ...visibilityOf(declared),
    via: {
      type: 'foreignKey',
      owner: { columns: [declared.column], references: owner.primaryKey },
    },
  }),
  manyToMany: (owner, field, target, declared: ManyToMany) => {
    const { schema } = owner.table
    return {
      type: 'toMany',
      field,
      owner,
      target,
      ...visibilityOf(declared),
      via: {
        type: 'joinTable',
        table:
          schema === undefined ? { name: declared.through } : { schema, name: declared.through },
        owner: { columns: [declared.from], references: owner.primaryKey },
        target: { columns: [declared.target], references: target.primaryKey },
      },
    }
  },
}

const visibilityOf = ({ visibleTo }: Relation) => (visibleTo ? { visibleTo } : {})

/** The column itself, or those that it consists of. */
export const physicalColumns = (column: ColumnModel): readonly ColumnModel[] =>
  column.parts ?? [column]

/** Columns and foreign keys of the entity's table. */
export const tableColumns = (entity: EntityModel): readonly ColumnModel[] => {
  const keys = [...entity.relations.values()].flatMap((relation) =>
    relation.type === 'toOne' ? [relation.key] : [],
  )
  return [...entity.columns.values(), ...keys]
}

/** A foreign key under a second name would bypass row access and visibility of its relation. */
const checkColumnNames = (entity: EntityModel, diagnostics: Diagnostics): void => {
  const seen = new Map<string, string>()
  const report = (field: string, column: string): void => {
    const message = `The column '${column}' already belongs to the field '${seen.get(column)}'.`
    diagnostics.error('DUPLICATE', `entities.${entity.name}.${field}`, message)
  }
  for (const { column, field } of entity.columns.values()) {
    if (seen.has(column)) report(field, column)
    seen.set(column, field)
  }
  for (const relation of entity.relations.values()) {
    if (relation.type === 'toOne' && seen.has(relation.key.column)) {
      report(relation.field, relation.key.column)
    }
  }
}

const checkCheckFields = (entity: EntityModel, diagnostics: Diagnostics): void => {
  const known = [...entity.columns.keys(), ...entity.relations.keys()]
  for (const [name, { field }] of entity.checks) {
    if (known.includes(field)) continue
    const message = unknownName('field', field, known, ` for the check '${name}'`)
    diagnostics.error('FIELD_UNKNOWN', `entities.${entity.name}.checks`, message)
  }
}
