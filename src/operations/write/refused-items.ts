/** Errors of requests on several records, item by item. */
import { refusalOf } from '../../access/availability.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { Unprinted } from '../../foundation/text/placeholders.js'
import type { Operation } from '../../model/operation-table.js'
import { wireIdOf } from '../../model/stored-value.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { BulkItem } from '../../wire/bulk.js'
import type { WriteContext } from '../context.js'
import type { LockedRecord } from './locked-records.js'

export const failed = (
  { entity }: ResourceModel,
  id: string,
  error: AppError,
): Unprinted<BulkItem> => ({
  id: wireIdOf(entity, id),
  status: 'FAILED',
  code: error.code,
  message: error.text,
})

/**
 * Refuses all records if one of them is refused.
 *
 * @throws AppError RESOURCE_STATE_BLOCKED, ACCESS_DENIED with `items`
 */
export const refuseItems = (
  { resource, principal }: Pick<WriteContext, 'resource' | 'principal'>,
  operation: Operation,
  records: ReadonlyMap<string, LockedRecord>,
): void => {
  const refusals = [...records].flatMap(([id, record]) => {
    const refusal = refusalOf({ resource, operation, principal, record })
    return refusal ? [[id, refusal] as const] : []
  })
  const [first] = refusals
  if (!first) return
  const [, { code, text, problems }] = first
  const counts = { refused: refusals.length, total: records.size }
  throw new AppError({
    ...problem('recordsRefused', { ...counts, refusal: text }),
    code,
    properties: {
      ...problems[0]?.properties,
      items: refusals.map(([id, error]) => failed(resource, id, error)),
    },
  })
}
