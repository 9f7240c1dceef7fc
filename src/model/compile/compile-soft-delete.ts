/** Compiles the marks of rows that are deleted without being destroyed. */
import type { SoftDelete } from '../../contract/entity.js'
import type { Entities } from '../../contract/paths.js'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import {
  type ColumnModel,
  type EntityModel,
  isReference,
  type SoftDeleteModel,
} from '../types/entity-model.js'
import { unknownName } from '../unknown-name.js'
import type { Draft } from './compile-columns.js'

export const compileSoftDelete = (
  drafts: ReadonlyMap<string, Draft<EntityModel>>,
  declared: Entities,
  diagnostics: Diagnostics,
): void => {
  for (const [name, draft] of drafts) {
    const { options } = declared[name]!
    if (options.softDelete) {
      const mark = compileMark(draft, options.softDelete, diagnostics)
      if (mark) draft.softDelete = mark
    }
    if (options.softDelete && options.deletedWith !== undefined) {
      const message =
        "Rows have a mark of their own, or they are deleted with another row: remove 'softDelete' or 'deletedWith'."
      diagnostics.error('SOFT_DELETE_INVALID', `entities.${name}.deletedWith`, message)
    }
  }
  for (const draft of drafts.values()) checkOwnedMark(draft, diagnostics)
  for (const name of drafts.keys()) followOwner(name, drafts, declared, diagnostics, [])
  for (const draft of drafts.values()) checkShown(draft, diagnostics)
}

const checkShown = ({ name, relations }: EntityModel, diagnostics: Diagnostics): void => {
  for (const relation of relations.values()) {
    if (relation.type !== 'toOne' || !relation.showsDeleted || relation.target.softDelete) continue
    const message = `Rows of ${relation.target.name} are not deleted softly; remove 'showsDeleted', or add 'softDelete' to it.`
    diagnostics.error('SOFT_DELETE_INVALID', `entities.${name}.${relation.field}`, message)
  }
}

/** With a mark of their own, rows would stay visible without their owner. */
const checkOwnedMark = (
  { name, softDelete, ownedBy }: EntityModel,
  diagnostics: Diagnostics,
): void => {
  if (!softDelete || !ownedBy?.owner.softDelete) return
  const message = `The rows belong to ${ownedBy.owner.name}, and are deleted and restored with it; remove 'softDelete'.`
  diagnostics.error('SOFT_DELETE_INVALID', `entities.${name}.softDelete`, message)
}

const compileMark = (
  entity: EntityModel,
  { at, by, keepsLabels = false }: SoftDelete,
  diagnostics: Diagnostics,
): SoftDeleteModel | undefined => {
  const find = (member: 'at' | 'by', field: string, kind: 'instant' | 'text') => {
    const path = `entities.${entity.name}.softDelete.${member}`
    const column = entity.columns.get(field)
    const fault = column
      ? faultOf(column, kind)
      : unknownName('column', field, entity.columns.keys(), ` in ${entity.name}`)
    if (fault === undefined) return column
    diagnostics.error('SOFT_DELETE_INVALID', path, fault)
    return undefined
  }
  if (entity.immutable) {
    const message = 'Rows of the entity are never written, so they cannot be marked as deleted.'
    diagnostics.error('SOFT_DELETE_INVALID', `entities.${entity.name}.softDelete`, message)
  }
  const column = find('at', at, 'instant')
  const author = by === undefined ? undefined : find('by', by, 'text')
  return (
    column && {
      at: { type: 'column', hops: [], column, reference: false },
      ...(author ? { by: author } : {}),
      keepsLabels,
    }
  )
}

const faultOf = (column: ColumnModel, kind: 'instant' | 'text'): string | undefined =>
  column.kind !== kind || !column.nullable || column.generated || column.reads
    ? `'${column.field}' must be a column of type ${kind} that can be null and that the service writes.`
    : undefined

/**
 * A row is deleted with the row that it is a part of, which may be a part of another one. A row
 * that another owns is a part of it.
 */
const followOwner = (
  name: string,
  drafts: ReadonlyMap<string, Draft<EntityModel>>,
  declared: Entities,
  diagnostics: Diagnostics,
  parts: readonly string[],
): SoftDeleteModel | undefined => {
  const draft = drafts.get(name)!
  const declaredField = declared[name]?.options.deletedWith
  const field = declaredField ?? draft.ownedBy?.owned.owner.field
  if (draft.softDelete || field === undefined) return draft.softDelete
  const refuse = (message: string): undefined => {
    const path = `entities.${name}.deletedWith`
    if (parts.length === 0 && declaredField !== undefined)
      diagnostics.error('SOFT_DELETE_INVALID', path, message)
    return undefined
  }
  const relation = draft.relations.get(field)
  if (!isReference(relation)) {
    const references = [...draft.relations.values()].filter(isReference).map((each) => each.field)
    return refuse(unknownName('to-one relation', field, references, ` in ${name}`))
  }
  if (parts.includes(name)) return refuse(`${name} would be a part of itself.`)
  const { target } = relation
  const owner = followOwner(target.name, drafts, declared, diagnostics, [...parts, name])
  if (!owner) {
    return refuse(
      `'${field}' leads to ${target.name}, whose rows are not deleted softly; add 'softDelete' to it.`,
    )
  }
  const { at } = owner
  draft.softDelete = { at: { ...at, hops: [relation, ...at.hops] }, keepsLabels: false }
  draft.guarded = true
  return draft.softDelete
}
