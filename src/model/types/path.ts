/** Resolves the dotted paths of a contract. */

import type { TargetKind } from '../../contract/filter/definition.js'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import { unknownName } from '../unknown-name.js'
import {
  type ColumnModel,
  type ColumnTarget,
  columnNamed,
  type EntityModel,
  fieldNames,
  isReference,
  partNamed,
  type RelationModel,
  refersToKey,
  type Target,
  type ToOneModel,
} from './entity-model.js'

export type { CollectionTarget, ColumnTarget, Target } from './entity-model.js'

export const targetKind = (target: Target): TargetKind =>
  target.type === 'collection' ? 'collection' : target.reference ? 'reference' : target.column.kind

/** The target, which begins at a row behind these hops, as it is from their beginning. */
export const behind = <T extends Target>(hops: readonly RelationModel[], target: T): T =>
  hops.length === 0 ? target : { ...target, hops: [...hops, ...target.hops] }

export const fansOut = (target: Target): boolean => target.hops.some((hop) => hop.type === 'toMany')

/** A column and the relations that lead to it. */
export type Place = Pick<ColumnTarget, 'hops' | 'column'>

/** A foreign key, and the relation that it belongs to. */
export interface ForeignKeyPlace extends Place {
  readonly relation: ToOneModel
}

export const isSamePlace = (a: Place, b: Place): boolean =>
  a.column === b.column &&
  a.hops.length === b.hops.length &&
  a.hops.every((hop, index) => hop === b.hops[index])

/** The entity that values of the column refer to: as foreign key, or as key of related rows. */
export const referredBy = ({ hops, column }: Place): EntityModel | undefined => {
  const { references: relation } = column
  if (relation) return refersToKey(relation) ? relation.target : undefined
  const last = hops.at(-1)
  return last && column === last.target.primaryKey ? last.target : undefined
}

/**
 * Whether the column can be null, or a relation on the path can be missing or hidden from the
 * caller.
 */
export const isNullable = (target: ColumnTarget): boolean =>
  target.column.nullable ||
  target.hops.some(
    (hop) => hop.type === 'toOne' && (hop.key.nullable || !isReference(hop) || hop.target.guarded),
  )

/** Names the target in a diagnostic. */
export const describeTarget = (target: Target): string => {
  const kind = targetKind(target)
  if (kind === 'collection') return 'a collection'
  return kind === 'reference' ? 'a to-one relation' : `a column of type ${kind}`
}

/** Follows `path` from `entity`; reports an unknown name under `at`. */
export const resolvePath = (
  entity: EntityModel,
  path: string,
  at: string,
  diagnostics: Diagnostics,
): Target | undefined => {
  const segments = path.split('.')
  const last = segments.pop()!
  const hops: RelationModel[] = []
  let owner = entity
  for (const segment of segments) {
    const relation = owner.relations.get(segment)
    const part = segment === segments.at(-1) ? partNamed(owner, segment, last) : undefined
    if (part) return { type: 'column', hops, column: part, reference: false }
    if (!relation) {
      const reason = columnNamed(owner, segment)
        ? `Path '${path}': '${segment}' is a column of ${owner.name}, not a relation.`
        : unknownName('relation', segment, owner.relations.keys(), whereIn(owner, path))
      diagnostics.error('PATH_UNKNOWN', at, reason)
      return undefined
    }
    hops.push(relation)
    owner = relation.target
  }
  const column = columnNamed(owner, last)
  if (column) return columnTarget(hops, column)
  const relation = owner.relations.get(last)
  if (relation?.type === 'toMany') return { type: 'collection', hops, relation }
  if (isReference(relation)) return { type: 'column', hops, column: relation.key, reference: true }
  if (relation) {
    const column = relation.target.primaryKey
    return { type: 'column', hops: [...hops, relation], column, reference: true }
  }
  const fields = fieldNames(owner)
  diagnostics.error('PATH_UNKNOWN', at, unknownName('field', last, fields, whereIn(owner, path)))
  return undefined
}

/** ` in teams (path 'team.nmae')` */
const whereIn = ({ name }: EntityModel, path: string): string =>
  path.includes('.') ? ` in ${name} (path '${path}')` : ` in ${name}`

/** `department.id` is the row's own foreign key: no join is needed to read it. */
export const columnTarget = (hops: readonly RelationModel[], column: ColumnModel): ColumnTarget => {
  const hop = hops.at(-1)
  return isReference(hop) && column === hop.references
    ? { type: 'column', hops: hops.slice(0, -1), column: hop.key, reference: false }
    : { type: 'column', hops, column, reference: false }
}
