/** Reads the records of a resource as options. */

import { isJsonObject } from '../../foundation/json/json-object.js'
import { readSearch } from '../../query/filter/read-filter.js'
import type { PreparedResource } from '../../query/statements/prepared-resource.js'
import type { Call, ReadContext } from '../context.js'
import { readSet } from './choose-deleted.js'
import { type Collection, type PrintedRow, readSelection } from './read.js'
import { type FilterRequest, type Page, type PageReading, readPageOf } from './read-page.js'

export interface OptionRequest extends FilterRequest {
  /** The search of the query; a member of the body takes precedence. */
  readonly search: string | undefined
}

/** Names of the search in body and query. */
export const searchMembers = (resource: PreparedResource): readonly string[] =>
  resource.prepared.options().searchMembers

/** @throws AppError FILTER_PAYLOAD_INVALID, SORT_INVALID, LIMIT_EXCEEDED */
export const readOptions = (
  sentCall: PageReading & Pick<Call, 'results'>,
  request: OptionRequest,
): Promise<Page<PrintedRow>> => {
  const { payload, search } = splitSearch(sentCall, request)
  const text = readSearch(search, sentCall.filterSettings)
  const [call, filtered] = readSet(sentCall, payload)
  const options = call.resource.prepared.options()
  const criteria = [
    ...filtered,
    ...(text === undefined ? [] : [{ field: options.search, operand: text }]),
  ]
  return readPageOf(call, request, { ...options, criteria }, (statement) =>
    call.results.run(call, statement, criteria),
  )
}

const splitSearch = (
  { resource }: ReadContext,
  { payload, search }: OptionRequest,
): { readonly payload: unknown; readonly search: unknown } => {
  if (!isJsonObject(payload)) return { payload, search }
  const names = searchMembers(resource)
  const isSearch = (name: string) => names.includes(name)
  const entries = Object.entries(payload)
  const given = names.map((name) => payload[name]).find((value) => value != null && value !== '')
  return {
    payload: Object.fromEntries(entries.filter(([name]) => !isSearch(name))),
    search: given ?? search,
  }
}

/** Reads options in the requested order; leaves out unknown ids. */
export const readOptionsByIds = (
  call: ReadContext,
  ids: readonly string[],
): Promise<Collection> => {
  const { entity, prepared } = call.resource
  const resource = entity.softDelete?.keepsLabels ? prepared.withDeleted() : call.resource
  return readSelection({ ...call, resource }, ids, resource.prepared.options().selection)
}
