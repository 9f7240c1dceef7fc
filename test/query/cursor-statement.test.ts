/** The statements of cursors read no rows before the page. */
import { describe, expect, test } from 'vitest'
import peopleApp from '../../examples/people/app.js'
import { Diagnostics } from '../../src/foundation/errors/diagnostics.js'
import { compileModel } from '../../src/model/compile/compile.js'
import type { Criterion } from '../../src/query/filter/criteria.js'
import { readFilter } from '../../src/query/filter/read-filter.js'
import { keysetStatement, locateStatement } from '../../src/query/rows/keyset.js'
import { readOrder } from '../../src/query/rows/order.js'
import { openViews } from '../support/views.js'

describe('statements of cursors', () => {
  const model = compileModel(peopleApp.resources, new Diagnostics())
  const resource = openViews(model).find(({ key }) => key === 'human-resources.employees')!
  const selection = resource.prepared.selection()
  const clock = { now: new Date('2026-03-20T15:45:00.123Z'), zone: 'UTC' }
  const sorts = [['id'], ['fullName'], ['fullName,desc', 'id'], ['managerName', 'rating,desc']]
  const cases = sorts.flatMap((sort) =>
    [undefined, 'values', 'nulls'].flatMap((position) =>
      [false, true].map((backward) => ({ sort, position, backward })),
    ),
  )

  test.each(cases)('skips no rows: $sort from $position, backward: $backward', (cursorCase) => {
    const order = readOrder(resource, cursorCase.sort)
    const values = order.map(({ name }) =>
      cursorCase.position === 'nulls' && ['managerName', 'rating'].includes(name) ? null : '1',
    )
    const position = cursorCase.position ? { values, inclusive: false } : undefined
    const { backward } = cursorCase
    const request = { criteria: [], order, position, backward, limit: 21 }
    const { text } = keysetStatement(resource, request, clock, selection)
    expect(text).not.toMatch(/\boffset\b/i)
    expect(text).toMatch(/\blimit\b/i)
  })

  test('without a filter, few texts serve pages of all sizes, and are prepared', () => {
    const order = readOrder(resource, ['salary'])
    const position = { values: ['1', '1'], inclusive: false }
    const statementOf = (limit: number, criteria: readonly Criterion[] = []) =>
      keysetStatement(
        resource,
        { criteria, order, position, backward: false, limit },
        clock,
        selection,
      )
    const names = [5, 21, 33, 201].map((limit) => statementOf(limit).name)
    expect(names).not.toContain(undefined)
    expect(names[0]).toBe(names[1])
    expect(new Set(names).size).toBe(3)
    const criteria = readFilter(
      resource,
      { status: ['ACTIVE'] },
      {
        ...{ zone: 'UTC', maxListLength: 9, maxTextLength: 9, allowScalarRange: false },
      },
    )
    expect(statementOf(21, criteria).name).toBeUndefined()
  })

  test('the statement of locate returns no rows', () => {
    for (const sort of sorts) {
      const { text } = locateStatement(resource, [], readOrder(resource, sort), '7', clock)
      expect(text).toMatch(/count\(\*\)/)
      expect(text).not.toMatch(/\b(offset|limit)\b/i)
      expect(text).not.toContain('nickname')
    }
  })
})
