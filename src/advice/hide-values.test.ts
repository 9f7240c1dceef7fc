import { expect, test } from 'vitest'
import { hideValues } from './hide-values.js'

test.each([
  ["Filter: (name = 'Ann'::text)", "Filter: (name = '…'::text)"],
  ["Filter: (name = 'O''Hara said \\'::text)", "Filter: (name = '…'::text)"],
  [`Filter: ("it's" = 'Ann'::text)`, `Filter: ("it's" = '…'::text)`],
  ["Filter: (name = 'two\nlines'::text)\n  Rows", "Filter: (name = '…'::text)\n  Rows"],
  ["Index Cond: (id = ANY ('{1,2}'::bigint[]))", "Index Cond: (id = ANY ('…'::bigint[]))"],
  ['Filter: ((t0_1.pay > 5.25) AND (n = 7))', 'Filter: ((t0_1.pay > …) AND (n = …))'],
  ['Filter: ("2nd" < 1e10)', 'Filter: ("2nd" < …)'],
])('hides the values of %s', (plan, expected) => {
  expect(hideValues(plan)).toBe(expected)
})

test.each([
  ['Seq Scan on skills t1  (cost=0.00..2.66 rows=21 width=4)'],
  ['  InitPlan 1 (returns $0)'],
  ['  Filter: ((id = $0) AND (hashed SubPlan 2) AND (InitPlan 1).col1)'],
  ['  Workers Planned: 2'],
  ['  Sort Key: t1.key_2 DESC'],
])('leaves %s as it is', (plan) => {
  expect(hideValues(plan)).toBe(plan)
})
