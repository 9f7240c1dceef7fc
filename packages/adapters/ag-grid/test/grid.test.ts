/** The datasources over a real service: what they return is what AG Grid would show itself. */
import type {
  IServerSideGetRowsParams,
  IServerSideGetRowsRequest,
  LoadSuccessParams,
} from 'ag-grid-community'
import { CorollaryError } from 'corollary/client'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { effort, seed } from '../../../../test/support/effort.js'
import { useSalesClient } from '../../shared/test/use-sales-client.js'
import {
  createResourceGrid,
  type GridOptions,
  GridRequestError,
  type GridRow,
} from '../src/index.js'

const sales = useSalesClient('head-of-sales')
type Outcome = { rows: readonly GridRow[]; rowCount: number | undefined } | { errors: unknown[] }

const open = async (options: Partial<GridOptions> = {}, key = 'sales.orders') => {
  const errors: unknown[] = []
  const grid = await createResourceGrid(sales.client, key, {
    onError: (error) => errors.push(error),
    ...options,
  })
  const settle = (run: (done: (outcome: Outcome) => void) => void): Promise<Outcome> =>
    new Promise((resolve) => run(resolve))
  return {
    grid,
    errors,
    /** A block of the infinite row model. */
    block: (filterModel: object | null, range = [0, 100], sortModel: object[] = []) =>
      settle((done) =>
        grid.datasource.getRows({
          ...{ startRow: range[0], endRow: range[1], filterModel, sortModel },
          successCallback: (rows: GridRow[], rowCount?: number) => done({ rows, rowCount }),
          // The error is reported after the grid knows that the block failed.
          failCallback: () => setImmediate(() => done({ errors })),
        } as never),
      ),
    /** A block of the server-side row model. */
    level: (request: Partial<IServerSideGetRowsRequest>, parent?: GridRow) =>
      settle((done) => {
        const params = {
          parentNode: { data: parent },
          request: {
            ...{ startRow: 0, endRow: 100, rowGroupCols: [], valueCols: [], groupKeys: [] },
            ...{ pivotCols: [], pivotMode: false, filterModel: null, sortModel: [] },
            ...request,
          },
          success: ({ rowData, rowCount }: LoadSuccessParams) => done({ rows: rowData, rowCount }),
          fail: () => setImmediate(() => done({ errors })),
        }
        grid.serverSideDatasource.getRows(params as unknown as IServerSideGetRowsParams)
      }),
  }
}

const rowsOf = (outcome: Outcome): readonly GridRow[] => {
  expect(outcome).not.toHaveProperty('errors')
  return (outcome as { rows: readonly GridRow[] }).rows
}

const all: GridRow[] = []
beforeAll(async () => {
  for await (const row of sales.client.resource('sales.orders').rows({}, { size: 200 })) {
    all.push(row as unknown as GridRow)
  }
})

const idsOf = (rows: readonly GridRow[]): readonly unknown[] => rows.map(({ id }) => id).sort()

const midnight = (text: string): string => `${text} 00:00:00`
const between = (from: string, to: string) => (row: GridRow) =>
  String(row['orderedOn']) >= from && String(row['orderedOn']) <= to

/** A filter model, and the rows that AG Grid would keep. */
const filters: readonly (readonly [string, object, (row: GridRow) => boolean])[] = [
  [
    'a fixed choice',
    { status: { filterType: 'text', type: 'is:DRAFT' } },
    ({ status }) => status === 'DRAFT',
  ],
  [
    'two fixed choices',
    { status: { operator: 'OR', conditions: [{ type: 'is:DRAFT' }, { type: 'is:SHIPPED' }] } },
    ({ status }) => status === 'DRAFT' || status === 'SHIPPED',
  ],
  ['a set without a value', { status: { filterType: 'set', values: [] } }, () => false],
  [
    'labels of records',
    { customerName: { filterType: 'set', values: ['1', '2'] } },
    ({ customerId }) => customerId === 1 || customerId === 2,
  ],
  [
    'a range of days',
    {
      orderedOn: {
        type: 'inRange',
        dateFrom: midnight('2026-01-01'),
        dateTo: midnight('2026-03-31'),
      },
    },
    between('2026-01-01', '2026-03-31'),
  ],
  [
    'days before another',
    { orderedOn: { type: 'lessThan', dateFrom: midnight('2026-03-01') } },
    ({ orderedOn }) => String(orderedOn) < '2026-03-01',
  ],
  [
    'numbers that are greater',
    { total: { type: 'greaterThan', filter: 5000 } },
    ({ total }) => Number(total) > 5000,
  ],
  [
    'other numbers',
    { lineCount: { type: 'greaterThan', filter: 2 }, total: { type: 'notEqual', filter: 0 } },
    ({ lineCount, total }) => Number(lineCount) > 2 && Number(total) !== 0,
  ],
  ['blank cells', { dueOn: { type: 'blank' } }, ({ dueOn }) => dueOn === null],
  ['cells that are not blank', { dueOn: { type: 'notBlank' } }, ({ dueOn }) => dueOn !== null],
  ['booleans', { overdue: { type: 'is:true' } }, ({ overdue }) => overdue === true],
  [
    'an advanced filter',
    {
      ...{ filterType: 'join', type: 'OR' },
      conditions: [
        { filterType: 'number', colId: 'total', type: 'lessThan', filter: 1000 },
        { filterType: 'set', colId: 'status', type: 'isAnyOf', values: ['CANCELLED'] },
      ],
    },
    ({ total, status }) => Number(total) < 1000 || status === 'CANCELLED',
  ],
]

test('filters of a grid keep the rows that AG Grid would keep', async () => {
  const { block } = await open()
  for (const [name, model, keeps] of filters) {
    const rows = [0, 200, 400].map((from) => block(model, [from, from + 200]))
    const kept = (await Promise.all(rows)).flatMap(rowsOf)
    expect(idsOf(kept), name).toEqual(idsOf(all.filter(keeps)))
  }
})

type Keeps = (row: GridRow) => boolean
/** A condition on a column, and the rows that AG Grid keeps for it. */
interface Leaf {
  readonly colId: string
  readonly condition: object
  readonly keeps: Keeps
}

const comparisons: Readonly<Record<string, (a: number | string, b: number | string) => boolean>> = {
  equals: (a, b) => a === b,
  notEqual: (a, b) => a !== b,
  lessThan: (a, b) => a < b,
  lessThanOrEqual: (a, b) => a <= b,
  greaterThan: (a, b) => a > b,
  greaterThanOrEqual: (a, b) => a >= b,
}

const number = (): fc.Arbitrary<Leaf> =>
  fc
    .record({
      type: fc.constantFrom(...Object.keys(comparisons), 'inRange'),
      // Values of rows, so that bounds are met exactly.
      from: fc.nat(399),
      to: fc.nat(399),
    })
    .map(({ type, from, to }) => {
      const at = (index: number) => Number(all[index % all.length]!['total'])
      const [low, high] = [Math.min(at(from), at(to)), Math.max(at(from), at(to))]
      const isRange = type === 'inRange'
      return {
        colId: 'total',
        condition: { filterType: 'number', type, filter: low, filterTo: isRange ? high : null },
        keeps: ({ total }) =>
          isRange
            ? Number(total) >= low && Number(total) <= high
            : comparisons[type]!(Number(total), low),
      }
    })

const day = (): fc.Arbitrary<Leaf> =>
  fc
    .record({
      type: fc.constantFrom('equals', 'notEqual', 'lessThan', 'greaterThan'),
      at: fc.nat(399),
    })
    .map(({ type, at }) => {
      const date = String(all[at % all.length]!['orderedOn'])
      return {
        colId: 'orderedOn',
        condition: { filterType: 'date', type, dateFrom: `${date} 00:00:00`, filter: date },
        keeps: ({ orderedOn }) => comparisons[type]!(String(orderedOn), date),
      }
    })

const status = (): fc.Arbitrary<Leaf> =>
  fc
    .record({
      type: fc.constantFrom('isAnyOf', 'isNoneOf'),
      values: fc.subarray(['DRAFT', 'SUBMITTED', 'APPROVED', 'SHIPPED', 'CANCELLED']),
    })
    .map(({ type, values }) => ({
      ...{ colId: 'status', condition: { filterType: 'set', type, values } },
      keeps: (row) => values.includes(String(row['status'])) === (type === 'isAnyOf'),
    }))

const presence = (): fc.Arbitrary<Leaf> =>
  fc.constantFrom('blank', 'notBlank').map((type) => ({
    ...{ colId: 'dueOn', condition: { filterType: 'date', type } },
    keeps: ({ dueOn }) => (dueOn === null) === (type === 'blank'),
  }))

const leaf = () => fc.oneof(number(), day(), status(), presence())

interface Join {
  readonly type: 'AND' | 'OR'
  readonly parts: readonly (Leaf | Join)[]
}

const join = (depth: number): fc.Arbitrary<Join> =>
  fc.record({
    type: fc.constantFrom('AND', 'OR'),
    parts: fc.array(depth > 0 ? fc.oneof(leaf(), join(depth - 1)) : leaf(), {
      ...{ minLength: 1, maxLength: 3 },
    }),
  })

const advanced = (part: Leaf | Join): object =>
  'colId' in part
    ? { ...part.condition, colId: part.colId }
    : { filterType: 'join', type: part.type, conditions: part.parts.map(advanced) }

const keeps = (part: Leaf | Join, row: GridRow): boolean => {
  if ('colId' in part) return part.keeps(row)
  return part.type === 'AND'
    ? part.parts.every((each) => keeps(each, row))
    : part.parts.some((each) => keeps(each, row))
}

test(`advanced filters keep the rows that AG Grid would keep (seed ${seed})`, async () => {
  const { block } = await open()
  const byId = all.toSorted((a, b) => Number(a['id']) - Number(b['id']))
  await fc.assert(
    fc.asyncProperty(join(1), async (model) => {
      const expected = byId.filter((row) => keeps(model, row))
      const outcome = await block(advanced(model), [0, 200], [{ colId: 'id', sort: 'asc' }])
      expect(rowsOf(outcome).map(({ id }) => id)).toEqual(
        expected.slice(0, 200).map(({ id }) => id),
      )
      expect(outcome).toMatchObject({ rowCount: expected.length })
    }),
    { seed, numRuns: effort(20, 500) },
  )
})

test('blocks have the rows of the sort, and the number of all rows', async () => {
  const { block } = await open()
  const sort = [{ colId: 'total', sort: 'desc' }]
  const first = await block(null, [0, 50], sort)
  const second = await block(null, [50, 100], sort)
  const totals = [...rowsOf(first), ...rowsOf(second)].map(({ total }) => Number(total))
  expect(totals).toEqual(totals.toSorted((a, b) => b - a))
  expect(first).toMatchObject({ rowCount: all.length })
})

test('blocks below the deepest page are read by cursors, in any order', async () => {
  const sort = [{ colId: 'number', sort: 'asc' }]
  const shallow = await open()
  const deep = await open({ maxOffset: 0 })
  for (const start of [300, 50, 100, 350]) {
    const range = [start, start + 50]
    const expected = rowsOf(await shallow.block(null, range, sort))
    expect(rowsOf(await deep.block(null, range, sort)), `from ${start}`).toEqual(expected)
  }
  const count = all.length
  const beyond = await deep.block(null, [count - (count % 50), count - (count % 50) + 50], sort)
  expect(beyond).toMatchObject({ rowCount: count })
})

test('the filter of the page is joined with that of the grid', async () => {
  const { block } = await open({ filter: () => ({ status: ['DRAFT'] }) })
  const model = { total: { type: 'lessThan', filter: 1000 } }
  const expected = all.filter(({ status, total }) => status === 'DRAFT' && Number(total) < 1000)
  expect(idsOf(rowsOf(await block(model)))).toEqual(idsOf(expected))
})

describe('what cannot be shown', () => {
  test('a request without a translation is reported, and not sent', async () => {
    const { block } = await open()
    const model = { number: { type: 'contains', filter: '26-' } }
    const sort = [{ colId: 'lines', sort: 'asc' }]
    await block(model)
    const { errors } = (await block(null, [0, 10], sort)) as { errors: GridRequestError[] }
    expect(errors.map(({ problems }) => problems[0])).toMatchObject([
      { column: 'number', operator: 'contains' },
      { column: 'lines', operator: 'sort' },
    ])
    expect(errors[0]).toBeInstanceOf(GridRequestError)
  })

  test('an error of the service is reported', async () => {
    const { block } = await open({ filter: () => ({ nothing: 1 }) })
    const { errors } = (await block(null)) as { errors: unknown[] }
    expect(errors).toMatchObject([{ code: 'FILTER_PAYLOAD_INVALID' }])
    expect(errors[0]).toBeInstanceOf(CorollaryError)
  })
})

describe('groups', () => {
  const byStatus = { id: 'status', displayName: 'Status', field: 'status' }
  const byCustomer = { id: 'customerName', displayName: 'Customer', field: 'customerName' }
  const total = { id: 'total', displayName: 'Total', field: 'total', aggFunc: 'sum' }
  const sumOf = (rows: readonly GridRow[]): number =>
    rows.reduce((sum, row) => sum + Math.round(Number(row['total']) * 100), 0)

  test('a level has the aggregates of its rows', async () => {
    const { level, grid } = await open()
    const rows = rowsOf(await level({ rowGroupCols: [byStatus], valueCols: [total] }))
    expect(rows).not.toHaveLength(0)
    for (const row of rows) {
      const members = all.filter(({ status }) => status === row['status'])
      expect(Math.round(Number(row['total']) * 100)).toBe(sumOf(members))
      expect(grid.getChildCount(row)).toBe(members.length)
    }
  })

  test('groups of records open by the key of the record', async () => {
    const { level, grid } = await open()
    const rowGroupCols = [byStatus, byCustomer]
    const [first] = rowsOf(await level({ rowGroupCols, groupKeys: ['DRAFT'] }))
    expect(grid.getRowId({ data: first } as never)).toBe(`group:DRAFT/${first!['customerId']}`)
    const rows = rowsOf(await level({ rowGroupCols }, first))
    const isMember = ({ status, customerId }: GridRow): boolean =>
      status === 'DRAFT' && customerId === first!['customerId']
    expect(idsOf(rows)).toEqual(idsOf(all.filter(isMember)))
    expect(rows[0]!['customerName']).toBe(first!['customerName'])
  })

  test('groups are sorted by their label or by an aggregate', async () => {
    const { level } = await open()
    const valueCols = [
      { ...total, aggFunc: 'max' },
      { id: 'number', displayName: '', aggFunc: 'count' },
    ]
    const sortModel = [{ colId: 'total', sort: 'desc' as const }]
    const rows = rowsOf(await level({ rowGroupCols: [byStatus], valueCols, sortModel }))
    const totals = rows.map((row) => Number(row['total']))
    expect(totals).toEqual(totals.toSorted((a, b) => b - a))
    const byLabel = [{ colId: 'ag-Grid-AutoColumn', sort: 'desc' as const }]
    const labels = rowsOf(await level({ rowGroupCols: [byStatus], sortModel: byLabel }))
    expect(labels.map(({ status }) => status)).toEqual(
      labels
        .map(({ status }) => String(status))
        .toSorted()
        .reverse(),
    )
  })

  test.each([
    ['group', { rowGroupCols: [{ id: 'note', displayName: 'Note' }] }],
    ['pivot', { pivotMode: true, pivotCols: [byStatus] }],
    ['first', { rowGroupCols: [byStatus], valueCols: [{ ...total, aggFunc: 'first' }] }],
    [
      'sort',
      {
        ...{ rowGroupCols: [byStatus], valueCols: [total] },
        sortModel: [
          { colId: 'status', sort: 'asc' as const },
          { colId: 'total', sort: 'asc' as const },
        ],
      },
    ],
  ])('%s without a translation is reported', async (operator, request) => {
    const { errors } = (await (await open()).level(request)) as { errors: GridRequestError[] }
    expect(errors[0]!.problems).toMatchObject([{ operator }])
  })
})

describe('columns', () => {
  const columnsOf = async (edition: 'community' | 'enterprise', key?: string) => {
    const { grid } = await open({ edition, locale: 'en-US' }, key)
    return new Map(grid.columnDefs.map((column) => [column.field, column]))
  }

  test('offer the filters that the service has', async () => {
    const columns = await columnsOf('community')
    expect(columns.get('number')).toMatchObject({ filter: false, sortable: true })
    expect(columns.get('customerId')).toBeUndefined()
    const options = (name: string) =>
      (columns.get(name)!.filterParams.filterOptions as (string | { displayKey: string })[]).map(
        (option) => (typeof option === 'string' ? option : option.displayKey),
      )
    expect(columns.get('total')!.filter).toBe('agNumberColumnFilter')
    expect(options('total')).toContain('inRange')
    expect(options('status')).toEqual([
      ...['empty', 'is:DRAFT', 'is:SUBMITTED', 'is:APPROVED', 'is:SHIPPED', 'is:CANCELLED'],
    ])
    expect(options('overdue')).toEqual(['empty', 'is:true', 'is:false'])
    expect(options('dueOn')).toEqual(['blank', 'notBlank'])
  })

  test('show values as people read them', async () => {
    const columns = await columnsOf('community')
    const show = (name: string, value: unknown) =>
      (columns.get(name)!.valueFormatter as (params: object) => string)({ value })
    expect(show('total', '1234567890123456789.5')).toBe('€1,234,567,890,123,456,789.50')
    expect(show('orderedOn', '2026-06-30')).toBe('Jun 30, 2026')
    expect(show('status', 'DRAFT')).toBe('Draft')
    expect(show('dueOn', null)).toBe('')
  })

  test('of the Enterprise edition have sets with the options of the service', async () => {
    const columns = await columnsOf('enterprise')
    const { filter, filterParams } = columns.get('territoryName')!
    expect(filter).toBe('agSetColumnFilter')
    const values = await new Promise<readonly { label: string }[]>((success) =>
      filterParams.values({ success }),
    )
    expect(values.length).toBeGreaterThan(2)
    expect(filterParams.keyCreator({ value: values[0] })).toMatch(/^\d+$/)
    expect(columns.get('status')).toMatchObject({ enableRowGroup: true })
    expect(columns.get('total')).toMatchObject({
      ...{ enableValue: true, allowedAggFuncs: ['sum', 'avg', 'min', 'max', 'count'] },
    })
  })
})
