/** Reads `dryRun`, which all operations that write take. */
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { Operation } from '../../model/operation-table.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import { type QueryParameters, readFlag } from './parameters.js'

/** @throws AppError INVALID_PARAMETER, NOT_SUPPORTED */
export const readDryRun = (
  query: QueryParameters,
  { action = '' }: Operation,
  { actions }: ResourceModel,
): boolean => {
  if (!readFlag(query, 'dryRun', false)) return false
  if (actions.get(action)?.dryRun !== false) return true
  throw new AppError(problem('dryRunNotSupported', { action }))
}
