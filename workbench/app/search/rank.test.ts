import { expect, test } from 'vitest'
import { ranked, rankOf } from './rank.js'

test.for([
  ['Absence requests', 'abs', 0],
  ['Absence requests', 'req', 1],
  ['Absence requests', 'requests abs', 1],
  ['Absence requests', 'quest', 2],
  ['Absence requests', 'absence x', undefined],
  ['São Paulo', 'sao', 0],
  ['Sao Paulo', 'são', 0],
  ['a (b) c', '(b', 1],
  ['x.*', '.*', 2],
  ['$&\\', '$&\\', 0],
  ['anything', '  ', 0],
] as const)('%s for %s ranks %s', ([text, query, rank]) => {
  expect(rankOf(text, query)).toBe(rank)
})

test('better matches are first, equal ones keep their order', () => {
  const titles = ['Prepaying', 'Old pay', 'Payslips', 'Pay grades']
  expect(ranked(titles, 'pay', (title) => title)).toEqual([
    'Payslips',
    'Pay grades',
    'Old pay',
    'Prepaying',
  ])
})
