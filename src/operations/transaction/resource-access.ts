/** Gives code of a contract access to resources, in its transaction and with its caller. */
import type { ResourceAccess } from '../../contract/calls.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { parseStored } from '../../foundation/json/lossless.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { WriteShapeModel } from '../../model/types/write-model.js'
import { readOrder } from '../../query/rows/order.js'
import { listStatement } from '../../query/statements/list-statements.js'
import type { UnboundWriteContext } from '../context.js'
import { readSet } from '../read/choose-deleted.js'
import { type RecordRow, recordNotFound } from '../read/read.js'
import { begin, onResource, type Work } from '../work/work.js'
import { lockRecords } from '../write/locked-records.js'
import { readBody } from '../write/read-body.js'
import { removeRecords } from '../write/remove-record.js'
import { requireSameLists } from '../write/sent-lists.js'
import { changeRecord, insertRecord } from '../write/write-record.js'

const usualLimit = 100
const maxLimit = 1_000

interface Named {
  readonly data: object
}
const keyOf = ({ data }: Named): string => (data as { key: string }).key

export const createResourceAccess = (work: Work<UnboundWriteContext>): ResourceAccess => {
  const on = (resource: Named): Work => onResource(work, keyOf(resource))
  const access: Untyped = {
    find: async (resource, id) => {
      const { call, transaction } = on(resource)
      const statement = call.resource.prepared.record(idOf(call.resource, id))
      const record = await transaction.run(statement)
      return record && toObject(record)
    },
    filter: async (resource, filter, limit = usualLimit) => {
      const { call: sentCall, transaction } = on(resource)
      // An empty list in code is meant literally: it matches nothing.
      const filterSettings = { ...sentCall.filterSettings, emptyList: 'nothing' } as const
      const [call, criteria] = readSet({ ...sentCall, filterSettings }, filter)
      const request = { criteria, ids: undefined, limit: Math.min(limit, maxLimit) }
      const order = readOrder(call.resource, [])
      const statement = listStatement(call.resource, request, order, call.clock)
      return (await transaction.run(statement)).map(toObject)
    },
    create: async (resource, body) => {
      const other = on(resource)
      const shape = shapeOf(other, 'create')
      const values = readBody(other.call.resource, shape, body, other.call.filterSettings)
      await requireSameLists(other, { id: values.copiedId, lists: values.lists })
      return toObject(await insertRecord(other, shape, values))
    },
    update: async (resource, sent, body) => {
      const other = on(resource)
      const id = idOf(other.call.resource, sent)
      const shape = shapeOf(other, 'update')
      const values = readBody(other.call.resource, shape, body, other.call.filterSettings)
      const record = (await lockRecords(other, [id], 'no key update')).get(id)
      if (!record) throw recordNotFound()
      await requireSameLists(other, { id, lists: values.lists })
      return toObject(await changeRecord(other, { id: 'update' }, shape, id, values, { record }))
    },
    delete: async (resource, sent) => {
      const other = on(resource)
      const id = idOf(other.call.resource, sent)
      const records = await lockRecords(other, [id], 'update')
      const { resource: target } = other.call
      if (target.readOnly) throw new Error(`'${target.key}' is read-only`)
      if (!records.has(id)) throw recordNotFound()
      await removeRecords(other, [id], records)
    },
  }
  const begun = Object.entries(access).map(([name, use]) => [
    name,
    (...args: never[]) => {
      if (name !== 'find' && name !== 'filter') work.state.hasWrittenOthers = true
      return begin(work, (use as (...args: never[]) => Promise<unknown>)(...args))
    },
  ])
  return Object.fromEntries(begun) as ResourceAccess
}

/** `ResourceAccess` without the types of the contract. */
interface Untyped {
  readonly find: (resource: Named, id: string | number) => Promise<unknown>
  readonly filter: (resource: Named, filter: unknown, limit?: number) => Promise<unknown>
  readonly create: (resource: Named, body: unknown) => Promise<unknown>
  readonly update: (resource: Named, id: string | number, body: unknown) => Promise<unknown>
  readonly delete: (resource: Named, id: string | number) => Promise<void>
}

const toObject = ({ members }: RecordRow): unknown => parseStored(`{${members}}`)

const idOf = ({ idReader, name }: ResourceModel, id: unknown): string => {
  const reading = idReader.read(id, 'UTC')
  if ('parameter' in reading) return reading.parameter
  throw new AppError(problem('idOfResourceInvalid', { resource: name, fault: reading.fault }))
}

const shapeOf = ({ call: { resource } }: Work, name: 'create' | 'update'): WriteShapeModel => {
  const shape = resource[name]
  if (!shape) throw new Error(`'${resource.key}' has no ${name}`)
  return shape
}
