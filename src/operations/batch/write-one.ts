/** Writes one item of a batch like a request of its own, for resources with hooks. */
import { requireAvailable } from '../../access/availability.js'
import { recordNotFound } from '../read/read.js'
import { sendingChecked, type Work } from '../work/work.js'
import { checkVersion, currentRecord, type LockedRecord } from '../write/locked-records.js'
import { changeRecord, insertRecord } from '../write/write-record.js'
import type { BatchWrite } from './batch-items.js'
import type { Attempt } from './write-many.js'

/** Reads the record again if an earlier item may have changed it. */
export const writeOne = async (
  work: Work,
  { index, operation, shape, values, record }: BatchWrite,
  records: ReadonlyMap<string, LockedRecord>,
  isMinimal: boolean,
): Promise<Attempt> => {
  const { resource, principal } = work.call
  const send = sendingChecked(work)
  const write = async () => {
    if (!record) return insertRecord(work, shape, values, send)
    const { id, precondition } = record
    const locked = await currentRecord(work, id, records.get(id))
    if (!locked) throw recordNotFound()
    checkVersion(resource, locked, precondition)
    requireAvailable({ resource, operation, principal, record: locked })
    return changeRecord(work, operation, shape, id, values, { record: locked }, send)
  }
  const row = await write()
  // Its triggers may have changed the records of later items.
  work.state.hasWrittenOthers = true
  const { id, version } = row
  return { results: [[index, { id, version, ...(isMinimal ? {} : { row }) }]] }
}
