/** Compiles the row access of entities; the filter of a rule is validated like any other. */
import type { Entities } from '../../contract/paths.js'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import { dependsOnTime } from '../types/computed.js'
import type { EntityModel } from '../types/entity-model.js'
import { type FilterFieldModel, type FilterShapeModel, isRelated } from '../types/filter-model.js'
import type { RowRule } from '../types/resource-model.js'
import { filterTargets } from '../types/search.js'
import { compileFilterShape } from './compile-filter.js'

export type RowRules = ReadonlyMap<EntityModel, RowRule>

export const compileRowRules = (
  entities: ReadonlyMap<string, EntityModel>,
  declared: Entities,
  diagnostics: Diagnostics,
): RowRules => {
  const rules = new Map<EntityModel, RowRule>()
  for (const [name, entity] of entities) {
    const access = declared[name]?.options.rowAccess
    if (!access) continue
    const at = `entities.${name}.rowAccess`
    const context = {
      ...{ name: at, path: '', entity, entities, readOnly: true, diagnostics },
      hints: {},
    }
    const filter = compileFilterShape(access.filter, context)
    checkShape(filter, `${at}.filter`, diagnostics)
    rules.set(entity, { filter, visibleTo: access.visibleTo })
  }
  return rules
}

const checkShape = (filter: FilterShapeModel, at: string, diagnostics: Diagnostics): void => {
  for (const member of filter.values()) {
    const memberAt = `${at}.${member.name}`
    if (isRelated(member)) checkShape(member.filter, memberAt, diagnostics)
    else checkTimeless(member, memberAt, diagnostics)
  }
}

/** Views and results are cached, so the rows of a caller must not depend on the time. */
const checkTimeless = (field: FilterFieldModel, at: string, diagnostics: Diagnostics): void => {
  const { form, operation, onlyDeleted } = field
  if (onlyDeleted) {
    const message = 'Row access cannot show deleted rows; declare the member in a resource.'
    diagnostics.error('SOFT_DELETE_INVALID', at, message)
  }
  const timed = filterTargets(field).some(dependsOnTime)
  if (form !== 'days' && !timed) return
  const what = timed ? 'The field' : operation
  const message = `${what} depends on the current time, so row access cannot use it; compare with a stored value.`
  diagnostics.error('OPERATION_KIND', at, message)
}
