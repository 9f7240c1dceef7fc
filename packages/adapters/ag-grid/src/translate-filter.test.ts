import type { Field } from 'corollary/client'
import { describe, expect, test } from 'vitest'
import { nothing } from './criteria.js'
import type { GridColumn, GridModel } from './grid-model.js'
import { translateFilter } from './translate-filter.js'
import { translateSort } from './translate-sort.js'

const fieldOf = (name: string, ui: Partial<Field> = {}): Field => ({
  ...{ name, label: name, type: 'text', controlType: 'input', order: 0, nullable: false },
  schema: { type: 'string' },
  ...ui,
})

const number: Partial<Field> = { type: 'number', schema: { type: 'integer' } }
const day: Partial<Field> = { type: 'date', schema: { type: 'string', format: 'date' } }
const instant: Partial<Field> = { type: 'date', schema: { type: 'string', format: 'date-time' } }

/** @param filters names of filter fields by their operation */
const columnOf = (
  name: string,
  ui: Partial<Field>,
  filters: Readonly<Record<string, string>>,
): GridColumn => {
  const field = fieldOf(name, { sortable: true, ...ui })
  const byOperation = Object.entries(filters).map(
    ([operation, filter]) => [operation, fieldOf(filter)] as const,
  )
  const column = { field, filters: new Map(byOperation) }
  return { ...column, key: column, stats: undefined }
}

const grid = (
  ui: Partial<Field>,
  filters: Readonly<Record<string, string>>,
  hasExpressions = true,
): GridModel => ({
  ...{ idField: 'id', language: 'en', hasExpressions },
  columns: new Map([['x', columnOf('x', ui, filters)]]),
})

/** A filter type of AG Grid, its operands, the filters of the column, and the translation. */
type Case = readonly [
  condition: object,
  filters: Readonly<Record<string, string>>,
  filter: object | typeof nothing,
]

const texts: readonly Case[] = [
  [{ type: 'contains', filter: 'a%' }, { LIKE: 'xLike' }, { xLike: 'a%' }],
  [{ type: 'notContains', filter: 'a' }, { LIKE: 'xLike' }, { $not: { xLike: 'a' } }],
  [{ type: 'startsWith', filter: 'a' }, { STARTS_WITH: 'xStarts' }, { xStarts: 'a' }],
  [{ type: 'endsWith', filter: 'a' }, { ENDS_WITH: 'xEnds' }, { xEnds: 'a' }],
  [{ type: 'equals', filter: 'a' }, { EQUAL: 'x', IN: 'xs' }, { x: 'a' }],
  [{ type: 'equals', filter: 'a' }, { IN: 'xs' }, { xs: ['a'] }],
  [{ type: 'notEqual', filter: 'a' }, { EQUAL: 'x' }, { $not: { x: 'a' } }],
  [{ type: 'blank' }, { IS_NULL: 'xIsNull' }, { xIsNull: true }],
  [{ type: 'blank' }, { IS_NOT_NULL: 'xIsNotNull' }, { $not: { xIsNotNull: true } }],
  [{ type: 'notBlank' }, { IS_NULL: 'xIsNull' }, { $not: { xIsNull: true } }],
  [{ type: 'is:A' }, { IN: 'xs' }, { xs: ['A'] }],
  [{ filterType: 'set', values: ['A', 'B'] }, { IN: 'xs' }, { xs: ['A', 'B'] }],
  [{ filterType: 'set', values: ['A', 'B'] }, { EQUAL: 'x' }, { $or: [{ x: 'A' }, { x: 'B' }] }],
  [
    { filterType: 'set', values: ['A', null] },
    { IN: 'xs', IS_NULL: 'xIsNull' },
    { $or: [{ xs: ['A'] }, { xIsNull: true }] },
  ],
  [{ filterType: 'set', values: [] }, { IN: 'xs' }, nothing],
  [{ filterType: 'set', type: 'isNoneOf', values: ['A'] }, { IN: 'xs' }, { $not: { xs: ['A'] } }],
  [
    {
      filterType: 'text',
      operator: 'OR',
      conditions: [
        { type: 'contains', filter: 'a' },
        { type: 'equals', filter: 'b' },
      ],
    },
    { LIKE: 'xLike', EQUAL: 'x' },
    { $or: [{ xLike: 'a' }, { x: 'b' }] },
  ],
  [
    {
      operator: 'AND',
      conditions: [
        { type: 'contains', filter: 'a' },
        { type: 'contains', filter: 'b' },
      ],
    },
    { LIKE: 'xLike' },
    { $and: [{ xLike: 'a' }, { xLike: 'b' }] },
  ],
  [
    {
      filterType: 'multi',
      filterModels: [
        { type: 'contains', filter: 'a' },
        { filterType: 'set', values: ['b'] },
      ],
    },
    { LIKE: 'xLike', IN: 'xs' },
    { xLike: 'a', xs: ['b'] },
  ],
  [{ filterType: 'multi', filterModels: [null, null] }, {}, {}],
]

const numbers: readonly Case[] = [
  [{ type: 'equals', filter: 5 }, { BETWEEN: 'xBetween' }, { xBetween: [5, 5] }],
  [{ type: 'lessThan', filter: 5 }, { LESS_THAN: 'xLess' }, { xLess: 5 }],
  [
    { type: 'lessThan', filter: 5 },
    { BETWEEN: 'xBetween' },
    { xBetween: [null, 5], $not: { xBetween: [5, null] } },
  ],
  [{ type: 'greaterThan', filter: 5 }, { BETWEEN_EXCLUSIVE: 'xWithin' }, { xWithin: [5, null] }],
  [{ type: 'lessThanOrEqual', filter: 5 }, { BETWEEN: 'xBetween' }, { xBetween: [null, 5] }],
  [{ type: 'greaterThanOrEqual', filter: 5 }, { BETWEEN: 'xBetween' }, { xBetween: [5, null] }],
  [{ type: 'inRange', filter: 1, filterTo: 5 }, { BETWEEN: 'xBetween' }, { xBetween: [1, 5] }],
  [
    { type: 'inRange', filter: 1, filterTo: 5 },
    { GREATER_OR_EQUAL: 'xFrom', LESS_OR_EQUAL: 'xTo' },
    { xFrom: 1, xTo: 5 },
  ],
  [{ type: 'notEqual', filter: 5 }, { NOT_BETWEEN: 'xNotBetween' }, { xNotBetween: [5, 5] }],
  [{ filterType: 'set', values: ['5', '7'] }, { IN: 'xs' }, { xs: [5, 7] }],
]

const days: readonly Case[] = [
  [
    { filterType: 'date', type: 'equals', dateFrom: '2026-06-30 00:00:00', dateTo: null },
    { BETWEEN: 'xBetween' },
    { xBetween: ['2026-06-30', '2026-06-30'] },
  ],
  [
    { type: 'inRange', dateFrom: '2026-06-01 00:00:00', dateTo: '2026-06-30 00:00:00' },
    { BETWEEN: 'xBetween' },
    { xBetween: ['2026-06-01', '2026-06-30'] },
  ],
  [
    { filterType: 'dateString', type: 'lessThan', filter: '2026-06-30' },
    { LESS_THAN: 'x' },
    { x: '2026-06-30' },
  ],
]

const instants: readonly Case[] = [
  [{ type: 'equals', dateFrom: '2026-06-30 00:00:00' }, { ON_DATE: 'xOn' }, { xOn: '2026-06-30' }],
  [
    { type: 'lessThan', dateFrom: '2026-06-30 00:00:00' },
    { LESS_THAN: 'xBefore' },
    { xBefore: '2026-06-30T00:00:00' },
  ],
  [
    { type: 'inRange', dateFrom: '2026-06-01 00:00:00', dateTo: '2026-06-30 12:30:00' },
    { BETWEEN: 'xBetween' },
    { xBetween: ['2026-06-01', '2026-06-30T12:30:00'] },
  ],
]

const booleans: readonly Case[] = [
  [{ type: 'true' }, { IS_TRUE: 'x' }, { x: true }],
  [{ type: 'is:false' }, { IS_FALSE: 'notX' }, { notX: true }],
  [{ type: 'is:false' }, { IS_TRUE: 'x' }, { $not: { x: true } }],
  [{ filterType: 'set', values: ['false'] }, { EQUAL: 'x' }, { x: false }],
]

describe.each([
  ['texts', {}, texts],
  ['numbers', number, numbers],
  ['days', day, days],
  ['instants', instant, instants],
  ['booleans', { type: 'boolean', schema: { type: 'boolean' } }, booleans],
] as const)('filters of %s', (_kind, ui, cases) => {
  test.each(cases)('%j with %j becomes %j', (condition, filters, filter) => {
    expect(translateFilter({ x: condition }, grid(ui, filters))).toEqual({ filter, problems: [] })
  })
})

describe('null', () => {
  const nullable = { ...number, nullable: true }

  test('notEqual of numbers leaves out blank cells, as AG Grid does', () => {
    const model = { x: { type: 'notEqual', filter: 5 } }
    expect(
      translateFilter(model, grid(nullable, { EQUAL: 'x', NOT_EQUAL: 'xNot' })).filter,
    ).toEqual({ xNot: 5 })
    expect(translateFilter(model, grid(nullable, { EQUAL: 'x' })).problems).toHaveLength(1)
    expect(translateFilter(model, grid(number, { EQUAL: 'x' })).filter).toEqual({ $not: { x: 5 } })
  })

  test('notEqual of texts keeps blank cells, as AG Grid does', () => {
    const model = { x: { type: 'notEqual', filter: 'a' } }
    const filters = { EQUAL: 'x', NOT_EQUAL: 'xNot' }
    expect(translateFilter(model, grid({ nullable: true }, filters)).filter).toEqual({
      $not: { x: 'a' },
    })
  })
})

describe('advanced filters', () => {
  test('joined conditions become expressions', () => {
    const model = {
      ...{ filterType: 'join', type: 'OR' },
      conditions: [
        { filterType: 'text', colId: 'x', type: 'contains', filter: 'a' },
        {
          ...{ filterType: 'join', type: 'AND' },
          conditions: [
            { filterType: 'text', colId: 'x', type: 'startsWith', filter: 'b' },
            { filterType: 'text', colId: 'x', type: 'notBlank' },
          ],
        },
      ],
    } as const
    const filters = { LIKE: 'xLike', STARTS_WITH: 'xStarts', IS_NOT_NULL: 'xIsNotNull' }
    expect(translateFilter(model, grid({}, filters)).filter).toEqual({
      $or: [{ xLike: 'a' }, { xStarts: 'b', xIsNotNull: true }],
    })
  })

  test('a disjunction that includes everything restricts nothing', () => {
    const conditions = [
      { filterType: 'set', colId: 'x', type: 'isNoneOf', values: [] },
      { filterType: 'text', colId: 'x', type: 'contains', filter: 'b' },
    ] as const
    const model = { filterType: 'join', type: 'OR', conditions: [...conditions] } as never
    expect(translateFilter(model, grid({}, { IN: 'xs', LIKE: 'xLike' })).filter).toEqual({})
  })
})

describe('what the service has no filter for', () => {
  test('each condition is reported with its column and operator', () => {
    const model = {
      x: { type: 'endsWith', filter: 'a' },
      y: { filterType: 'date', type: 'lastQuarter' },
    }
    expect(translateFilter(model, grid({}, { LIKE: 'xLike', IN: 'xs' })).problems).toEqual([
      {
        ...{ column: 'x', operator: 'endsWith' },
        message: "Column 'x' has no filter for 'endsWith'. The resource filters it with LIKE, IN.",
      },
      {
        ...{ column: 'y', operator: 'lastQuarter' },
        message: "Column 'y' has no filter for 'lastQuarter'. It cannot be filtered.",
      },
    ])
  })

  test.each(['OR', 'AND'] as const)('%s of one filter field needs expressions', (operator) => {
    const condition = { type: 'contains', filter: 'a' }
    const model = { x: { operator, conditions: [condition, condition] } }
    const { problems } = translateFilter(model, grid({}, { LIKE: 'xLike' }, false))
    expect(problems).toMatchObject([{ column: 'x', operator }])
  })

  test('without expressions, different filter fields are still joined with AND', () => {
    const conditions = [
      { type: 'greaterThan', filter: 1 },
      { type: 'lessThan', filter: 9 },
    ]
    const filters = { GREATER_THAN: 'xOver', LESS_THAN: 'xUnder' }
    const model = { x: { operator: 'AND', conditions } }
    expect(translateFilter(model, grid(number, filters, false))).toEqual({
      filter: { xOver: 1, xUnder: 9 },
      problems: [],
    })
  })
})

describe('sort models', () => {
  test('become sort terms in their order', () => {
    const model = [
      { colId: 'x', sort: 'desc' },
      { colId: 'x', sort: 'asc' },
    ] as const
    expect(translateSort(model, grid({}, {}))).toEqual({ sort: ['x,desc', 'x,asc'], problems: [] })
  })

  test.each([
    ['a column that is not sortable', { sortable: false }, { colId: 'x', sort: 'asc' }],
    ['absolute values', {}, { colId: 'x', sort: 'asc', type: 'absolute' }],
    ['an unknown column', {}, { colId: 'y', sort: 'asc' }],
  ] as const)('%s is reported', (_case, ui, term) => {
    const { problems } = translateSort([term], grid(ui, {}))
    expect(problems).toMatchObject([{ column: term.colId, operator: 'sort' }])
  })
})
