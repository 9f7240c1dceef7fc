import { expect, test } from 'vitest'
import type { FileRow } from '../../operations/import/import-file.js'
import { spoolRows } from './spool-rows.js'

const cells = { shown: () => null, plain: (text: string) => text }

async function* inOrder(rows: readonly FileRow[]): AsyncGenerator<FileRow> {
  yield* rows
}

test('rows are read again as they were, as often as they are needed', async () => {
  const rows: readonly FileRow[] = [
    { number: 2, cells: ['a', null, '', null, 0, false, { wallMs: 1 }] },
    { number: 4, cells: [null, 'b'] },
    { number: 5, cells: ['c'] },
  ]
  const header = { number: 1, cells: ['a', 'b'] }
  const empty = { number: 3, cells: [null, ' '] }
  const [first, ...others] = rows
  const file = await spoolRows(inOrder([header, first!, empty, ...others]), cells, 10)
  expect([file.headers, file.total]).toEqual([['a', 'b'], 3])
  for (const _ of ['first', 'second']) expect([...file.blocks()]).toEqual([rows])
})
