/** Reads the options of declared sources. */
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { createObjectReader } from '../../model/kinds/object-reader.js'
import { type OptionSourceModel, requiredFields } from '../../model/types/option-source-model.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import type { SortKey } from '../../model/types/sort-key.js'
import { type Criterion, isFieldCriterion } from '../../query/filter/criteria.js'
import { readSearch } from '../../query/filter/read-filter.js'
import { readSortTerm } from '../../query/rows/order.js'
import {
  type OptionOrder,
  optionFingerprint,
  optionPageStatement,
  optionsByIdsStatement,
} from '../../query/statements/option-source.js'
import { OptionIdsBody, OptionSourceBody } from '../../wire/options.js'
import type { Call, Limits, ReadContext } from '../context.js'
import { readSet } from './choose-deleted.js'
import type { Collection, PrintedRow } from './read.js'
import { checkDepth, type Page } from './read-page.js'

/** @throws AppError OPTION_SOURCE_NOT_FOUND */
export const findOptionSource = ({ optionSources }: ResourceModel, key: string) => {
  const source = optionSources.get(key)
  if (source) return source
  const sent = key.slice(0, 100)
  throw new AppError(
    optionSources.size === 0
      ? problem('noOptionSources', { key: sent })
      : problem('optionSourceUnknown', { key: sent, known: [...optionSources.keys()] }),
  )
}

const readMembers = createObjectReader(OptionSourceBody)

/**
 * All members but the filter may also be query parameters; the body wins.
 * A body that has none of these members, and only filter fields, is the filter itself.
 *
 * @throws AppError REQUEST_PAYLOAD_INVALID
 */
export const readOptionSourceBody = (
  { filter }: ResourceModel,
  sent: unknown,
): OptionSourceBody & { readonly isFilter: boolean } => {
  const names = typeof sent === 'object' && sent !== null ? Object.keys(sent) : []
  const members = names.filter((name) => name !== '_links')
  const isFilter =
    !Array.isArray(sent) &&
    members.length > 0 &&
    members.every((name) => filter.has(name) && !Object.hasOwn(OptionSourceBody.properties, name))
  return isFilter ? { filter: sent, isFilter } : { ...readMembers(sent), isFilter }
}

/** @throws AppError REQUEST_PAYLOAD_INVALID */
export const readOptionIdsBody = createObjectReader(OptionIdsBody)

export interface OptionSourceRequest {
  readonly filter: unknown
  /** The filter is the body itself, so errors name its members without a prefix. */
  readonly isFilter: boolean
  readonly search: string | undefined
  readonly page: bigint
  readonly size: number
  readonly sort: readonly string[]
  /** Ids as parameter texts. */
  readonly includeIds: readonly string[]
}

export interface OptionPage extends Omit<Page<PrintedRow>, 'order'> {
  readonly order: readonly Pick<SortKey, 'name' | 'direction'>[]
}

/** @throws AppError FILTER_PAYLOAD_INVALID, OPTION_SOURCE_POLICY, LIMIT_EXCEEDED */
export const readOptionSource = async (
  sentCall: ReadContext & Limits & Pick<Call, 'results'>,
  source: OptionSourceModel,
  request: OptionSourceRequest,
): Promise<OptionPage> => {
  const search = readSearch(request.search, sentCall.filterSettings)
  checkPolicy(source, request.size, search)
  const order = readOptionOrder(source, request.sort)
  const needed = requiredFields(source)
  const prefix = request.isFilter ? '' : filterMember
  const [call, criteria] = readSourceFilter(sentCall, source, request.filter, needed, prefix)
  const offset = request.page * BigInt(request.size)
  const maxOffset = call.settings['platform.pagination.max-offset']
  const statement = optionPageStatement(
    call.resource,
    source,
    {
      criteria,
      search,
      order,
      limit: offset > maxOffset ? 0 : request.size,
      offset: offset > maxOffset ? maxOffset : Number(offset),
      includeIds: request.includeIds,
      showIncluded: request.page === 0n,
    },
    call.clock,
  )
  const page = await call.results.run(call, statement, criteria)
  checkDepth(offset, maxOffset, page.others)
  return { ...page, order: order.filter(({ name }) => name !== 'position') }
}

/** Reads options in the requested order; leaves out ids that are missing or outside the filter. */
export const readOptionSourceByIds = async (
  sentCall: ReadContext & Limits,
  source: OptionSourceModel,
  ids: readonly string[],
  filter: unknown,
): Promise<Collection> => {
  const [call, criteria] = readSourceFilter(sentCall, source, filter, [])
  const statement = optionsByIdsStatement(call.resource, source, criteria, ids, call.clock)
  const fingerprint = optionFingerprint(call.resource, source)
  return { ...(await call.database.run(statement, { signal: call.signal })), fingerprint }
}

const filterMember = 'filter'

const readSourceFilter = <C extends ReadContext & Limits>(
  call: C,
  { excludeSelf, filterField }: OptionSourceModel,
  sent: unknown = {},
  needed: readonly string[],
  prefix = filterMember,
): readonly [call: C, criteria: readonly Criterion[]] => {
  const excluded = excludeSelf ? filterField : undefined
  const [chosen, all] = readSet(call, sent, prefix)
  const isOver = (criterion: Criterion, name: string | undefined) =>
    isFieldCriterion(criterion) && criterion.field.name === name
  const missing = needed.filter((name) => !all.some((criterion) => isOver(criterion, name)))
  if (missing.length > 0) {
    throw new AppError(
      missing.map((name) =>
        prefix === ''
          ? problem('optionDependencyMissing', { name })
          : problem('optionDependencyMissingIn', { name, member: prefix }),
      ),
    )
  }
  return [chosen, all.filter((criterion) => !isOver(criterion, excluded))]
}

/** @throws AppError OPTION_SOURCE_POLICY */
const checkPolicy = (
  { key, search: isSearchable, minSearchLength, maxSize }: OptionSourceModel,
  size: number,
  search: string | undefined,
): void => {
  if (maxSize !== undefined && size > maxSize) {
    throw new AppError(problem('optionPageTooLarge', { source: key, limit: maxSize }))
  }
  if (search === undefined) return
  if (!isSearchable) throw new AppError(problem('optionsNotSearchable', { source: key }))
  if ([...search].length < minSearchLength) {
    throw new AppError(problem('optionSearchTooShort', { source: key, minimum: minSearchLength }))
  }
}

const isNotBlank = (term: string): boolean => term.trim() !== ''

/** The id comes last, because no other key is unique. */
const readOptionOrder = (
  { rows, sorts }: OptionSourceModel,
  terms: readonly string[],
): readonly OptionOrder[] => {
  const sortable = ['label', 'id', ...sorts.keys()]
  const requested = new Map<string, OptionOrder>()
  for (const term of terms.filter(isNotBlank)) {
    const { name, direction } = readSortTerm(term)
    if (sortable.includes(name) && direction) {
      // A key that is named twice counts once, in its first place.
      if (!requested.has(name)) requested.set(name, { name, direction })
      continue
    }
    throw new AppError(problem('optionSortInvalid', { sortable }))
  }
  const usual = rows.from === 'list' ? 'position' : 'label'
  const order =
    requested.size > 0 ? [...requested.values()] : [{ name: usual, direction: 'asc' } as const]
  const isUnique = order.some(({ name }) => name === 'id' || name === 'position')
  return isUnique ? order : [...order, { name: 'id', direction: order.at(-1)!.direction }]
}
