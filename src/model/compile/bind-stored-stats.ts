/** Finds out which statistics can be stored, once it is known whose data has a version. */
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import type { Model, ResourceModel } from '../types/resource-model.js'
import { storedFieldsOf } from '../types/stats-model.js'

const reason =
  'materialized has no effect: the statistics of this resource are always current. It needs a dataset version that depends on tables alone, without row-level security and without dependsOn.'

/**
 * Without a complete dataset version nobody can say which data a stored result shows.
 */
export const bindStoredStats = (
  model: Model,
  /** Whether the service stores any. */
  storesResults: boolean,
  diagnostics: Diagnostics,
): Model => {
  const bind = (resource: ResourceModel): ResourceModel => {
    const { stats, dataset, name } = resource
    const declared = storedFieldsOf(stats)
    if (declared.length === 0 || (storesResults && dataset?.isComplete)) return resource
    for (const field of declared) {
      if (storesResults) {
        diagnostics.advise('MATERIALIZED_OFF', `${name}.stats.${field.name}`, reason)
      }
    }
    const current = [...stats.fields].map(
      ([field, { maxAgeMs: _, ...rest }]) => [field, rest] as const,
    )
    return { ...resource, stats: { ...stats, fields: new Map(current) } }
  }
  return { ...model, resources: model.resources.map(bind) }
}
