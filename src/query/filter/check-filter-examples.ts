/** Reads the filter examples of contracts: an example that the service would refuse is an error. */

import { AppError } from '../../foundation/errors/app-error.js'
import type { Diagnostics } from '../../foundation/errors/diagnostics.js'
import type { Model } from '../../model/types/resource-model.js'
import { readFilter } from './read-filter.js'

const limits = {
  zone: 'UTC',
  maxListLength: Number.POSITIVE_INFINITY,
  maxTextLength: Number.POSITIVE_INFINITY,
  allowScalarRange: false,
}

export const checkFilterExamples = (model: Model, diagnostics: Diagnostics): void => {
  for (const resource of model.resources) {
    for (const [name, { value }] of Object.entries(resource.examples['filter'] ?? {})) {
      try {
        readFilter(resource, value, limits)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const at = `${resource.name}.examples.filter.${name}`
        for (const { message } of error.problems)
          diagnostics.error('EXAMPLE_INVALID', at, `${message}`)
      }
    }
  }
}
