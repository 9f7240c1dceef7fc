import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilterService, startFilterService } from '../support/filter-service.js'
import { ladderRows } from './ladders.js'

/*
 * parcel → depot → region        lines (label, amount, depot)                 tags
 *   1       Alpha   North         one 10 Alpha; two 20 -                       red blue
 *   2       Alpha   North         - - Beta                                     red
 *   3       Beta    South
 *   4       Gamma   -             one 20 Gamma                                 blue
 *   5       -       -                                                          red blue
 *   6       -       -
 *   7       Beta    South         three 5 Alpha
 */
let service: FilterService
beforeAll(async () => {
  service = await startFilterService(ladderRows)
})
afterAll(() => service.close())

type RelationCase = readonly [payload: Readonly<Record<string, unknown>>, ids: readonly number[]]

const suites: Readonly<Record<string, readonly RelationCase[]>> = {
  'a to-one path': [
    [{ depot_name_LIKE: 'A' }, [1, 2, 3, 4, 7]],
    [{ depot_name_EQUAL: 'Beta' }, [3, 7]],
    [{ depot_note_EQUAL: 'x' }, [1, 2]],
    [{ depot_openedOn_BETWEEN: ['2024-01-01', '2024-12-31'] }, [1, 2, 4]],
    [{ depot_openedOn_ON_DATE: '2024-03-31' }, [4]],
    [{ depot_region_name_STARTS_WITH: 'no' }, [1, 2]],
    [{ depot_region_rank_GREATER_OR_EQUAL: 1 }, [1, 2]],
    [{ depot_id_IN: [2, 3] }, [3, 4, 7]],
    [{ depot_region_id_EQUAL: 2 }, [3, 7]],
    [{ depot_id_EQUAL: 99 }, []],
  ],
  'a missing to-one relation matches IS_NULL and nothing else': [
    [{ depot_IS_NULL: true }, [5, 6]],
    [{ depot_IS_NOT_NULL: true }, [1, 2, 3, 4, 7]],
    [{ depot_id_IS_NULL: true }, [5, 6]],
    [{ depot_name_IS_NULL: true }, [5, 6]],
    [{ depot_name_IS_NOT_NULL: true }, [1, 2, 3, 4, 7]],
    [{ depot_note_IS_NULL: true }, [3, 5, 6, 7]],
    [{ depot_region_IS_NULL: true }, [4, 5, 6]],
    [{ depot_region_id_IS_NULL: true }, [4, 5, 6]],
    [{ depot_region_name_IS_NULL: true }, [4, 5, 6]],
    [{ depot_region_rank_IS_NULL: true }, [3, 4, 5, 6, 7]],
    [{ depot_region_IS_NOT_NULL: true }, [1, 2, 3, 7]],
    [{ depot_id_NOT_EQUAL: 1 }, [3, 4, 7]],
    [{ depot_id_NOT_IN: [4] }, [1, 2, 3, 4, 7]],
    [{ depot_id_NOT_BETWEEN: [2, 3] }, [1, 2]],
    [{ depot_id_OUTSIDE_RANGE: [2, 3] }, [1, 2]],
    [{ depot_name_NOT_EQUAL: 'Beta' }, [1, 2, 4]],
    [{ depot_name_NOT_LIKE: 'zz' }, [1, 2, 3, 4, 7]],
    [{ depot_name_NOT_IN: ['Alpha'] }, [3, 4, 7]],
    [{ depot_note_NOT_LIKE: 'x' }, [4]],
    [{ depot_region_name_NOT_EQUAL: 'North' }, [3, 7]],
    [{ depot_region_rank_NOT_BETWEEN: [5, 6] }, [1, 2]],
    [{ depot_region_rank_NOT_IN: [99] }, [1, 2]],
  ],
  'a to-many path means some related row': [
    [{ lines_label_EQUAL: 'one' }, [1, 4]],
    [{ lines_amount_EQUAL: 20 }, [1, 4]],
    [{ lines_amount_BETWEEN: [5, 10] }, [1, 7]],
    [{ lines_packedAt_ON_DATE: '2024-06-01' }, [4]],
    [{ tags_name_IN: ['red', 'green'] }, [1, 2, 5]],
    [{ tags_weight_GREATER_THAN: 0 }, [1, 2, 5]],
    [{ tags_id_IN: [1, 2] }, [1, 2, 4, 5]],
    [{ depot_parcels_integer_EQUAL: -1 }, [1, 2]],
    [{ tags_parcels_lines_label_EQUAL: 'one' }, [1, 2, 4, 5]],
    [{ tags_parcels_lines_label_EQUAL: 'three' }, []],
  ],
  'a negative operation over a to-many path means some row for which it holds': [
    [{ lines_label_NOT_EQUAL: 'one' }, [1, 7]],
    [{ lines_label_NOT_LIKE: 'o' }, [7]],
    [{ lines_label_NOT_IN: ['one', 'two'] }, [7]],
    [{ lines_label_NOT_IN: ['none'] }, [1, 4, 7]],
    [{ lines_amount_NOT_BETWEEN: [20, 30] }, [1, 7]],
    [{ tags_name_NOT_EQUAL: 'red' }, [1, 4, 5]],
    [{ tags_weight_NOT_EQUAL: 1 }, []],
  ],
  'null over a to-many path is the field of some row': [
    [{ lines_label_IS_NULL: true }, [2]],
    [{ lines_label_IS_NOT_NULL: true }, [1, 4, 7]],
    [{ lines_amount_IS_NULL: true }, [2]],
    [{ lines_packedAt_IS_NULL: true }, [1, 2, 7]],
    [{ tags_weight_IS_NULL: true }, [1, 4, 5]],
    [{ tags_name_IS_NULL: true }, []],
    [{ tags_name_IS_NULL: false }, [1, 2, 3, 4, 5, 6, 7]],
    [{ lines_depot_IS_NULL: true }, [1]],
    [{ lines_depot_IS_NOT_NULL: true }, [1, 2, 4, 7]],
    [{ lines_depot_name_IS_NULL: true }, [1]],
    [{ lines_depot_openedOn_IS_NULL: true }, [1, 2]],
    [{ lines_depot_name_NOT_EQUAL: 'Alpha' }, [2, 4]],
  ],
  'several fields over one to-many relation are independent of each other': [
    [{ lines_label_EQUAL: 'one', lines_amount_EQUAL: 20 }, [1, 4]],
    [{ lines_label_EQUAL: 'two', lines_amount_EQUAL: 10 }, [1]],
    [{ lines_label_EQUAL: 'one', lines_label_NOT_EQUAL: 'one' }, [1]],
    [{ tags_name_EQUAL: 'red', tags_weight_IS_NULL: true }, [1, 5]],
    [{ lines_label_IS_NULL: true, lines_label_IS_NOT_NULL: true }, []],
  ],
  'the size of a collection': [
    [{ lines_SIZE_EQ: 2 }, [1]],
    [{ tags_SIZE_EQ: 0 }, [3, 6, 7]],
    [{ tags_SIZE_GT: 1 }, [1, 5]],
    [{ tags_SIZE_LT: 2, lines_SIZE_GT: 0 }, [2, 4, 7]],
  ],
  'a collection whose owner is missing has no size': [
    [{ depot_parcels_SIZE_EQ: 0 }, []],
    [{ depot_parcels_SIZE_LT: 9 }, [1, 2, 3, 4, 7]],
    [{ depot_parcels_SIZE_EQ: 2 }, [1, 2, 3, 7]],
    [{ depot_region_depots_SIZE_EQ: 2 }, [1, 2]],
    [{ depot_region_depots_SIZE_LT: 2 }, [3, 7]],
    [{ depot_region_depots_SIZE_EQ: 0 }, []],
  ],
  'the size of a collection behind a to-many path is the size of some': [
    [{ tags_parcels_SIZE_EQ: 3 }, [1, 2, 4, 5]],
    [{ tags_parcels_SIZE_GT: 3 }, []],
    [{ tags_parcels_SIZE_LT: 3 }, []],
    [{ lines_depot_parcels_SIZE_EQ: 1 }, [4]],
    [{ lines_depot_parcels_SIZE_GT: 1 }, [1, 2, 7]],
    [{ lines_depot_parcels_SIZE_EQ: 0 }, []],
  ],
}

describe.each(Object.entries(suites))('%s', (_, cases) => {
  test.each(cases)('%j finds %j', async (payload, ids) => {
    const found = await service.find(payload)
    expect({ ids: found.ids, total: found.total }).toEqual({ ids, total: ids.length })
  })

  test.each(cases)('%j finds the same through pages of one row', async (payload, ids) => {
    const joined: number[] = []
    for (let page = 0; page <= ids.length; page++) {
      const found = await service.find(payload, `size=1&page=${page}`)
      expect(found.total).toBe(ids.length)
      joined.push(...found.ids)
    }
    expect(joined).toEqual(ids)
  })
})
