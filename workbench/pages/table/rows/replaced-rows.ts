/**
 * Rows that the user has changed in the table. They keep their places until the table is read
 * again, so that nothing moves below the fingers.
 */
import { useRef, useState } from 'preact/hooks'
import type { Id } from '../../../service/discovery.js'
import type { Row } from '../../../service/records.js'
import type { RowSet } from './rows.js'

/** A row as a write has returned it. */
export interface WrittenRow {
  readonly id: Id
  readonly row: Row
  readonly dataVersion: string | undefined
}

export type ReplaceRows = (written: readonly WrittenRow[]) => void

interface Replacement {
  readonly row: Row
  /** Version of the data before the write. */
  readonly before: string | undefined
  /** Version of the data that the write has made. */
  readonly after: string | undefined
}

export interface ReplacedRows extends RowSet {
  readonly replace: ReplaceRows
  /** The row that was replaced last. */
  readonly lastReplaced: Row | undefined
}

export const useReplacedRows = (rows: RowSet, idField: string): ReplacedRows => {
  const [replaced] = useState(() => new WeakMap<Row, Row>())
  const [last, setLast] = useState<Replacement>()
  const latest = useRef(rows)
  latest.current = rows
  const at = (index: number): Row | undefined => {
    let row = latest.current.at(index)
    for (let next = row; next; next = replaced.get(next)) row = next
    return row
  }
  const replace: ReplaceRows = (written) => {
    const { count = 0, dataVersion } = latest.current
    const byId = new Map(written.map(({ id, row }) => [String(id), row]))
    for (let index = 0; index < count; index++) {
      const shown = at(index)
      const row = shown && byId.get(String(shown[idField]))
      if (row) replaced.set(shown, { ...shown, ...row })
    }
    const newest = written.at(-1)
    if (newest) setLast({ row: newest.row, before: dataVersion, after: newest.dataVersion })
  }
  // The user knows of their own writes.
  const isOwn = last?.after !== undefined && last.before === rows.dataVersion
  return {
    ...rows,
    at,
    dataVersion: isOwn ? last.after : rows.dataVersion,
    replace,
    lastReplaced: last?.row,
  }
}
