/** Reads the body of a batch: its items, without the data of each. */
import { AppError, type Problem, problem } from '../../foundation/errors/app-error.js'
import { unknownMemberProblems } from '../../foundation/errors/unknown-members.js'
import { valueFault } from '../../foundation/errors/value-faults.js'
import { eitherOf, valueForm } from '../../foundation/errors/value-forms.js'
import { isJsonObject, type JsonObject } from '../../foundation/json/json-object.js'
import { describeValue } from '../../model/kinds/value-reader.js'
import type { Operation } from '../../model/operation-table.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { BatchItem, BatchRequest } from '../../operations/batch/batch-items.js'
import type { Limits, ReadContext } from '../../operations/context.js'
import type { Precondition } from '../../operations/write/locked-records.js'
import { type Atomicity, atomicities } from '../../wire/batch.js'
import { readVersions } from './entity-tags.js'

/**
 * Faults of an item are its own: they end a batch only if it is all or nothing.
 *
 * @throws AppError REQUEST_PAYLOAD_INVALID, LIMIT_EXCEEDED
 */
export const readBatch = (
  { resource, settings }: Pick<ReadContext & Limits, 'resource' | 'settings'>,
  body: unknown,
): BatchRequest => {
  if (!isJsonObject(body))
    throw new AppError(problem('bodyNotObject', { got: describeValue(body) }))
  const unknown = unknownMembers(body, ['atomicity', 'items'])
  if (unknown.length > 0) throw new AppError(unknown)
  const { items } = body
  if (!Array.isArray(items) || items.length === 0) {
    const got = Array.isArray(items) ? valueForm('none') : describeValue(items)
    throw new AppError(problem('batchItemsRequired', { got }))
  }
  const limit = settings['platform.batch.max-items']
  if (items.length > limit) {
    throw new AppError(problem('batchTooLong', { limit, count: items.length }))
  }
  const atomicity = readAtomicity(body['atomicity'])
  const operations = operationsByName(resource)
  const read = items.map((item) => readItem(item, resource, operations))
  return { atomicity, items: withoutRepeated(read) }
}

const none: readonly Problem[] = []

const unknownMembers = (body: object, memberNames: readonly string[]): readonly Problem[] => {
  const names = Object.keys(body)
  if (names.every((name) => memberNames.includes(name))) return none
  const unknown = names.filter((name) => !memberNames.includes(name))
  return unknownMemberProblems('member', unknown, memberNames)
}

/** @throws AppError REQUEST_PAYLOAD_INVALID */
const readAtomicity = (sent: unknown): Atomicity => {
  const found = atomicities.find((each) => each === (sent ?? 'ATOMIC'))
  if (found) return found
  const got = typeof sent === 'string' ? valueForm('anotherText') : describeValue(sent)
  throw new AppError(problem('batchAtomicityInvalid', { got }))
}

const itemMembers = ['operation', 'id', 'version', 'data'] as const

const operationsByName = ({ operations }: ResourceModel): ReadonlyMap<unknown, Operation> =>
  new Map(
    operations
      .filter(({ name, supported }) => supported && (name === 'create' || name === 'update'))
      .map((operation) => [operation.name.toUpperCase(), operation]),
  )

const readItem = (
  sent: unknown,
  resource: ResourceModel,
  operations: ReadonlyMap<unknown, Operation>,
): BatchItem | AppError => {
  if (!isJsonObject(sent))
    return new AppError(problem('batchItemInvalid', { got: describeValue(sent) }))
  const operation = operations.get(sent['operation'])
  if (!operation) {
    const accepted = eitherOf([...operations.keys()].map(String))
    return new AppError(problem('batchOperationInvalid', { accepted }))
  }
  const { data } = sent
  const problems = [...unknownMembers(sent, itemMembers)]
  if (!isJsonObject(data)) {
    const fault = valueFault('wrongValue', {
      accepted: valueForm('object'),
      got: describeValue(data),
    })
    problems.push(problem('memberInvalid', { target: 'data', fault }))
  }
  const read = operation.name === 'create' ? readCreate(sent) : readUpdate(sent, resource)
  if ('problem' in read) problems.push(read.problem)
  if (problems.length > 0) return new AppError(problems)
  return { operation, data, record: 'record' in read ? read.record : undefined }
}

/** The record that an item names; a create names none. */
type NamedRecord =
  | { readonly problem: Problem }
  | { readonly record: BatchItem['record'] & object }
  | Record<never, never>

const readCreate = (sent: JsonObject): NamedRecord => {
  const target = ['id', 'version'].find((name) => sent[name] != null)
  return target === undefined ? {} : { problem: problem('batchMemberOfUpdate', { target }) }
}

const readUpdate = (
  { id, version }: JsonObject,
  { idReader, requireVersion }: ResourceModel,
): NamedRecord => {
  if (id == null) return { problem: problem('valueRequired', { target: 'id' }) }
  const reading = idReader.read(id, 'UTC')
  if ('fault' in reading) {
    return { problem: problem('idInvalid', { target: 'id', fault: reading.fault }) }
  }
  const precondition = readVersion(version ?? undefined, requireVersion)
  if (!precondition) return { problem: problem('batchVersionInvalid') }
  return { record: { id: reading.parameter, precondition } }
}

/** The number, as outcomes have it, or what `If-Match` takes. */
const readVersion = (sent: unknown, isRequired: boolean): Precondition | undefined => {
  if (sent === undefined) return { versions: undefined, isMissing: isRequired }
  if (typeof sent === 'string') return readVersions(sent)
  return Number.isSafeInteger(sent) ? { versions: [String(sent)], isMissing: false } : undefined
}

/** Only the first item of a record is performed, because items do not overrule each other. */
const withoutRepeated = (
  items: readonly (BatchItem | AppError)[],
): readonly (BatchItem | AppError)[] => {
  const first = new Map<string, number>()
  return items.map((item, index) => {
    if (item instanceof AppError || !item.record) return item
    const other = first.get(item.record.id)
    if (other !== undefined) return new AppError(problem('batchRecordRepeated', { other }))
    first.set(item.record.id, index)
    return item
  })
}
