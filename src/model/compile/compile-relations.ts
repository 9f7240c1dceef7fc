/** Compiles the relations of an entity, once the keys of all entities are known. */
import type { Entity } from '../../contract/entity.js'
import type { BelongsTo, HasMany, HasOne, ManyToMany, Relation } from '../../contract/relations.js'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import {
  type ColumnModel,
  type EntityModel,
  type Link,
  physicalColumns,
  type RelationModel,
  type ToOneModel,
} from '../types/entity-model.js'
import { unknownName } from '../unknown-name.js'
import {
  type CompilationContext,
  type DatabaseTypes,
  type Draft,
  withDatabaseType,
  withinDatabaseType,
  withoutLimits,
} from './compile-columns.js'

export const compileRelations = (
  draft: Draft<EntityModel>,
  entity: Entity,
  all: ReadonlyMap<string, EntityModel>,
  context: CompilationContext,
): void => {
  const { diagnostics } = context
  const relations = draft.relations as Map<string, RelationModel>
  for (const [field, declared] of Object.entries(entity.fields)) {
    if (declared.is !== 'relation') continue
    const at = `entities.${draft.name}.${field}`
    const target = all.get(declared.to)
    if (!target) {
      const message = unknownName('usable entity', declared.to, all.keys(), ' in the schema')
      diagnostics.error('RELATION_TARGET', at, message)
      continue
    }
    const ends = { owner: draft, target, at }
    const relation = compileRelation[declared.type](field, ends, declared as never, context)
    if (relation) relations.set(field, relation)
  }
}

/** The entities that a relation joins, and its path in diagnostics. */
interface Ends {
  readonly owner: EntityModel
  readonly target: EntityModel
  readonly at: string
}

const compileRelation: {
  [T in Relation['type']]: (
    field: string,
    ends: Ends,
    declared: Extract<Relation, { type: T }>,
    context: CompilationContext,
  ) => RelationModel | undefined
} = {
  belongsTo: (field, { owner, target, at }, declared: BelongsTo, { diagnostics, typeOf }) => {
    const link = linkTo(target, declared.column, declared.references, at, diagnostics)
    if (!link) return undefined
    const { references } = link
    const relation = {
      type: 'toOne',
      field,
      owner,
      target,
      foreignKeyIn: 'owner',
      references,
      ...visibilityOf(declared),
      ...(declared.showsDeleted ? { showsDeleted: true } : {}),
    } as Draft<ToOneModel>
    const columns = foreignKeyColumns(owner, field, link, declared.nullable ?? false, typeOf)
    relation.key = {
      ...(columns.length === 1 ? columns[0]! : asOne(columns)),
      references: relation,
      ...visibilityOf(declared),
      ...(declared.editableBy ? { editableBy: declared.editableBy } : {}),
      ...(declared.audited ? { audited: true } : {}),
      ...(declared.label === undefined ? {} : { label: declared.label }),
    }
    return relation
  },
  hasMany: (field, { owner, target, at }, declared: HasMany, { diagnostics }) => {
    const link = linkTo(owner, declared.column, declared.references, at, diagnostics)
    return (
      link && {
        type: 'toMany',
        field,
        owner,
        target,
        ...visibilityOf(declared),
        via: { type: 'foreignKey', owner: link },
      }
    )
  },
  hasOne: (field, { owner, target, at }, declared: HasOne, { diagnostics, typeOf }) => {
    const link = linkTo(owner, declared.column, undefined, at, diagnostics)
    if (!link) return undefined
    const columns = foreignKeyColumns(target, field, link, true, typeOf)
    return {
      type: 'toOne',
      field,
      owner,
      target,
      foreignKeyIn: 'target',
      key: link.references,
      references: columns.length === 1 ? columns[0]! : asOne(columns),
      ...visibilityOf(declared),
    }
  },
  manyToMany: (field, { owner, target, at }, declared: ManyToMany, { diagnostics }) => {
    const { schema } = owner.table
    const ofOwner = linkTo(owner, declared.from, undefined, at, diagnostics)
    const ofTarget = linkTo(target, declared.target, undefined, at, diagnostics)
    if (!ofOwner || !ofTarget) return undefined
    const name = declared.through
    const tenant = owner.tenant ?? target.tenant
    return {
      type: 'toMany',
      field,
      owner,
      target,
      ...visibilityOf(declared),
      via: {
        type: 'joinTable',
        table: schema === undefined ? { name } : { schema, name },
        owner: ofOwner,
        target: ofTarget,
        ...(tenant ? { tenant } : {}),
      },
    }
  },
}

const visibilityOf = ({ visibleTo }: Relation) => (visibleTo ? { visibleTo } : {})

/** Columns that refer to the key of an entity, or to the unique column that `field` names. */
const linkTo = (
  entity: EntityModel,
  columns: string | readonly string[],
  field: string | undefined,
  at: string,
  diagnostics: Diagnostics,
): Link | undefined => {
  const references = field === undefined ? entity.primaryKey : entity.columns.get(field)
  if (!references) {
    const message = unknownName('column', field!, entity.columns.keys(), ` in ${entity.name}`)
    diagnostics.error('RELATION_TARGET', at, message)
    return undefined
  }
  if (field !== undefined && references.visibleTo) {
    const message = `'${field}' of ${entity.name} is hidden from some callers, but foreign keys would show its values.`
    diagnostics.error('RELATION_TARGET', at, message)
  }
  return linkOf(columns, references, at, diagnostics)
}

/** Undefined if there is not one column for each part of the key. */
export const linkOf = (
  declared: string | readonly string[],
  references: ColumnModel,
  at: string,
  diagnostics: Diagnostics,
): Link | undefined => {
  const columns = typeof declared === 'string' ? [declared] : declared
  const parts = physicalColumns(references).map(({ column }) => `'${column}'`)
  if (columns.length === parts.length) return { columns, references }
  const message = `The key of ${references.entity.name} consists of ${parts.join(' and ')}; name one column for each, in this order.`
  diagnostics.error('RELATION_TARGET', at, message)
  return undefined
}

/** The columns of a foreign key: of the types that it refers to. */
export const foreignKeyColumns = (
  owner: EntityModel,
  field: string,
  { columns, references }: Link,
  nullable: boolean,
  typeOf: DatabaseTypes,
): readonly ColumnModel[] =>
  physicalColumns(references).map((part, index) => {
    const { default: _, visibleTo: __, editableBy: ___, ...type } = part
    const column = { ...type, entity: owner, field, column: columns[index]!, nullable }
    const filled = { ...column, generated: false, touchedOnUpdate: false }
    return withinDatabaseType(withDatabaseType(filled, typeOf))
  })

/** Several columns as one value, named as the first of them. */
export const asOne = (parts: readonly ColumnModel[]): ColumnModel => {
  const { entity, field } = parts[0]!
  return {
    kind: 'key',
    entity,
    field,
    column: parts.map(({ column }) => column).join(', '),
    nullable: parts.some(({ nullable }) => nullable),
    generated: false,
    touchedOnUpdate: false,
    parts: parts.map(withoutLimits),
  }
}
