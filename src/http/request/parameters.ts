/** Reads parameters of path and query, and ids in bodies: typed values or an error. */
import { unescape as decodePercent } from 'node:querystring'
import type { FastifyRequest } from 'fastify'
import type { ColumnKind } from '../../contract/column.js'
import { AppError, problem } from '../../foundation/errors/app-error.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { kinds } from '../../model/kinds/kinds.js'
import { describeValue, type ValueReader } from '../../model/kinds/value-reader.js'
import type { ResourceModel } from '../../model/types/resource-model.js'
import { defaultPageSize } from '../../wire/page-size.js'

export interface QueryParameters {
  readonly values: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The query as sent: percent-encoded, without the question mark. */
  readonly text: string
}

export const parametersOf = ({
  query,
  url,
}: Pick<FastifyRequest, 'query' | 'url'>): QueryParameters => {
  const start = url.indexOf('?')
  return {
    values: query as QueryParameters['values'],
    text: start < 0 ? '' : url.slice(start + 1),
  }
}

const values = (query: QueryParameters, name: string): readonly string[] => {
  const value = query.values[name]
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}

const decode = (text: string): string => decodePercent(text.replaceAll('+', ' '))

/** Items of a comma-separated list; a percent-encoded comma belongs to its item. */
const encodedItems = (query: QueryParameters, name: string): readonly string[] =>
  query.text.split('&').flatMap((parameter) => {
    const [key = '', ...rest] = parameter.split('=')
    return decode(key) === name ? rest.join('=').split(',').map(decode) : []
  })

/** Undefined if the parameter is absent. @throws AppError INVALID_PARAMETER */
const readInteger = (query: QueryParameters, name: string, minimum: number): bigint | undefined => {
  const given = values(query, name)
  if (given.length === 0) return undefined
  const number = given.length === 1 && /^-?\d+$/.test(given[0]!) ? BigInt(given[0]!) : undefined
  if (number !== undefined && number >= minimum) return number
  throw new AppError(problem('parameterNotInteger', { name, minimum }))
}

export interface PageQuery {
  /** Of any size: pages past the end are empty. */
  readonly page: bigint
  readonly size: number
  readonly sort: readonly string[]
  readonly includeIds: readonly string[]
}

/** @throws AppError INVALID_PARAMETER, LIMIT_EXCEEDED */
const readSize = (query: QueryParameters, settings: Settings, usual = defaultPageSize): number => {
  const maxSize = settings['platform.pagination.max-size']
  const size = readInteger(query, 'size', 1) ?? Math.min(usual, maxSize)
  if (size <= maxSize) return Number(size)
  throw new AppError(problem('pageTooLarge', { limit: maxSize }))
}

/** Reads a parameter that may be repeated; empty values count as absent. */
export const readRepeated = (query: QueryParameters, name: string): readonly string[] =>
  values(query, name).filter((value) => value !== '')

const readSort = (query: QueryParameters): readonly string[] => readRepeated(query, 'sort')

/**
 * Reads a parameter that must not be repeated; an empty value counts as absent.
 *
 * @throws AppError INVALID_PARAMETER
 */
export const readSingle = (query: QueryParameters, name: string): string | undefined => {
  const given = readRepeated(query, name)
  if (given.length > 1) throw new AppError(problem('parameterRepeated', { name }))
  return given[0]
}

/**
 * An empty cursor is invalid, not absent: a client that sends it would otherwise start again and
 * never reach the end.
 */
const readCursor = (query: QueryParameters, name: string): string | undefined =>
  values(query, name).includes('') ? '' : readSingle(query, name)

export interface CursorQuery {
  readonly size: number
  readonly sort: readonly string[]
  readonly after: string | undefined
  readonly before: string | undefined
}

/** @throws AppError INVALID_PARAMETER, LIMIT_EXCEEDED */
export const readCursorQuery = (query: QueryParameters, settings: Settings): CursorQuery => {
  const after = readCursor(query, 'after')
  const before = readCursor(query, 'before')
  if (after !== undefined && before !== undefined) {
    throw new AppError(problem('cursorsExclusive'))
  }
  return { size: readSize(query, settings), sort: readSort(query), after, before }
}

/** @throws AppError INVALID_PARAMETER */
export const readFlag = (query: QueryParameters, name: string, usual: boolean): boolean => {
  const text = readSingle(query, name) ?? String(usual)
  if (text === 'true' || text === 'false') return text === 'true'
  throw new AppError(problem('parameterNotFlag', { name }))
}

/** @throws AppError INVALID_PARAMETER, LIMIT_EXCEEDED */
export const readHistoryQuery = (
  query: QueryParameters,
  settings: Settings,
): Pick<CursorQuery, 'size' | 'after'> => ({
  size: readSize(query, settings),
  after: readCursor(query, 'after'),
})

export interface LocateQuery {
  /** Id as a parameter text. */
  readonly id: string
  readonly size: number
  readonly sort: readonly string[]
}

/** @throws AppError MISSING_REQUEST_PARAMETER, INVALID_PARAMETER, LIMIT_EXCEEDED */
export const readLocateQuery = (
  resource: ResourceModel,
  query: QueryParameters,
  settings: Settings,
): LocateQuery => {
  const id = readSingle(query, 'id')
  if (id === undefined) throw new AppError(problem('locateIdMissing'))
  return { id: readId(resource, id, 'id'), size: readSize(query, settings), sort: readSort(query) }
}

/** @throws AppError INVALID_PARAMETER, LIMIT_EXCEEDED */
export const readPageQuery = (
  ids: IdSource,
  query: QueryParameters,
  settings: Settings,
): PageQuery => {
  const page = readInteger(query, 'page', 0) ?? 0n
  const size = readSize(query, settings, Math.min(defaultPageSize, ids.maxSize ?? defaultPageSize))
  const includeIds = [...new Set(readIds(ids, query, 'includeIds'))]
  checkIdCount(includeIds, 'includeIds', settings['platform.query.by-ids.max'])
  return { page, size, sort: readSort(query), includeIds }
}

/** Something whose ids are read: a resource or an option source. */
export interface IdSource {
  readonly idReader: ValueReader
  /** Maximum size of a page. Undefined: as for pages of records. */
  readonly maxSize?: number
}

/**
 * Reads `ids=1&ids=2` or `ids=1,2` as parameter texts. Text ids may contain blanks and, when
 * percent-encoded, commas.
 *
 * @throws AppError INVALID_PARAMETER
 */
export const readIds = (
  source: IdSource,
  query: QueryParameters,
  name: string,
): readonly string[] => {
  const items = textKinds.has(source.idReader.type.kind)
    ? encodedItems(query, name)
    : values(query, name)
        .flatMap((value) => value.split(','))
        .map((text) => text.trim())
  return items
    .filter((text) => text !== '' || takesEmptyText(source))
    .map((text) => readId(source, text, name))
}

const textKinds: ReadonlySet<ColumnKind> = new Set<ColumnKind>(['text', 'enum', 'numberEnum'])

const takesEmptyText = ({ idReader }: IdSource): boolean => 'parameter' in idReader.read('', 'UTC')

/** @throws AppError LIMIT_EXCEEDED */
export const checkIdCount = (ids: readonly string[], target: string, limit: number): void => {
  if (ids.length <= limit) return
  throw new AppError(problem('tooManyIds', { limit, count: ids.length, target }))
}

/** Reads an id of a path or query. @throws AppError INVALID_PARAMETER */
export const readId = (source: IdSource, text: string, target: string): string =>
  readIdValue(source, kinds[source.idReader.type.kind].ofText?.(text) ?? text, target)

/** Reads an id in JSON. @throws AppError INVALID_PARAMETER */
export const readIdValue = ({ idReader }: IdSource, value: unknown, target: string): string => {
  const reading = idReader.read(value, 'UTC')
  if ('fault' in reading) throw new AppError(problem('idInvalid', { target, fault: reading.fault }))
  return reading.parameter
}

/**
 * Reads a list of at least one id in a body; repeated ids count once.
 *
 * @throws AppError REQUEST_PAYLOAD_INVALID, RESOURCE_IDS_REQUIRED, INVALID_PARAMETER,
 * LIMIT_EXCEEDED
 */
export const readIdList = (
  resource: ResourceModel,
  sent: unknown,
  target: string,
  limit: number,
): readonly string[] => {
  if (sent === undefined || (Array.isArray(sent) && sent.length === 0)) {
    throw new AppError(problem('idsRequired', { target: target || undefined }))
  }
  if (!Array.isArray(sent)) {
    const got = describeValue(sent)
    throw new AppError(
      target === '' ? problem('bodyNotIds', { got }) : problem('idsNotList', { target, got }),
    )
  }
  const prefix = target === '' ? '' : `${target}.`
  const ids = sent.map((value, index) => readIdValue(resource, value, `${prefix}${index}`))
  const distinct = [...new Set(ids)]
  checkIdCount(distinct, target === '' ? 'ids' : target, limit)
  return distinct
}
