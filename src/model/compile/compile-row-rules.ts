/** Compiles the row access of entities; the filter of a rule is validated like any other. */
import type { Entities } from '../../contract/paths.js'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import { dependsOnTime } from '../types/computed.js'
import type { EntityModel } from '../types/entity-model.js'
import type { FilterFieldModel, RowRule } from '../types/resource-model.js'
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
    const context = { name: at, entity, readOnly: true, diagnostics, hints: {} }
    const filter = compileFilterShape(access.filter, context)
    for (const field of filter.values()) checkTimeless(field, at, diagnostics)
    rules.set(entity, { filter, visibleTo: access.visibleTo })
  }
  return rules
}

/** Views and results are cached, so the rows of a caller must not depend on the time. */
const checkTimeless = (field: FilterFieldModel, at: string, diagnostics: Diagnostics): void => {
  const { name, form, operation, onlyDeleted } = field
  if (onlyDeleted) {
    const message = 'Row access cannot show deleted rows; declare the member in a resource.'
    diagnostics.error('SOFT_DELETE_INVALID', `${at}.filter.${name}`, message)
  }
  const timed = filterTargets(field).some(dependsOnTime)
  if (form !== 'days' && !timed) return
  const what = timed ? 'The field' : operation
  const message = `${what} depends on the current time, so row access cannot use it; compare with a stored value.`
  diagnostics.error('OPERATION_KIND', `${at}.filter.${name}`, message)
}
