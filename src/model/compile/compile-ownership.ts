/** Compiles which rows belong to a row of another entity, once all relations are known. */
import { isDeepStrictEqual } from 'node:util'
import type { Entity } from '../../contract/entity.js'
import type { Entities } from '../../contract/paths.js'
import type { Owns } from '../../contract/relations.js'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import {
  columnsOf,
  type EntityModel,
  isReference,
  type Ownership,
  type OwningRelation,
  type RelationModel,
} from '../types/entity-model.js'
import { unknownName } from '../unknown-name.js'
import type { Draft } from './compile-columns.js'

export const compileOwnership = (
  drafts: ReadonlyMap<string, Draft<EntityModel>>,
  entities: Entities,
  diagnostics: Diagnostics,
): void => {
  for (const [name, draft] of drafts) {
    for (const [field, declared] of ownsOf(entities[name]!)) {
      const relation = draft.relations.get(field)
      const at = `entities.${name}.${field}`
      const owned = relation && ownershipOf(relation, declared, at, diagnostics)
      if (!owned) continue
      const owning = Object.assign(relation, { owned }) as OwningRelation
      const target = owning.target as Draft<EntityModel>
      if (target.ownedBy) {
        const { owner, field: other } = target.ownedBy
        const message = `The rows of ${target.name} already belong to '${other}' of ${owner.name}; a row has one owner.`
        diagnostics.error('RELATION_TARGET', at, message)
      }
      target.ownedBy = owning
    }
  }
  for (const draft of drafts.values()) checkCircle(draft, diagnostics)
}

const ownsOf = ({ fields }: Entity): readonly (readonly [string, Owns])[] =>
  Object.entries(fields).filter(
    (entry): entry is [string, Owns] =>
      entry[1].is === 'relation' && entry[1].type === 'hasMany' && 'owned' in entry[1],
  )

const ownershipOf = (
  relation: RelationModel,
  { position: field }: Owns,
  at: string,
  diagnostics: Diagnostics,
): Ownership | undefined => {
  if (relation.type !== 'toMany' || relation.via.type !== 'foreignKey') return undefined
  const { owner, target, via } = relation
  const { columns, references } = via.owner
  const report = (message: string): undefined => {
    diagnostics.error('RELATION_TARGET', at, message)
  }
  const back = [...target.relations.values()].find(
    (other) =>
      isReference(other) &&
      other.references === references &&
      isDeepStrictEqual(columnsOf(other.key), columns),
  )
  if (!isReference(back)) {
    return report(
      `${target.name} must refer to its owner; add a belongsTo('${owner.name}') over ${columns.map((column) => `'${column}'`).join(' and ')} to it.`,
    )
  }
  if (target.view || owner.view) {
    return report('Rows of a view cannot be owned, and cannot own others.')
  }
  if (field === undefined) return { owner: back }
  const position = target.columns.get(field)
  if (!position) {
    return report(unknownName('column', field, target.columns.keys(), ` in ${target.name}`))
  }
  if (position.kind !== 'integer' || position.generated || position === target.primaryKey) {
    return report(`The position '${field}' must be an integer column that the service can write.`)
  }
  return { owner: back, position }
}

/** A row that owned its owner could never be written first. */
const checkCircle = (entity: Draft<EntityModel>, diagnostics: Diagnostics): void => {
  const seen = new Set<EntityModel>()
  let current: EntityModel | undefined = entity
  while (current && !seen.has(current)) {
    seen.add(current)
    current = current.ownedBy?.owner
  }
  if (current !== entity) return
  const { owner, field } = entity.ownedBy!
  const message = `${entity.name} owns itself, directly or through others; use hasMany() for one of the relations.`
  diagnostics.error('RELATION_TARGET', `entities.${owner.name}.${field}`, message)
}
