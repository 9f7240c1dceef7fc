/** The state of the table page: its address, rows, columns, selection and capabilities. */
import { useCallback } from 'preact/hooks'
import { useOutsideChanges } from '../../service/changes.js'
import { type ResourceEntry, readCapabilities, readSchema } from '../../service/discovery.js'
import { useLoad } from '../../service/load.js'
import { tablePreferences } from './columns/table-preferences.js'
import { useColumns } from './columns/use-columns.js'
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
  const request = { filter, sort: state.sort }
  const pageRows = usePageRows(resource, { ...request, page: state.page, size }, !isEndless)
  const endlessRows = useEndlessRows(resource, request, isEndless)
  const [live, liveRows] = useLive(resource, isEndless ? endlessRows : pageRows)
  const rows = useReplacedRows(liveRows, resource.idField)
  useOutsideChanges(rows.reload)
  const columns = useColumns(resource, shape.data)
  const selected = useSelection(resource, rows, filter)
  const failed = [shape, filterShape, rows].filter(({ error }) => error)
  const retry = useCallback(() => {
    for (const load of failed) load.reload()
  }, [failed])
  return {
    resource,
    state,
    size,
    paging: preferred.paging,
    sort: state.sort.length > 0 ? state.sort : resource.defaultSort,
    shape: shape.data,
    filterShape: filterShape.data,
    capabilities: capabilities.data,
    rows,
    live,
    columns,
    selected,
    error: failed[0]?.error,
    retry,
  }
}

export type Table = ReturnType<typeof useTable>
