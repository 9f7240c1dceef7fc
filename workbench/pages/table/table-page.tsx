/** The records of a resource that match a filter. */
import { useCallback, useRef, useState } from 'preact/hooks'
import { preferences } from '../../browser/preferences.js'
import { addresses, navigate } from '../../browser/router.js'
import { isNarrow } from '../../browser/window-width.js'
import { useScreen } from '../../contract/screen.js'
import { FilterChips } from '../../filter/filter-chips.js'
import { showsTrash } from '../../filter/trash.js'
import type { Id, ResourceEntry } from '../../service/discovery.js'
import type { Row } from '../../service/records.js'
import { t } from '../../texts/translate.js'
import { later, laterDialog } from '../../ui/later.js'
import { Loading } from '../../ui/notices.js'
import { useShortcuts } from '../../ui/shortcuts.js'
import { undoLast } from '../../ui/undo.js'
import { ResourceHeader } from '../resource-header.js'
import { FilterSide, toggleFilter } from './filter-side.js'
import { NoRows } from './grid/no-rows.js'
import { choosePageSize } from './grid/page-size.js'
import { Pager } from './grid/pager.js'
import { RecordsTable } from './grid/records-table.js'
import { NewButton } from './new-button.js'
import { NewerData } from './newer-data.js'
import { RecordBeside } from './record-beside.js'
import { bulkActions, SelectionBar } from './selection/selection-bar.js'
import { TableError } from './table-error.js'
import { TableToolbar } from './table-toolbar.js'
import { useCells } from './use-cells.js'
import { type Table, useTable } from './use-table.js'
import { changeTableState } from './views/table-state.js'
import { useOpenedView } from './views/use-opened-view.js'

const ExportDialog = laterDialog(async () => (await import('../files.js')).ExportDialog)
const RecordCards = later(
  async () => (await import('../inbox.js')).RecordCards,
  <Loading rows={12} />,
)
const ImportDialog = laterDialog(async () => (await import('../files.js')).ImportDialog)

/** The table, after the view that the address names is read. */
export const TablePage = ({ resource }: { resource: ResourceEntry }) =>
  useOpenedView({ kind: 'table', resource: resource.resourceKey }) ? (
    <Loading rows={12} />
  ) : (
    <TableOfResource resource={resource} />
  )

const TableOfResource = ({ resource }: { resource: ResourceEntry }) => {
  const { resourceKey } = resource
  const table = useTable(resource)
  const { state, rows, capabilities, filterShape } = table
  const { open } = state
  useScreen({
    resourceKey,
    ...(open === undefined ? {} : { recordId: open }),
    operations: ['filter', 'cursor', 'locate', 'export', 'import', 'changes', 'create'],
  })
  const [isExporting, setExporting] = useState(false)
  const exportable = capabilities?.operations['export']
  const onExport = exportable?.availability.allowed ? () => setExporting(true) : undefined
  const [isImporting, setImporting] = useState(false)
  const importable = capabilities?.operations['import']
  const onImport = importable?.availability.allowed ? () => setImporting(true) : undefined
  useShortcuts([
    { key: 'f', label: t('Filter'), run: () => toggleFilter(open !== undefined) },
    { key: 'r', label: t('Refresh'), run: rows.reload },
    { key: 'Mod+z', label: t('Undo'), run: () => undoLast(resourceKey) },
    ...(capabilities?.operations['create']?.availability.allowed
      ? [{ key: 'n', label: t('New'), run: () => void navigate(addresses.create(resourceKey)) }]
      : []),
  ])
  const place = open === undefined ? undefined : placeOf(table, open)
  return (
    <div class="page table-page">
      <ResourceHeader resource={resource}>
        <NewButton {...{ resource, capabilities }} />
      </ResourceHeader>
      <TableToolbar {...table} {...{ onImport, onExport }} />
      {filterShape && (
        <FilterChips
          shape={filterShape}
          filter={state.filter}
          onChange={(filter) => changeTableState({ filter })}
        />
      )}
      <div class="table-work">
        <FilterSide {...table} />
        <TableArea {...table} {...{ onExport, place }} />
        <RecordBeside {...table} place={place} />
      </div>
      {isImporting && importable && (
        <ImportDialog
          {...{ resource, capability: importable, shape: table.shape }}
          onDone={rows.reload}
          onClose={() => setImporting(false)}
        />
      )}
      {isExporting && exportable && (
        <ExportDialog
          {...{ resource, capability: exportable, total: table.total ?? 0 }}
          {...{ filter: state.filter, sort: table.requestedSort, columns: table.columns.shown }}
          selectedIds={selectedIds(table)}
          onClose={() => setExporting(false)}
        />
      )}
    </div>
  )
}

const selectedIds = ({ selected: { selection } }: Table): readonly Id[] =>
  selection.kind === 'records' ? [...selection.chosen.keys()] : []

const placeOf = ({ rows, resource }: Table, id: string): number | undefined => {
  for (let index = 0; index < (rows.count ?? 0); index++) {
    if (String(rows.at(index)?.[resource.idField]) === id) return index
  }
  return undefined
}

interface AreaProps extends Table {
  readonly onExport: (() => void) | undefined
  /** Number of the row whose record is open. */
  readonly place: number | undefined
}

const TableArea = (props: AreaProps) => {
  const { resource, state, size, paging, sort, shape, capabilities, rows, groups } = props
  const { columns, selected, error, retry, onExport } = props
  const { resourceKey, idField } = resource
  const { cells, editing, onSetField } = useCells(props)
  const area = useRef<HTMLElement>(null)
  const open = useCallback(
    (row: Row) => changeTableState({ open: String(row[idField]) }),
    [idField],
  )
  const hrefOf = useCallback((id: Id) => addresses.record(resourceKey, id), [resourceKey])
  const isSelectable =
    onExport !== undefined ||
    cells !== undefined ||
    resource.canonicalOperations['delete'] === true ||
    bulkActions(capabilities).length > 0
  const isReading = rows.isLoading || groups?.isCounted === false
  const isEmpty = rows.count === 0 && !isReading && !groups?.headers.length
  return (
    <section ref={area} class="table-area" aria-label={t('Records')} tabIndex={-1}>
      <NewerData {...props} />
      {shape && (
        <SelectionBar
          {...{ resource, capabilities, shape, selected, onExport, onSetField }}
          total={props.total}
          isTrash={showsTrash(props.filterShape, state.filter)}
          onDone={(done) => {
            selected.deselect(done)
            rows.reload()
          }}
        />
      )}
      {error && <TableError {...{ error, rows, state, retry, area }} />}
      {shape && rows.count !== undefined
        ? !isEmpty &&
          (isNarrow.value && preferences.value.narrowRows === 'cards' ? (
            <RecordCards {...{ resource, shape, rows, groups }} label={resource.title} />
          ) : (
            <RecordsTable
              {...{ resource, shape, rows, groups, sort, hrefOf }}
              columns={columns.shown}
              label={resource.title}
              onSort={(terms) => changeTableState({ sort: terms })}
              onOpen={open}
              openId={state.open}
              openRow={props.place}
              columnControl={columns.control}
              {...(isSelectable ? { selection: selected.control } : {})}
              hasShortcuts
              cells={cells}
            />
          ))
        : !error && <Loading rows={12} />}
      {editing}
      {isEmpty && !rows.error && <NoRows {...{ resource, rows, state, size }} />}
      <Pager
        {...{ rows, size, paging }}
        note={groups?.note}
        page={state.page}
        onPage={(page) => changeTableState({ page })}
        onSize={(next) => choosePageSize(resource, next)}
      />
    </section>
  )
}
