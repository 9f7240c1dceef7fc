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

/** Has no requests: how long a start takes. */
const startCase = 'l'

/** `--case a,c*`: a star selects every case whose name starts like this. */
export const selectCases = (
  names: string | undefined,
  employees: number,
): { readonly selected: readonly Case[]; readonly starts: boolean } => {
  const cases = casesOf(employees)
  if (names === undefined) return { selected: cases, starts: true }
  const wanted = names.split(',').map((name) => name.trim())
  const unknown = wanted.filter(
    (name) => name !== startCase && !cases.some((one) => isNamed(one, name)),
  )
  if (unknown.length > 0) {
    const known = [...cases.map(({ id }) => id), startCase].join(', ')
    throw new Error(`There is no case ${unknown.join(', ')}; cases are ${known}.`)
  }
  return {
    selected: cases.filter((one) => wanted.some((name) => isNamed(one, name))),
    starts: wanted.includes(startCase),
  }
}

const isNamed = ({ id }: Case, name: string): boolean =>
  name.endsWith('*') ? id.startsWith(name.slice(0, -1)) : id === name
