import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RowStore } from './kept-rows.js'

const cell = fc.oneof(
  fc.constant(null),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ maxLength: 600 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
)

const someRows = fc
  .integer({ min: 0, max: 6 })
  .chain((cells) => fc.array(fc.array(cell, { minLength: cells, maxLength: cells })))

test('rows are returned as they were kept, whatever is kept and freed in between', () => {
  const store = new RowStore()
  fc.assert(
    fc.property(fc.array(someRows), (sets) => {
      const kept = sets.map((rows) => ({ rows, kept: store.keep(rows, () => true)! }))
      const [gone, left] = [0, 1].map((part) => kept.filter((_, index) => index % 2 === part))
      for (const each of gone!) store.free(each.kept)
      const again = gone!.map(({ rows }) => ({ rows, kept: store.keep(rows, () => true)! }))
      for (const each of [...left!, ...again]) {
        expect(store.rowsOf(each.kept)).toEqual(each.rows)
        store.free(each.kept)
      }
      for (const each of kept) expect(store.rowsOf(each.kept)).toBeUndefined()
    }),
    { numRuns: 40 },
  )
})
