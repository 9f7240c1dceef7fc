/** The filter panel, beside the table or over it where there is no room. */
import { signal } from '@preact/signals'
import { readStored, store } from '../../browser/preferences.js'
import { windowWidth } from '../../browser/window-width.js'
import { FilterPanel } from '../../filter/later-filter-panel.js'
import { t } from '../../texts/translate.js'
import { IconButton } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import type { Table } from './use-table.js'
import { changeTableState } from './views/table-state.js'

/**
 * The panel is open beside the table. It stays open on the next page; a panel over the table does
 * not.
 */
const isSideOpen = signal(readStored<boolean>('filter-panel') === true)
const isSheetOpen = signal(false)

/**
 * Minimum width of a window, in pixels, with room for the panel, without and with an open record.
 */
const roomFor = { table: 900, record: 1500 } as const

const hasRoom = (hasRecord: boolean): boolean =>
  windowWidth.value >= (hasRecord ? roomFor.record : roomFor.table)

export const isFilterOpen = (hasRecord: boolean): boolean =>
  hasRoom(hasRecord) ? isSideOpen.value : isSheetOpen.value

export const toggleFilter = (hasRecord: boolean): void => {
  if (hasRoom(hasRecord)) {
    isSideOpen.value = !isSideOpen.value
    store('filter-panel', isSideOpen.value)
  } else {
    isSheetOpen.value = !isSheetOpen.value
  }
}

export const FilterSide = ({ state, filterShape, rows }: Table) => {
  const hasRecord = state.open !== undefined
  if (!filterShape || !isFilterOpen(hasRecord)) return null
  const close = () => toggleFilter(hasRecord)
  const panel = (
    <FilterPanel
      shape={filterShape}
      filter={state.filter}
      error={rows.error}
      onChange={(filter) => changeTableState({ filter })}
    />
  )
  if (!hasRoom(hasRecord)) {
    return (
      <Dialog title={t('Filter')} kind="panel" onClose={close}>
        {panel}
      </Dialog>
    )
  }
  return (
    <aside class="filter-side" aria-label={t('Filter')}>
      <header class="side-header">
        <h2>{t('Filter')}</h2>
        <IconButton icon="close" label={t('Close the filter')} onClick={close} />
      </header>
      {panel}
    </aside>
  )
}
