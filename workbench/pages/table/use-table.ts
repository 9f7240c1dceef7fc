/** The state of the table page: its address, rows, columns, selection and capabilities. */
import { useCallback } from 'preact/hooks'
import { useOutsideChanges } from '../../service/changes.js'
import { type ResourceEntry, readCapabilities, readSchema } from '../../service/discovery.js'
import { useLoad } from '../../service/load.js'
import { tablePreferences } from './columns/table-preferences.js'
import { useColumns } from './columns/use-columns.js'
import { useGrouping, useGroups } from './groups/use-grouping.js'
import { useReplacedRows } from './rows/replaced-rows.js'
import { useEndlessRows, usePageRows } from './rows/rows.js'
import { useLive } from './rows/use-live.js'
import { useSelection } from './selection/use-selection.js'
import { readTableState } from './views/table-state.js'

export const useTable = (resource: ResourceEntry) => {
  const { resourceKey, schemas, capabilitiesUrl } = resource
  const state = readTableState()
  const { filter } = state
  const preferred = tablePreferences(resourceKey)
  const size = state.size ?? preferred.size
  const isEndless = preferred.paging === 'endless'
  const shape = useLoad(schemas.list ?? undefined, () => readSchema(schemas.list!))
  const filterShape = useLoad(schemas.filter ?? undefined, () => readSchema(schemas.filter!))
  const capabilities = useLoad(capabilitiesUrl, () => readCapabilities(resource))
  const { isPending, request, grouping, reload } = useGrouping(resource, state, {
    shape: shape.data,
    filterShape: filterShape.data,
    capabilities: capabilities.data,
    isLoading: [shape, filterShape, capabilities].some(({ isLoading }) => isLoading),
  })
  const paged = { ...request, page: state.page, size }
  const pageRows = usePageRows(resource, paged, !isEndless && !isPending)
  const endlessRows = useEndlessRows(resource, request, isEndless && !isPending)
  const readRows = isEndless ? endlessRows : pageRows
  const groups = useGroups(grouping, readRows, { state, pageSize: isEndless ? undefined : size })
  const reloadAll = useCallback(() => {
    reload()
    readRows.reload()
  }, [reload, readRows.reload])
  const [live, liveRows] = useLive(resource, { ...readRows, reload: reloadAll })
  const rows = useReplacedRows(liveRows, resource.idField)
  useOutsideChanges(rows.reload)
  const columns = useColumns(resource, shape.data)
  // Those of folded groups match the filter, too.
  const total = state.folded.length > 0 && groups ? groups.total : rows.total
  const selected = useSelection(resource, rows, { filter, total })
  const failed = [shape, filterShape, rows].filter(({ error }) => error)
  const retry = useCallback(() => {
    for (const load of failed) load.reload()
  }, [failed])
  return {
    resource,
    state,
    /** Sort terms that are requested; empty for the declared order. */
    requestedSort: request.sort,
    /** Number of records that match the filter; undefined until it is known. */
    total,
    size,
    paging: preferred.paging,
    sort: request.sort.length > 0 ? request.sort : resource.defaultSort,
    shape: shape.data,
    filterShape: filterShape.data,
    capabilities: capabilities.data,
    rows,
    groups,
    live,
    columns,
    selected,
    error: failed[0]?.error,
    retry,
  }
}

export type Table = ReturnType<typeof useTable>
