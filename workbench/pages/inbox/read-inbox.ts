/** Reads the queues of all resources, and the records that wait in them. */
import type { Action } from '../../../src/wire/catalogs/actions.js'
import { catalog } from '../../service/catalog.js'
import type { Result } from '../../service/connection.js'
import {
  type Id,
  type ResourceEntry,
  readActions,
  readCapabilities,
  readItemCapabilities,
  readSchema,
} from '../../service/discovery.js'
import { createQueue } from '../../service/queue.js'
import { countRecords, type Row, readFirstPage, readRecord } from '../../service/records.js'
import { readAll } from '../../service/results.js'
import { mayWait } from './has-inbox.js'
import { isClosed, oldestFirst, type Queue, queuesOf } from './queues.js'

/** A record that waits, as it is now, and its actions. */
export interface Item {
  readonly key: string
  readonly queue: Queue
  readonly id: Id
  readonly row: Row
  readonly since: string | undefined
  readonly etag: string | undefined
  readonly actions: readonly Action[]
}

export interface CountedQueue {
  readonly queue: Queue
  readonly total: number
}

export interface Inbox {
  readonly queues: readonly CountedQueue[]
  /** The records that wait longest. */
  readonly items: readonly Item[]
}

/** Records whose actions are read at a time. */
const enqueue = createQueue(4)

const readQueuesOf = async (resource: ResourceEntry): Promise<Result<readonly Queue[]>> => {
  const reading = [
    readSchema(resource.schemas.list),
    readSchema(resource.schemas.filter!),
    readCapabilities(resource),
  ] as const
  const actions = await readActions(resource)
  const [shape, filterShape, capabilities] = await Promise.all(reading)
  if (!actions.ok) return actions
  if (!shape.ok) return shape
  if (!filterShape.ok) return filterShape
  if (!capabilities.ok) return capabilities
  // A refused request would be an error in the console of the browser, so it is not sent.
  const isReadable = capabilities.data.operations['filter']?.availability.allowed === true
  const described = { resource, shape: shape.data, filterShape: filterShape.data }
  const queues = isReadable ? queuesOf({ ...described, actions: actions.data.actions }) : []
  return { ...actions, data: queues }
}

const readQueues = async (): Promise<Result<readonly Queue[]>> => {
  const resources = catalog.value?.resources.filter(mayWait) ?? []
  const queues = await readAll(resources, readQueuesOf)
  return queues.ok ? { ...queues, data: queues.data.flat() } : queues
}

/** Counts the records of the queues in which the caller may act. */
export const countWaiting = async (
  isHidden: (queue: Queue) => boolean,
  signal: AbortSignal,
): Promise<Result<number>> => {
  const queues = await readQueues()
  if (!queues.ok) return queues
  const open = queues.data.filter((queue) => !isClosed(queue) && !isHidden(queue))
  const totals = await readAll(open, ({ resource, filter }) =>
    countRecords(resource, filter, signal),
  )
  return totals.ok
    ? { ...totals, data: totals.data.reduce((sum, total) => sum + total, 0) }
    : totals
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

type Candidate = Pick<Item, 'key' | 'queue' | 'id' | 'since'>

const candidateOf = (queue: Queue, row: Row): Candidate => {
  const id = row[queue.resource.idField] as Id
  const since = textOf(row[queue.since?.name ?? ''])
  return { key: `${queue.resource.resourceKey} ${id}`, queue, id, since }
}

/**
 * Reads a record and its actions together, so that no button offers what the shown record does not
 * allow.
 *
 * @returns undefined if the record cannot be read any more
 */
export const readItem = async (
  candidate: Candidate,
  signal?: AbortSignal,
): Promise<Item | undefined> => {
  const { queue, id } = candidate
  const [record, capabilities] = await Promise.all([
    readRecord(queue.resource, id, signal),
    readItemCapabilities(queue.resource, id, signal),
  ])
  if (!record.ok || !capabilities.ok) return undefined
  const names = queue.actions.map((action) => action.id)
  const actions = capabilities.data.actions.filter((action) => names.includes(action.id))
  return { ...candidate, row: record.data, etag: record.etag, actions }
}

/**
 * Reads the totals of all queues, and the records that wait longest in those that are shown, with
 * what the caller may do with them.
 *
 * @param size maximum number of records
 */
export const readInbox = async (
  isHidden: (queue: Queue) => boolean,
  size: number,
  signal: AbortSignal,
): Promise<Result<Inbox>> => {
  const queues = await readQueues()
  if (!queues.ok) return queues
  const pages = await readAll(queues.data, async (queue) => {
    const { resource, filter, sort } = queue
    const page = await readFirstPage(resource, filter, { size, sort }, signal)
    return page.ok ? { ...page, data: { queue, page: page.data } } : page
  })
  if (!pages.ok) return pages
  const shown = pages.data.filter(({ queue }) => !isClosed(queue) && !isHidden(queue))
  const candidates = shown.flatMap(({ queue, page }) =>
    page.content.map((row) => candidateOf(queue, row)),
  )
  const items = await Promise.all(
    oldestFirst(candidates)
      .slice(0, size)
      .map((candidate) => enqueue(() => readItem(candidate, signal))),
  )
  const counted = pages.data.map(({ queue, page }) => ({ queue, total: page.totalElements }))
  const data = { queues: counted, items: items.filter((item) => item !== undefined) }
  return { ...pages, data }
}
