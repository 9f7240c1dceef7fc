import { expect, test } from 'vitest'
import { sortBy } from './sorting.js'

test.for([
  { from: [], adds: false, to: ['salary,asc'] },
  { from: ['salary,asc'], adds: false, to: ['salary,desc'] },
  { from: ['salary,desc'], adds: false, to: [] },
  { from: ['name,asc'], adds: false, to: ['salary,asc'] },
  { from: ['name,asc', 'salary,asc'], adds: false, to: ['salary,desc'] },
  { from: ['name,asc'], adds: true, to: ['name,asc', 'salary,asc'] },
  { from: ['salary,asc', 'name,asc'], adds: true, to: ['salary,desc', 'name,asc'] },
  { from: ['salary,desc', 'name,asc'], adds: true, to: ['name,asc'] },
  { from: ['salary'], adds: false, to: ['salary,desc'] },
  { from: ['salary,DESC'], adds: true, to: [] },
])('a header turns $from into $to (adds: $adds)', ({ from, adds, to }) => {
  expect(sortBy(from, 'salary', { adds })).toEqual(to)
})
