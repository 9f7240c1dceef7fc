/** The checkbox in the header of a table, which selects the loaded rows. */
import { useEffect, useRef } from 'preact/hooks'
import type { Id } from '../../../service/discovery.js'
import type { Row } from '../../../service/records.js'
import { t } from '../../../texts/translate.js'
import type { RowSet } from '../rows/rows.js'

export interface SelectionControl {
  readonly isSelected: (id: Id) => boolean
  /** Says whether none, some or all of the loaded rows are selected. */
  readonly shareOf: () => 'none' | 'some' | 'all'
  /** Toggles a row. With `extends`, also the rows between it and the last toggled one. */
  readonly toggle: (index: number, options: { extends: boolean }) => void
  readonly toggleAll: () => void
}

/** Returns the width in pixels of the column with the checkbox and the link. */
export const leadingWidth = (isSelectable: boolean): number => (isSelectable ? 68 : 36)

export const loadedRows = (rows: RowSet): readonly Row[] =>
  Array.from({ length: rows.count ?? 0 }, (_, index) => rows.at(index)).filter(
    (row) => row !== undefined,
  )

interface SelectAllCellProps {
  readonly selection: SelectionControl | undefined
  readonly rows: RowSet
}

export const SelectAllCell = ({ selection, rows }: SelectAllCellProps) => {
  const box = useRef<HTMLInputElement>(null)
  const share = selection?.shareOf() ?? 'none'
  useEffect(() => {
    if (box.current) box.current.indeterminate = share === 'some'
  }, [share])
  if (!selection) return <td class="lead" />
  return (
    <th scope="col" class="lead">
      <input
        ref={box}
        type="checkbox"
        class="check"
        checked={share === 'all'}
        disabled={rows.count === 0}
        aria-label={t('Select all shown')}
        onClick={selection.toggleAll}
      />
    </th>
  )
}
