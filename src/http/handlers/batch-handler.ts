/** Handler of batches. */

import { AppError, problem } from '../../foundation/errors/app-error.js'
import { defined } from '../../foundation/json/defined.js'
import { printJson, type Unprinted } from '../../foundation/text/placeholders.js'
import { wireIdOf } from '../../model/stored-value.js'
import type { ItemResult } from '../../operations/batch/batch-items.js'
import { type BatchResults, performBatch } from '../../operations/batch/perform-batch.js'
import type { StoredResponse } from '../../operations/transaction/idempotency.js'
import type { BatchItemOutcome } from '../../wire/batch.js'
import { readBatch } from '../request/batch-body.js'
import { readIdempotencyKey } from '../request/idempotency-key.js'
import { prefersMinimal } from '../request/preferences.js'
import { successHead, successTail } from '../response/envelope.js'
import { PrintedBody } from '../response/printed-body.js'
import { type Exchange, enabledLinks, type Handlers } from './exchange.js'
import { rowJson } from './record-handlers.js'
import { sendOutcome } from './record-response.js'

type Facts = Omit<BatchItemOutcome<never, string | number>, 'record'>

const failed = ({ call }: Exchange, error: AppError, id: unknown) => {
  const facts: Unprinted<Facts> = {
    id: id as string | number | null,
    status: 'FAILED',
    code: error.code,
    message: error.text,
    version: null,
    errors: error.problems.map(({ code, message, target, properties }) => ({
      code,
      message,
      target: target ?? null,
      properties: { ...properties },
    })),
  }
  return printJson({ ...facts, record: null }, call.view.texts)
}

const itemJson = (exchange: Exchange, result: ItemResult, named: string | undefined): string => {
  const { entity } = exchange.call.resource
  if ('error' in result) {
    return failed(exchange, result.error, named === undefined ? null : wireIdOf(entity, named))
  }
  const { id, version, row } = result
  const record = row ? rowJson(exchange, row) : 'null'
  return `{"id":${JSON.stringify(wireIdOf(entity, id))},${succeeded},"version":${version},"errors":[],"record":${record}}`
}

const succeeded = JSON.stringify({
  status: 'SUCCEEDED',
  code: null,
  message: null,
} satisfies Partial<Facts>).slice(1, -1)

const withoutRecord = (result: ItemResult): ItemResult =>
  'error' in result ? result : { id: result.id, version: result.version }

export const batchHandler = {
  batch: async (exchange) => {
    const { call, links, operation, request } = exchange
    if (request.headers['if-match'] !== undefined) {
      throw new AppError(problem('ifMatchOnBatch'))
    }
    const batch = readBatch(call, request.body)
    const named = batch.items.map((item) => ('record' in item ? item.record?.id : undefined))
    const idempotency = readIdempotencyKey(request, operation, call)
    const isMinimal = prefersMinimal(request)
    const toResponse = ({ items, datasetVersion }: BatchResults): StoredResponse => {
      const failures = items.filter((result) => 'error' in result).length
      const counts = {
        total: items.length,
        succeeded: items.length - failures,
        failed: failures,
      }
      const bodyOf = (printed: readonly ItemResult[]): string | Buffer => {
        const body = new PrintedBody()
        body.add(`${successHead}${JSON.stringify(counts).slice(0, -1)},"items":`)
        body.addList(printed, (result, index) => itemJson(exchange, result, named[index]))
        const all = enabledLinks(exchange, links.collection)
        body.add(`}${successTail(all, call.clock.now)}`)
        return body.end()
      }
      const short = idempotency && items.map(withoutRecord)
      return {
        status: 200,
        headers: defined({
          'X-Data-Version': datasetVersion ?? undefined,
          'Preference-Applied': isMinimal ? 'return=minimal' : undefined,
        }),
        body: bodyOf(items),
        ...(short && { shorterBody: () => bodyOf(short) }),
      }
    }
    return sendOutcome(
      exchange,
      await performBatch(call, batch, isMinimal, toResponse, idempotency),
    )
  },
} satisfies Handlers
