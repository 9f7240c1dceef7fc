/**
 * Checks the references of a write. References to missing and to invisible rows get the same error,
 * so that nothing leaks.
 */

import type { ForeignKeyColumns } from '../../database/catalog/catalog.js'
import type { IntegrityFacts } from '../../database/catalog/integrity.js'
import type { Session } from '../../database/connection/session.js'
import { violationOf } from '../../database/errors/errors.js'
import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import { encodeId, idTexts } from '../../model/kinds/composite-id.js'
import { canonicalText } from '../../model/kinds/kinds.js'
import { partText } from '../../model/kinds/value-reader.js'
import {
  type ColumnModel,
  columnsOf,
  type EntityModel,
  isReference,
  physicalColumns,
  type ToOneModel,
} from '../../model/types/entity-model.js'
import type { WriteShapeModel } from '../../model/types/write-model.js'
import { isRestricted, type ResourceView } from '../../query/rows/row-access.js'
import { missingReferencesStatement, partField } from '../../query/statements/lock-statements.js'
import { type Assignment, writtenColumns } from '../../query/statements/write-statements.js'
import type { WriteValues } from './write-values.js'

type WrittenColumns = ReturnType<typeof writtenColumns>

export interface Reference {
  /** The key of the other entity. */
  readonly key: ColumnModel
  /** The columns that hold it. */
  readonly from: ForeignKeyColumns
  readonly ids: readonly string[]
  /** The member of the body that holds it. */
  readonly name: string
}

export interface Written {
  readonly shape: WriteShapeModel | undefined
  readonly values: Pick<WriteValues, 'assignments' | 'links'>
  /** The record before the write, if it is known: references that it already has may stay. */
  readonly previous: Readonly<Record<string, unknown>>
  /** A reference that needs no check: its record is checked by its own write. */
  readonly owner?: ColumnModel | undefined
}

export const referencesOf = (
  { entity }: ResourceView,
  { shape, values: { assignments, links }, previous, owner }: Written,
): readonly Reference[] => {
  const fields = [...(shape?.fields.values() ?? [])]
  const written = writtenColumns(assignments)
  const ofColumns = touchedReferences(entity, assignments, written).flatMap(
    ({ key, references }) => {
      const change = changedReference(key, written, previous)
      if (change === undefined || key === owner) return []
      const column =
        assignments.find((each) => each.column === key)?.column ?? writerOf(key, assignments)
      const field = fields.find((member) => member.type === 'column' && member.column === column)
      const to = references.entity
      const from = { table: entity.table, columns: columnsOf(key), tenant: entity.tenant, to }
      return [{ key: references, from, ids: [change], name: field?.name ?? column.field }]
    },
  )
  const ofLinks = links.flatMap(({ relation, ids }) => {
    if (ids.length === 0) return []
    const field = fields.find((member) => member.type === 'links' && member.relation === relation)
    const { via, target } = relation
    if (via.type !== 'joinTable') throw new Error('only a join table is linked')
    const from = { table: via.table, columns: via.target.columns, tenant: via.tenant, to: target }
    return [{ key: target.primaryKey, from, ids, name: field?.name ?? relation.field }]
  })
  return [...ofColumns, ...ofLinks]
}

/** The references that a write may change: those that it names, then those that share a column. */
const touchedReferences = (
  { relations }: EntityModel,
  assignments: readonly Assignment[],
  written: WrittenColumns,
): readonly ToOneModel[] => {
  const named = assignments.flatMap(({ column }) => column.references ?? [])
  const sharing = [...relations.values()]
    .filter(isReference)
    .filter(({ key }) => columnsOf(key).some((column) => written.has(column)))
  return [...new Set([...named, ...sharing])]
}

/** The last assignment of a column that the key shares. */
const writerOf = (key: ColumnModel, assignments: readonly Assignment[]): ColumnModel => {
  const shared = columnsOf(key)
  const writes = ({ column }: Assignment) => columnsOf(column).some((each) => shared.includes(each))
  return assignments.findLast(writes)?.column ?? key
}

/** The id that a reference gets from written and other columns. Undefined: none, or the same. */
const changedReference = (
  key: ColumnModel,
  written: WrittenColumns,
  previous: Written['previous'],
): string | undefined => {
  const before = previous[key.field] ?? null
  const kept = before === null ? [] : idTexts(key, String(before))
  const texts = physicalColumns(key).map((part, index) => {
    const column = written.get(part.column)
    if (!column) return kept[index] ?? storedText(part, previous[partField(part)])
    return key.parts && column.text !== null ? partText(column.text, part) : column.text
  })
  if (!texts.every((text) => text !== null)) return undefined
  const id = key.parts ? encodeId(texts) : texts[0]!
  const isKept = before !== null && canonicalText(key, String(before)) === canonicalText(key, id)
  return isKept ? undefined : id
}

const storedText = (part: ColumnModel, value: unknown): string | null =>
  value == null ? null : canonicalText(part, String(value))

const missing = async (
  resource: ResourceView,
  references: readonly Reference[],
  session: Session,
): Promise<readonly Problem[]> => {
  if (references.length === 0) return []
  const places = await session.run(missingReferencesStatement(resource, references))
  const names = references.filter((_, index) => places[index]!.size > 0).map(({ name }) => name)
  return [...new Set(names)].map((name) => problem('referenceMissing', { target: name }))
}

export interface References {
  readonly resource: ResourceView
  readonly integrity: Pick<IntegrityFacts, 'bindsTenant'>
}

/**
 * Whether the reference may lead to a row that is invisible to the caller, which the database would
 * accept: a foreign key without the tenant leads to the rows of every tenant.
 */
export const mayBeHidden = (
  { resource, integrity }: References,
  { key, from }: Reference,
): boolean =>
  isRestricted(resource, key.entity) ||
  (key.entity.tenant !== undefined && !integrity.bindsTenant(from))

/** Whether any reference may: most callers see every row that their records can refer to. */
export const mayHideSome = (resource: ResourceView): boolean =>
  [...resource.entity.relations.values()].some(
    ({ target }) => target.tenant !== undefined || isRestricted(resource, target),
  )

/**
 * Runs before the statement that writes, which would wait for a lock on a row that is invisible to
 * the caller.
 *
 * @throws AppError DATA_INTEGRITY_VIOLATION
 */
export const checkReferences = async (
  call: References,
  written: Written,
  session: Session,
): Promise<void> => {
  const { resource } = call
  if (!mayHideSome(resource)) return
  const guarded = referencesOf(resource, written).filter((reference) =>
    mayBeHidden(call, reference),
  )
  const problems = await missing(resource, guarded, session)
  if (problems.length > 0) throw new AppError(problems)
}

/**
 * Returns true if a reference to a missing row may have caused the error: it broke the foreign key,
 * or left the column empty that is copied from the row.
 */
export const mayLackReference = (error: unknown, { entity }: ResourceView): boolean => {
  const violation = violationOf(error)
  if (violation?.type !== 'notNull') return violation?.type === 'foreignKey'
  return [...entity.columns.values()].some(
    ({ column, defaultFrom }) => defaultFrom && column === violation.column,
  )
}

/**
 * Names all references to missing rows; PostgreSQL names only the first. Undefined: none is
 * missing.
 */
export const explainReferences = async (
  resource: ResourceView,
  written: Written,
  session: Session,
): Promise<AppError | undefined> => {
  const problems = await missing(resource, referencesOf(resource, written), session)
  return problems.length > 0 ? new AppError(problems) : undefined
}
