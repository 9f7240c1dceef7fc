/** The items of a batch: as they were sent, as they are written, and what became of them. */
import { requireAuthority } from '../../access/availability.js'
import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import { memoize } from '../../foundation/functions/memoize.js'
import { ownMember } from '../../foundation/json/own-member.js'
import type { Operation } from '../../model/operation-table.js'
import type { WriteShapeModel } from '../../model/types/write-model.js'
import type { Atomicity } from '../../wire/batch.js'
import type { WriteContext } from '../context.js'
import type { RecordRow } from '../read/read.js'
import { withFilled } from '../write/filled-columns.js'
import { errorOf, type Failures, type ItemWrite, within } from '../write/item-write.js'
import type { Precondition } from '../write/locked-records.js'
import { readBody } from '../write/read-body.js'

export interface BatchRequest {
  readonly atomicity: Atomicity
  /** An error is what is wrong with an item. */
  readonly items: readonly (BatchItem | AppError)[]
}

export interface BatchItem {
  /** `create` or `update`. */
  readonly operation: Operation
  readonly data: unknown
  /** Default: that of the operation. */
  readonly shape?: WriteShapeModel
  /** The record of an update. */
  readonly record?: { readonly id: string; readonly precondition: Precondition } | undefined
}

/** An item whose data was read. */
export type BatchWrite = ItemWrite & Omit<BatchItem, 'data' | 'shape'>

/** Where an item has its members. */
const dataPlace = 'data.'

/** What became of an item. */
export type ItemResult =
  | { readonly error: AppError }
  | {
      readonly id: string
      readonly version: string | null
      /** Undefined if the client prefers a minimal response, or the record is gone. */
      readonly row?: RecordRow
    }

/** Reads the data of all items. */
export const readItems = (
  call: WriteContext,
  items: BatchRequest['items'],
): { readonly writes: readonly BatchWrite[]; readonly failures: Failures } => {
  const failures = new Map<number, AppError>()
  const writes: BatchWrite[] = []
  const denials = memoize((operation: Operation) => ({
    error: errorOf(() => requireAuthority({ ...call, operation })),
  }))
  items.forEach((item, index) => {
    const write =
      item instanceof AppError
        ? item
        : (denials(item.operation).error ?? readItem(call, item, index))
    if (write instanceof AppError) failures.set(index, write)
    else writes.push(write)
  })
  return { writes, failures }
}

const readItem = (call: WriteContext, item: BatchItem, index: number): BatchWrite | AppError => {
  const { resource, filterSettings } = call
  const { operation, data, record } = item
  const usual = operation.name === 'create' ? resource.create! : resource.update!
  const shape = item.shape ?? usual
  const different = differentId(call, item)
  if (different) return ofData(new AppError(different))
  try {
    const sent = readBody(resource, shape, data, filterSettings)
    const values = record ? sent : withFilled(call, sent)
    // Copying with a spread took more time than reading the values.
    return { operation, record, index, shape, values, place: dataPlace }
  } catch (error) {
    if (error instanceof AppError) return ofData(error)
    throw error
  }
}

/** The data may repeat the id of its record, as responses contain it. */
const differentId = (
  { resource: { idField, idReader }, clock }: WriteContext,
  { data, record }: BatchItem,
): Problem | undefined => {
  const sent = ownMember(data as object, idField)
  if (!record || sent === undefined || sent === null) return undefined
  const reading = idReader.read(sent, clock.zone)
  if ('parameter' in reading && reading.parameter === record.id) return undefined
  return problem('idDiffersFromItem', { field: idField })
}

/** An error of the data of an item. */
export const ofData = (error: AppError): AppError => within(dataPlace, error)

/** Errors in one response: what is wrong with hundreds of items is often the same. */
const maxProblems = 100

/** The error of a batch that is all or nothing; targets are `items.3.data.salary`. */
export const refusalOfAll = (failures: Failures): AppError => {
  const errors = [...failures].sort(([a], [b]) => a - b)
  const problems = errors.flatMap(([index, error]) =>
    error.problems.map((each) => {
      const target = ['items', index, each.target].filter((part) => part !== undefined).join('.')
      return { ...each, target }
    }),
  )
  // The first problem decides the error code, as in the body of one record.
  problems.sort((a, b) => rankOf(a) - rankOf(b))
  const cause = errors.find(([, { code }]) => code === problems[0]!.code)![1]
  return new AppError(problems.slice(0, maxProblems), { headers: cause.headers, cause })
}

const rankOf = ({ code }: Problem): number => Number(code === 'VALIDATION_FAILED')
