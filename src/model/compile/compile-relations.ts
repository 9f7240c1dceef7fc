/** Compiles the relations of an entity, once the keys of all entities are known. */
import type { Entity } from '../../contract/entity.js'
import type { BelongsTo, HasMany, HasOne, ManyToMany, Relation } from '../../contract/relations.js'
import type { Diagnostics } from '../../foundation/diagnostics.js'
import type { ColumnModel, EntityModel, RelationModel, ToOneModel } from '../types/entity-model.js'
import { unknownName } from '../unknown-name.js'
import { type DatabaseTypes, type Draft, withDatabaseType } from './compile-columns.js'

export const compileRelations = (
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
      foreignKeyIn: 'owner',
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
  hasOne: (owner, field, target, declared: HasOne, typeOf) => {
    const key = owner.primaryKey
    const references = { ...key, entity: target, column: declared.column, nullable: true }
    return {
      type: 'toOne',
      field,
      owner,
      target,
      foreignKeyIn: 'target',
      key,
      references: withDatabaseType(references, typeOf),
      ...visibilityOf(declared),
    }
  },
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
