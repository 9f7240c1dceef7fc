import { expect, test } from 'vitest'
import type { GridColumn, GridModel } from './grid-model.js'
import { groupRows, planGroups } from './groups.js'

const operations = ['EQUAL', 'IS_NULL'] as const
const field = { name: 'note', type: 'text', nullable: true, schema: { type: 'string' } }
const filters = new Map(operations.map((name) => [name, { ...field, name: `note_${name}` }]))
const column = {
  field,
  filters,
  key: { field, filters },
  stats: undefined,
} as unknown as GridColumn
const grid = { columns: new Map([['note', column]]), hasExpressions: true } as unknown as GridModel

test('the group of empty texts is not the group of records without a text', () => {
  const plan = { column, field: 'note', metrics: [], orderBy: 'LABEL_ASC' }
  const buckets = [null, ''].map((key) => ({ key, label: '', count: 1, value: 1 }))
  const rows = groupRows([], plan, { buckets } as never)
  const request = {
    ...{ rowGroupCols: [{ id: 'note', displayName: 'Note' }], valueCols: [], sortModel: [] },
    ...{ pivotMode: false, pivotCols: [] },
  }
  const parts = rows.flatMap(
    ({ $path }) => planGroups({ ...request, groupKeys: [...$path] }, grid).parts,
  )
  expect(parts).toEqual([{ note_IS_NULL: true }, { note_EQUAL: '' }])
})
