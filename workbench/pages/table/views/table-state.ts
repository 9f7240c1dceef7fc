/** The state of a table in the query of the address, so that a view can be shared. */
import { query, setQuery } from '../../../browser/router.js'
import { isPlainObject, withoutBlank } from '../../../fields/blank.js'
import { parseJson } from '../../../fields/parse-json.js'
import type { Filter } from '../../../service/records.js'

export interface TableState {
  readonly filter: Filter
  /** Sort terms such as `salary,desc`, in order of precedence; empty for the declared order. */
  readonly sort: readonly string[]
  /** Name of the field of the statistics by which the rows are grouped. */
  readonly group: string | undefined
  /** Values of the groups that are folded. */
  readonly folded: readonly unknown[]
  /** Number of the page, from 0. */
  readonly page: number
  /** Number of rows of a page; undefined for the default. */
  readonly size: number | undefined
  /** Id of the record that is open beside the table. */
  readonly open: string | undefined
}

/** Reads the filter of an address. One that cannot be read is empty. */
export const readFilter = (text: string | null): Filter => {
  const value = parseJson(text ?? '')
  return isPlainObject(value) ? value : {}
}

const readList = (text: string | null): readonly unknown[] => {
  const value = parseJson(text ?? '')
  return Array.isArray(value) ? value : []
}

const readCount = (text: string | null): number | undefined =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined

/** Reads the state from the address. Invalid parts are left out. */
export const readTableState = (): TableState => {
  const parameters = query.value
  return {
    filter: readFilter(parameters.get('filter')),
    sort: parameters
      .getAll('sort')
      .flatMap((terms) => terms.split(';'))
      .filter(Boolean),
    group: parameters.get('group') || undefined,
    folded: readList(parameters.get('folded')),
    page: readCount(parameters.get('page')) ?? 0,
    size: readCount(parameters.get('size')) || undefined,
    open: parameters.get('open') ?? undefined,
  }
}

const print = (state: Partial<TableState>): Record<string, string | undefined> => {
  const printed: Record<string, string | undefined> = {}
  if (state.filter) {
    const filter = withoutBlank(state.filter)
    printed['filter'] = Object.keys(filter).length > 0 ? JSON.stringify(filter) : undefined
  }
  if (state.sort) printed['sort'] = state.sort.join(';') || undefined
  if ('group' in state) printed['group'] = state.group
  if (state.folded) {
    printed['folded'] = state.folded.length > 0 ? JSON.stringify(state.folded) : undefined
  }
  if (state.page !== undefined) printed['page'] = state.page > 0 ? String(state.page) : undefined
  if ('size' in state) printed['size'] = state.size === undefined ? undefined : String(state.size)
  if ('open' in state) printed['open'] = state.open
  return printed
}

/** Changes the address. Another set or order starts at the first page. */
export const changeTableState = (
  change: Partial<TableState>,
  options?: { replace?: boolean },
): void => {
  const isOtherSet = change.filter || change.sort || 'group' in change || 'size' in change
  setQuery(
    print(isOtherSet && change.page === undefined ? { ...change, page: 0 } : change),
    options,
  )
}
