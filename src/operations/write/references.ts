/**
 * Checks the references of a write. References to missing and to invisible rows get the same error,
 * so that nothing leaks.
 */
import type { Session } from '../../database/database.js'
import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import { canonicalText } from '../../model/kinds/kinds.js'
import type { ColumnModel } from '../../model/types/entity-model.js'
import type { WriteShapeModel } from '../../model/types/resource-model.js'
import { isRestricted, type ResourceView } from '../../query/rows/row-access.js'
import { referencesStatement } from '../../query/statements/write-statements.js'
import type { WriteValues } from './read-body.js'

interface Reference {
  /** The key of the other entity. */
  readonly key: ColumnModel
  readonly ids: readonly string[]
  /** The member of the body that holds it. */
  readonly name: string
}

export interface Written {
  readonly shape: WriteShapeModel | undefined
  readonly values: WriteValues
  /** The record before the write, if it is known: references that it already has may stay. */
  readonly previous: Readonly<Record<string, unknown>>
}

const referencesOf = ({
  shape,
  values: { assignments, links },
  previous,
}: Written): readonly Reference[] => {
  const fields = [...(shape?.fields.values() ?? [])]
  const ofColumns = assignments.flatMap(({ column, value }) => {
    if (!column.references || value === null) return []
    const before = previous[column.field] ?? null
    const isKept =
      before !== null && canonicalText(column, String(before)) === canonicalText(column, value)
    if (isKept) return []
    const field = fields.find((member) => member.type === 'column' && member.column === column)
    const key = column.references.references
    return [{ key, ids: [value], name: field?.name ?? column.field }]
  })
  const ofLinks = links.flatMap(({ relation, ids }) => {
    if (ids.length === 0) return []
    const field = fields.find((member) => member.type === 'links' && member.relation === relation)
    return [{ key: relation.target.primaryKey, ids, name: field?.name ?? relation.field }]
  })
  return [...ofColumns, ...ofLinks]
}

const missing = async (
  resource: ResourceView,
  references: readonly Reference[],
  session: Session,
): Promise<readonly Problem[]> => {
  if (references.length === 0) return []
  const counts = await session.run(referencesStatement(resource, references))
  return references
    .filter(({ ids }, index) => counts[index]! < ids.length)
    .map(({ name }) => problem('referenceMissing', { target: name }))
}

/**
 * Runs before the statement that writes, which would wait for a lock on a row that is invisible to
 * the caller.
 *
 * @throws AppError DATA_INTEGRITY_VIOLATION
 */
export const checkReferences = async (
  resource: ResourceView,
  written: Written,
  session: Session,
): Promise<void> => {
  const guarded = referencesOf(written).filter(({ key }) => isRestricted(resource, key.entity))
  const problems = await missing(resource, guarded, session)
  if (problems.length > 0) throw new AppError(problems)
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
  const problems = await missing(resource, referencesOf(written), session)
  return problems.length > 0 ? new AppError(problems) : undefined
}
