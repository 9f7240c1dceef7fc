/** Checks what webhooks may read, as for any caller: nothing that the contract does not allow. */
import { isPermitted } from '../../access/availability.js'
import type { Views } from '../../access/views.js'
import { didYouMean } from '../../foundation/errors/diagnostics.js'
import type { Model } from '../../model/types/resource-model.js'
import { isRestrictedByRule } from '../../query/rows/row-access.js'
import type { Webhook } from './webhook.js'

/** Returns a problem for each resource that a webhook may not receive. */
export const checkWebhooks = (
  webhooks: readonly Webhook[],
  model: Model,
  views: Views,
): readonly string[] =>
  webhooks.flatMap(({ name, resources, principal }) =>
    resources.flatMap((key) => {
      const problem = problemOf(key, principal, model, views)
      return problem === undefined ? [] : [`${name}: ${problem}`]
    }),
  )

const problemOf = (
  key: string,
  principal: Webhook['principal'],
  model: Model,
  views: Views,
): string | undefined => {
  const keys = model.resources.map((resource) => resource.key)
  if (!keys.includes(key)) return `there is no resource '${key}'${didYouMean(key, keys)}`
  const resource = views(principal).resource(key)
  const operation = resource.operations.find(({ name }) => name === 'history')
  if (!operation?.supported) {
    return `'${key}' has no history: its contract says in guards.history who may read changes.`
  }
  if (resource.entity.tenant && resource.tenant === undefined) {
    return `the records of '${key}' belong to tenants, and the webhook has none that is valid.`
  }
  if (!isPermitted({ resource, operation, principal })) {
    return `the authorities of the webhook do not allow reading the history of '${key}'.`
  }
  // Nobody can say of a deleted record whether the webhook would see it.
  return isRestrictedByRule(resource, resource.entity)
    ? `row access restricts which records of '${key}' the webhook sees; it needs authorities to see all.`
    : undefined
}
