/** The model of a service that cannot store responses, so that it refuses idempotency keys. */
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import type { Model } from '../types/resource-model.js'

export const withoutIdempotency = (model: Model, diagnostics: Diagnostics): Model => {
  for (const { name, actions } of model.resources) {
    for (const { id, idempotencyKey } of actions.values()) {
      if (idempotencyKey !== 'REQUIRED') continue
      const message =
        "The action requires an idempotency key, and without platform tables the service stores no responses. Run 'corollary migrate', or declare idempotencyKey: 'NONE'."
      diagnostics.error('ACTION_INVALID', `${name}.actions.${id}.idempotencyKey`, message)
    }
  }
  const resources = model.resources.map((each) => ({ ...each, acceptsIdempotencyKeys: false }))
  return { ...model, resources }
}
