/** A resource as the data of a grid: its columns, and datasources for both row models. */
import type {
  ColDef,
  GetRowIdFunc,
  IDatasource,
  IServerSideDatasource,
  IServerSideGetRowsRequest,
} from 'ag-grid-community'
import {
  type Client,
  CorollaryError,
  type Field,
  type FieldOption,
  type Resources,
  readShape,
  type UntypedResource,
  untyped,
  unwrap,
} from 'corollary/client'
import { createOptionReader, type OptionReader } from '../../shared/src/field-options.js'
import { type ColumnOptions, columnDefsOf, type GridRow } from './column-defs.js'
import { type Criteria, combine, nothing, type Part } from './criteria.js'
import { type GridModel, readGridModel } from './grid-model.js'
import { type GroupPlan, type GroupRow, groupRows, planGroups, recordTerms } from './groups.js'
import { GridRequestError, type Problem } from './problem.js'
import { type Block, createRowReader, type RowReader } from './rows.js'
import { translateFilter } from './translate-filter.js'
import { translateSort } from './translate-sort.js'

export interface GridOptions extends ColumnOptions {
  /**
   * Receives what the grid cannot show: an error of the service, or a request that has no
   * translation. The grid shows that the block failed.
   */
  readonly onError: (error: CorollaryError | GridRequestError) => void
  /** A filter of the page, which is joined with that of the grid, such as a search. */
  readonly filter?: () => Criteria
  /**
   * Rows that a page of the service may skip; blocks below are read by cursors. Default: the
   * setting of the service, `platform.pagination.max-offset`.
   */
  readonly maxOffset?: number
}

export interface ResourceGrid {
  readonly columnDefs: ColDef<GridRow>[]
  readonly getRowId: GetRowIdFunc<GridRow>
  /** Number of records of a group, for `getChildCount`. */
  readonly getChildCount: (row: GridRow | undefined) => number
  /** For `rowModelType: 'infinite'`. */
  readonly datasource: IDatasource
  /** For `rowModelType: 'serverSide'`. */
  readonly serverSideDatasource: IServerSideDatasource<GridRow>
}

/** @throws CorollaryError if the schemas of the resource cannot be read */
export const createResourceGrid = async <R extends Resources>(
  client: Client<R>,
  key: string,
  options: GridOptions,
): Promise<ResourceGrid> => {
  const services = untyped(client)
  const resource = services.resource(key)
  const [list, filter, capabilities, service] = await Promise.all([
    resource.schema('list'),
    resource.schema('filter'),
    resource.capabilities(),
    services.service(),
  ])
  const grid = readGridModel({
    list: readShape(unwrap(list).data),
    filter: filter.ok ? readShape(filter.data) : undefined,
    capabilities: unwrap(capabilities).data,
  })
  const maxOffset = options.maxOffset ?? unwrap(service).data.limits.offset
  const reader = createRowReader(resource, maxOffset)
  const source = { grid, resource, reader, options }
  const optionReader = createOptionReader(services, key)
  return {
    columnDefs: columnDefsOf(grid, options, (field) => readChoices(optionReader, field, options)),
    getRowId: ({ data }) =>
      isGroup(data)
        ? `group:${data.$path.map(encodeURIComponent).join('/')}`
        : String(data[grid.idField]),
    getChildCount: (row) => Number(row?.['$count'] ?? 0),
    datasource: infinite(source),
    serverSideDatasource: serverSide(source),
  }
}

const isGroup = (row: GridRow | undefined): row is GroupRow => row?.['$path'] !== undefined

interface Source {
  readonly grid: GridModel
  readonly resource: UntypedResource
  readonly reader: RowReader
  readonly options: GridOptions
}

const infinite = (source: Source): IDatasource => {
  const controller = new AbortController()
  return {
    getRows: async (params) => {
      const block = await settle(source, params.failCallback, () =>
        readRecords(source, { ...params, parts: [] }, controller.signal),
      )
      if (block) params.successCallback([...block.rows], block.rowCount)
    },
    destroy: () => controller.abort(),
  }
}

const serverSide = (source: Source): IServerSideDatasource<GridRow> => {
  const controller = new AbortController()
  return {
    getRows: async ({ request, parentNode, success, fail }) => {
      const groupKeys = isGroup(parentNode?.data) ? [...parentNode.data.$path] : request.groupKeys
      const block = await settle(source, fail, () =>
        readLevel(source, { ...request, groupKeys }, controller.signal),
      )
      if (!block) return
      const { rows, rowCount } = block
      success({ rowData: [...rows], ...(rowCount === undefined ? {} : { rowCount }) })
    },
    destroy: () => controller.abort(),
  }
}

/** Reports what can go wrong with a block. Other errors are defects of the program. */
const settle = async (
  { options }: Source,
  fail: () => void,
  read: () => Promise<Block>,
): Promise<Block | undefined> => {
  try {
    return await read()
  } catch (error) {
    fail()
    const isExpected = error instanceof CorollaryError || error instanceof GridRequestError
    if (!isExpected) throw error
    // The grid was destroyed, or has another datasource.
    if (error instanceof GridRequestError || error.code !== 'ABORTED') options.onError(error)
    return undefined
  }
}

interface RecordsRequest
  extends Pick<IServerSideGetRowsRequest, 'startRow' | 'endRow' | 'filterModel' | 'sortModel'> {
  /** Criteria of groups. */
  readonly parts: readonly Part[]
}

/** @throws CorollaryError, GridRequestError */
const readRecords = async (
  source: Source,
  request: RecordsRequest,
  signal: AbortSignal,
): Promise<Block> => {
  const filter = filterOf(source, request)
  const { sort, problems } = translateSort(recordTerms(request.sortModel), source.grid)
  check(problems)
  if (filter === nothing) return noRows
  const { startRow = 0, endRow = startRow + defaultBlock } = request
  return source.reader.read({ startRow, endRow, filter, sort }, signal)
}

/** Rows of a block, where the grid does not say how many. */
const defaultBlock = 100

/** The rows of a level: groups, or the records of a group. */
const readLevel = async (
  source: Source,
  request: IServerSideGetRowsRequest,
  signal: AbortSignal,
): Promise<Block> => {
  const { plan, parts, problems } = planGroups(request, source.grid)
  check(problems)
  if (!plan) return readRecords(source, { ...request, parts }, signal)
  const filter = filterOf(source, { ...request, parts })
  if (filter === nothing) return noRows
  const { rows, rowCount } = await readGroups(source, request.groupKeys, { plan, filter, signal })
  return { rows: rows.slice(request.startRow, request.endRow), rowCount }
}

const noRows: Block = { rows: [], rowCount: 0 }

/** @throws GridRequestError */
const check = (problems: readonly Problem[]): void => {
  if (problems.length > 0) throw new GridRequestError(problems)
}

/** The filter of the page, that of the grid and the groups together. @throws GridRequestError */
const filterOf = (
  { grid, options }: Source,
  { filterModel, parts }: Pick<RecordsRequest, 'filterModel' | 'parts'>,
): Criteria | typeof nothing => {
  const { filter, problems } = translateFilter(filterModel, grid)
  check(problems)
  const part = combine(grid.hasExpressions).and([...[options.filter?.() ?? {}, filter], ...parts])
  if (part !== undefined) return part
  const message = `The resource cannot combine the filter with ${parts.length > 0 ? 'the groups' : 'that of the page'}: its contract must declare 'expressions: true'.`
  throw new GridRequestError([{ column: '', operator: 'AND', message }])
}

/** All groups of a level: statistics have no pages. */
const readGroups = async (
  { resource, options }: Source,
  path: readonly string[],
  { plan, filter, signal }: { plan: GroupPlan; filter: Criteria; signal: AbortSignal },
): Promise<Block> => {
  const { field, metrics, orderBy } = plan
  const request = { field, filter, orderBy, ...(metrics.length > 0 ? { metrics } : {}) }
  const { data } = unwrap(await resource.stats.groupBy(request as never, { signal }))
  const rows = groupRows(path, plan, data)
  if (data.truncated) {
    const column = plan.column.field.name
    const message = `Only ${rows.length} of ${data.totalBuckets} groups of '${column}' are shown.`
    options.onError(new GridRequestError([{ column, operator: 'group', message }]))
  }
  return { rows, rowCount: rows.length }
}

/** Options of a set filter. More of them are not a list to choose from. */
const maxChoices = 200

const readChoices = async (
  reader: OptionReader,
  field: Field,
  { onError }: GridOptions,
): Promise<readonly FieldOption[]> => {
  const choices: FieldOption[] = []
  try {
    for (let page = 0, hasMore = true; hasMore && choices.length < maxChoices; page++) {
      const read = await reader.page(field, { page })
      choices.push(...read.options)
      hasMore = read.hasMore
    }
  } catch (error) {
    if (!(error instanceof CorollaryError)) throw error
    onError(error)
  }
  return choices
}
