import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilterService, startFilterService } from '../support/filter-service.js'
import { ladderRows } from './ladders.js'

let service: FilterService
beforeAll(async () => {
  service = await startFilterService(ladderRows)
})
afterAll(() => service.close())

/** Row 7 is null in most columns; in the NOT NULL twins it has the value of row 1. */
const orders: readonly (readonly [query: string, ids: readonly number[]])[] = [
  ['', [1, 2, 3, 4, 5, 6, 7]],
  ['sort=id,desc', [7, 6, 5, 4, 3, 2, 1]],
  ['sort=integer', [1, 2, 3, 4, 5, 6, 7]],
  ['sort=integer,desc', [6, 5, 4, 3, 2, 1, 7]],
  ['sort=integer,DESC', [6, 5, 4, 3, 2, 1, 7]],
  ['sort=integerKept', [1, 7, 2, 3, 4, 5, 6]],
  ['sort=integerKept,desc', [6, 5, 4, 3, 2, 7, 1]],
  ['sort=bigint,desc', [6, 5, 4, 3, 2, 1, 7]],
  ['sort=decimal,desc', [6, 5, 4, 3, 2, 1, 7]],
  ['sort=long,desc', [6, 5, 4, 3, 2, 1, 7]],
  ['sort=date,desc', [6, 5, 4, 3, 2, 1, 7]],
  ['sort=instant,desc', [6, 5, 4, 3, 2, 1, 7]],
  ['sort=uuid,desc', [6, 5, 4, 3, 2, 1, 7]],
  ['sort=grade,desc', [6, 5, 4, 3, 2, 1, 7]],
  ['sort=boolean', [2, 4, 6, 1, 3, 5, 7]],
  ['sort=boolean,desc', [5, 3, 1, 6, 4, 2, 7]],
  ['sort=boolean&sort=integer,desc', [6, 4, 2, 5, 3, 1, 7]],
  ['sort=boolean,desc&sort=integer', [1, 3, 5, 2, 4, 6, 7]],
  // Through to-one relations; rows without one come last in both directions.
  ['sort=depotName', [1, 2, 3, 7, 4, 5, 6]],
  ['sort=depotName,desc', [4, 7, 3, 2, 1, 6, 5]],
  ['sort=depotName,desc&sort=id', [4, 3, 7, 1, 2, 5, 6]],
  ['sort=regionName', [1, 2, 3, 7, 4, 5, 6]],
  ['sort=regionRank,desc', [2, 1, 7, 6, 5, 4, 3]],
  ['sort=lineCount,desc', [1, 7, 4, 2, 6, 5, 3]],
  ['sort=tagCount', [3, 6, 7, 2, 4, 1, 5]],
  // A filter field sorts by the column that it filters.
  ['sort=integer_BETWEEN,desc', [6, 5, 4, 3, 2, 1, 7]],
  ['sort=depot_name_LIKE,desc&sort=id', [4, 3, 7, 1, 2, 5, 6]],
  ['sort=depot_IS_NULL', [1, 2, 3, 7, 4, 5, 6]],
]
test.each(orders)('the order of %j is %j', async (query, ids) => {
  expect((await service.find({}, query)).ids).toEqual(ids)
})

const unsortable = [
  'nope',
  'INTEGER',
  'json',
  'json_IS_NULL',
  'words',
  'words_IN',
  'lines_SIZE_EQ',
  'lines_label_EQUAL',
  'lines_depot_name_LIKE',
  'datasetVersion',
  'depot.name',
  'integer,up',
  'integer,asc,desc',
]
test.each(unsortable)('sort=%s is refused', async (sort) => {
  const { status, problems } = await service.find({}, `sort=${sort}`)
  expect({ status, problems }).toMatchObject({ status: 400, problems: [{ code: 'SORT_INVALID' }] })
})

describe('pages over the filter table', () => {
  const refused: readonly (readonly [query: string, status: number, code: string])[] = [
    ['page=-1', 400, 'INVALID_PARAMETER'],
    ['page=1.5', 400, 'INVALID_PARAMETER'],
    ['page=x', 400, 'INVALID_PARAMETER'],
    ['size=0', 400, 'INVALID_PARAMETER'],
    ['size=-5', 400, 'INVALID_PARAMETER'],
    ['size=1e2', 400, 'INVALID_PARAMETER'],
    ['size=201', 422, 'LIMIT_EXCEEDED'],
    ['includeIds=x', 400, 'INVALID_PARAMETER'],
    [`includeIds=${Array.from({ length: 201 }, (_, id) => id).join()}`, 422, 'LIMIT_EXCEEDED'],
  ]
  test.each(refused)('a page with %.20s is refused with %i %s', async (query, status, code) => {
    expect(await service.find({}, query)).toMatchObject({ status, problems: [{ code }] })
  })

  test.each(['page=3&size=3', 'page=100000&size=200', 'page=9007199254740991&size=200'])(
    'a page past the end is empty and has the total: %s',
    async (query) => {
      const { status, ids, total } = await service.find({ integer_IS_NOT_NULL: true }, query)
      expect({ status, ids, total }).toEqual({ status: 200, ids: [], total: 6 })
    },
  )

  test('a page inside the set beyond the maximum offset is refused with a hint to cursors', async () => {
    const find = await service.with({ 'platform.pagination.max-offset': 4 })
    expect((await find({}, 'size=2&page=2')).ids).toEqual([5, 6])
    const { status, problems } = await find({}, 'size=2&page=3')
    expect({ status, problems }).toMatchObject({
      status: 422,
      problems: [{ code: 'LIMIT_EXCEEDED' }],
    })
    expect(problems[0]?.message).toMatch(/cursor/)
    expect(await find({}, 'size=2&page=4')).toMatchObject({ status: 200, ids: [], total: 7 })
  })
})

const included: readonly (readonly [query: string, ids: readonly number[]])[] = [
  ['includeIds=7', [7, 4, 5]],
  ['includeIds=5,2', [5, 2, 4, 6]],
  ['includeIds=2&includeIds=5', [2, 5, 4, 6]],
  ['includeIds=2,5&includeIds=2,2,4', [2, 5, 4, 6]],
  ['includeIds=99,1', [1, 4, 5]],
  ['includeIds=99', [4, 5]],
  ['includeIds=5&page=1', []],
  ['includeIds=1&page=1', [6]],
  ['includeIds=1,4&sort=id,desc', [1, 4, 6, 5]],
  ['includeIds=1,2,3&size=1', [1, 2, 3, 4]],
]
/** The filter matches 4, 5 and 6, two of them on a page. */
test.each(included)('%s puts included rows before those of the filter: %j', async (query, ids) => {
  const sized = query.includes('size') ? query : `${query}&size=2`
  const { ids: found, total } = await service.find({ integer_GREATER_THAN: 0 }, sized)
  expect({ found, total }).toEqual({ found: ids, total: 3 })
})
