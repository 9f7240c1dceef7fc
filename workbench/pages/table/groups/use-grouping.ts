/** The groups of a table. Their code is loaded when a table is grouped. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { GroupByResponse } from '../../../../src/wire/stats-responses.js'
import type { ResourceEntry } from '../../../service/discovery.js'
import { useLoad } from '../../../service/load.js'
import { readStats } from '../../../service/records.js'
import type { RowSet } from '../rows/rows.js'
import { changeTableState, type TableState } from '../views/table-state.js'
import type { GroupHeader, Groups } from './group.js'
import type { Contract } from './group-fields.js'
import type { GroupPlan } from './group-plan.js'

type Code = typeof import('./code.js')

/** Returns undefined until the code is loaded, null if it cannot be. */
const useCode = (isWanted: boolean): Code | null | undefined => {
  const [code, setCode] = useState<Code | null>()
  useEffect(() => {
    if (isWanted && !code) import('./code.js').then(setCode, () => setCode(null))
  }, [isWanted])
  return code
}

type Counts = Pick<GroupByResponse, 'buckets' | 'truncated' | 'totals' | 'asOf'>

export interface Grouping {
  readonly code: Code
  readonly plan: GroupPlan
  /** Undefined until they are read. */
  readonly counts: Counts | undefined
}

const uncounted: Counts = { buckets: [], truncated: true }

/** Returns what a table requests, and its groups; undefined if it has none. */
export const useGrouping = (
  resource: ResourceEntry,
  state: TableState,
  { isLoading, shape, filterShape, capabilities }: Contract & { readonly isLoading: boolean },
) => {
  const isWanted = state.group !== undefined
  const code = useCode(isWanted)
  const plan = useMemo(
    () => code?.planOf(resource, state, { shape, filterShape, capabilities }),
    [code, resource, JSON.stringify(state), shape, filterShape, capabilities],
  )
  const key = plan && JSON.stringify([resource.resourceKey, plan.statistics])
  const { data, error, reload } = useLoad(key, async (signal) => {
    const result = await readStats<GroupByResponse>(resource, 'group-by', plan!.statistics, signal)
    return result.ok ? { ...result, data: { ...result.data, key } } : result
  })
  // The counts of the last filter are not those of the rows.
  const read = data?.key === key ? data : undefined
  const counts = error ? uncounted : read
  return {
    /** It is not known yet what to request. */
    isPending: isWanted && (code === undefined || isLoading),
    request: plan?.request ?? { filter: state.filter, sort: state.sort },
    grouping: useMemo<Grouping | undefined>(
      () => (code && plan ? { code, plan, counts } : undefined),
      [code, plan, counts],
    ),
    reload,
  }
}

interface Shown {
  readonly state: TableState
  /** Undefined while the table shows all rows. */
  readonly pageSize: number | undefined
}

/** Returns the groups of the rows that a table shows. */
export const useGroups = (
  grouping: Grouping | undefined,
  rows: RowSet,
  { state, pageSize }: Shown,
): Groups | undefined => {
  const { runs, count = 0, offset, total, hasMore } = rows
  const isEnd = !hasMore && offset + count >= (total ?? Number.POSITIVE_INFINITY)
  const field = grouping?.plan.group
  // A header stays while the rows of its group are read.
  const shown = useRef(grouping?.plan)
  if (!rows.isLoading || shown.current?.group.stats !== field?.stats) shown.current = grouping?.plan
  const foldedBefore = shown.current?.folded
  const headers = useMemo(
    () =>
      grouping && foldedBefore
        ? grouping.code.headersOf({ runs, count, offset, isEnd }, { ...grouping, foldedBefore })
        : [],
    [grouping, foldedBefore, runs, count, offset, isEnd],
  )
  const Header = useMemo(
    () => field && grouping.code.createGroupHeader(field),
    [field?.stats, field?.field],
  )
  if (!grouping || !Header) return undefined
  const { folded, request } = grouping.plan
  const toggle = ({ group, start }: GroupHeader) => {
    const others = folded.filter((key) => key !== group.key)
    const left = (total ?? 0) - (group.isFolded ? 0 : (group.count ?? 0))
    const row = group.isFolded ? start : Math.min(start, Math.max(0, left - 1))
    changeTableState({
      folded: group.isFolded ? others : [...others, group.key],
      page: pageSize === undefined ? 0 : Math.floor(row / pageSize),
    })
  }
  return {
    headers,
    Header,
    toggle,
    place: JSON.stringify([request.groupsKey, state.page, pageSize]),
    total: grouping.counts?.totals?.count ?? undefined,
    isCounted: grouping.counts !== undefined,
    note: grouping.code.noteOn(grouping.counts, total),
  }
}
