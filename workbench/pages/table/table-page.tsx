/** The records of a resource that match a filter. */
import { useCallback } from 'preact/hooks'
import { addresses } from '../../app/router.js'
import { useScreen } from '../../app/screen.js'
import { useShortcuts } from '../../app/shortcuts.js'
import { type Id, type ResourceEntry, readSchema } from '../../service/discovery.js'
import { useLoad } from '../../service/load.js'
import type { Row } from '../../service/records.js'
import { t } from '../../texts/translate.js'
import { IconButton } from '../../ui/button.js'
import { ErrorNotice, Loading } from '../../ui/notices.js'
import { ResourceHeader } from '../resource-header.js'
import { ColumnChooser } from './column-chooser.js'
import { NoRows } from './no-rows.js'
import { Pager } from './pager.js'
import { RecordsTable } from './records-table.js'
import { useEndlessRows, usePageRows } from './rows.js'
import { preferTable, tablePreferences } from './table-preferences.js'
import { changeTableState, readTableState } from './table-state.js'
import { useColumns } from './use-columns.js'

export const TablePage = ({ resource }: { resource: ResourceEntry }) => {
  const { resourceKey, schemas, idField } = resource
  useScreen({ resourceKey, operations: ['filter', 'cursor', 'locate', 'export'] })
  const state = readTableState()
  const shape = useLoad(schemas.list ?? undefined, () => readSchema(schemas.list!))
  const columns = useColumns(resource, shape.data)
  const { paging, ...preferred } = tablePreferences(resourceKey)
  const size = state.size ?? preferred.size
  const asked = { filter: state.filter, sort: state.sort }
  const isEndless = paging === 'endless'
  const pageRows = usePageRows(resource, { ...asked, page: state.page, size }, !isEndless)
  const endlessRows = useEndlessRows(resource, asked, isEndless)
  const rows = isEndless ? endlessRows : pageRows
  const failed = [shape, rows].filter(({ error }) => error)
  const open = useCallback(
    (row: Row) => changeTableState({ open: String(row[idField]) }),
    [idField],
  )
  const hrefOf = useCallback((id: Id) => addresses.record(resourceKey, id), [resourceKey])
  useShortcuts([{ key: 'r', label: t('Refresh'), run: rows.reload }])
  const sort = state.sort.length > 0 ? state.sort : resource.defaultSort
  return (
    <div class="page table-page">
      <ResourceHeader resource={resource} />
      <div class="toolbar">
        <ColumnChooser {...columns} />
        <IconButton icon="refresh" label={t('Refresh')} onClick={rows.reload} />
      </div>
      {failed.length > 0 && (
        <ErrorNotice
          error={failed[0]!.error!}
          onRetry={() => {
            for (const load of failed) load.reload()
          }}
        />
      )}
      {shape.data && rows.count !== undefined ? (
        <RecordsTable
          {...{ resource, rows, sort, hrefOf }}
          shape={shape.data}
          columns={columns.shown}
          label={resource.title}
          onSort={(terms) => changeTableState({ sort: terms })}
          onOpen={open}
          openId={state.open}
          columnControl={columns.control}
          hasShortcuts
        />
      ) : (
        failed.length === 0 && <Loading rows={12} />
      )}
      {rows.count === 0 && !rows.isLoading && <NoRows {...{ resource, rows, state, size }} />}
      <Pager
        {...{ rows, size, paging }}
        page={state.page}
        onPage={(page) => changeTableState({ page })}
        onSize={(next) => {
          preferTable(resourceKey, { size: next })
          changeTableState({ size: next })
        }}
        onPaging={(next) => {
          preferTable(resourceKey, { paging: next })
          changeTableState({ page: 0 })
        }}
      />
    </div>
  )
}
