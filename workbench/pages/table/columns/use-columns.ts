/** The columns of a resource's table, with functions that change them. */
import { useMemo } from 'preact/hooks'
import type { ResourceEntry } from '../../../service/discovery.js'
import type { Shape } from '../../../service/shape.js'
import { arrangeColumns, type Column, moveColumn, stepColumn } from './columns.js'
import type { ColumnControl } from './header-cell.js'
import type { Layout } from './layout.js'
import { preferTable, tablePreferences } from './table-preferences.js'

export interface ColumnsControl extends ColumnControl {
  readonly show: (names: readonly string[], isShown: boolean) => void
  readonly reset: () => void
}

export interface Columns {
  /** All columns that may be shown, in the user's order. */
  readonly all: readonly Column[]
  readonly shown: readonly Column[]
  readonly isArranged: boolean
  readonly control: ColumnsControl
}

export const useColumns = (
  { resourceKey, labelField }: ResourceEntry,
  shape: Shape | undefined,
): Columns => {
  const { layout } = tablePreferences(resourceKey)
  const all = useMemo(
    () => (shape ? arrangeColumns(shape, labelField, layout) : []),
    [shape, labelField, layout],
  )
  const shown = useMemo(() => all.filter(({ isShown }) => isShown), [all])
  const change = (part: Partial<Layout>) =>
    preferTable(resourceKey, { layout: { ...tablePreferences(resourceKey).layout, ...part } })
  const control: ColumnsControl = {
    show: (names, isShown) => {
      const choice = Object.fromEntries(names.map((name) => [name, isShown]))
      change({ shown: { ...layout.shown, ...choice } })
    },
    resize: (name, width) => {
      const { [name]: _, ...others } = tablePreferences(resourceKey).layout.widths ?? {}
      change({ widths: width === undefined ? others : { ...others, [name]: width } })
    },
    step: (name, by) => change({ order: stepColumn(all, name, by) }),
    drop: (name, onto) =>
      change({
        order: moveColumn(
          all,
          name,
          all.findIndex(({ field }) => field.name === onto),
        ),
      }),
    reset: () => preferTable(resourceKey, { layout: {} }),
  }
  return { all, shown, isArranged: Object.keys(layout).length > 0, control }
}
