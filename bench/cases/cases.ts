/** All cases, in the order in which they run. */
import type { Case } from './case.js'
import { recordCases } from './records.js'
import { statsCases } from './stats.js'
import { walkCases } from './walks.js'
import { writeCases } from './writes.js'

const casesOf = (employees: number): readonly Case[] => [
  ...recordCases,
  ...walkCases(employees),
  ...statsCases,
  ...writeCases,
]

/** `--case a,c`: each name selects its case and those that are named after it, such as `a'`. */
export const selectCases = (names: string | undefined, employees: number): readonly Case[] => {
  const cases = casesOf(employees)
  if (names === undefined) return cases
  const wanted = names.split(',').map((name) => name.trim())
  const unknown = wanted.filter((name) => !cases.some((one) => isNamed(one, name)))
  if (unknown.length > 0) {
    const known = cases.map(({ id }) => id).join(', ')
    throw new Error(`There is no case ${unknown.join(', ')}; cases are ${known}.`)
  }
  return cases.filter((one) => wanted.some((name) => isNamed(one, name)))
}

const isNamed = ({ id }: Case, name: string): boolean =>
  id === name || id.replace(/['-].*$/, '') === name
