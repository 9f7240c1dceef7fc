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

/**
 * Measured in a way of their own: how long a start takes, what a larger contract costs, and what a
 * second worker brings.
 */
const special = { starts: 'l', growth: 'o', workers: 'w' } as const

const order = [
  ...casesOf(Number.POSITIVE_INFINITY).map(({ id }) => id),
  ...Object.values<string>(special),
]

/** The place of a case in the table; `l-300` is one of `l`. */
export const placeOf = (id: string): number =>
  order.includes(id) ? order.indexOf(id) : order.indexOf(id.split('-')[0]!)

/** `--case a,c*`: a star selects every case whose name starts like this. */
export const selectCases = (
  names: string | undefined,
  employees: number,
): { readonly selected: readonly Case[] } & Readonly<Record<keyof typeof special, boolean>> => {
  const cases = casesOf(employees)
  if (names === undefined) return { selected: cases, starts: true, growth: true, workers: true }
  const wanted = names.split(',').map((name) => name.trim())
  const unknown = wanted.filter(
    (name) =>
      !Object.values<string>(special).includes(name) && !cases.some((one) => isNamed(one, name)),
  )
  if (unknown.length > 0) {
    const known = [...cases.map(({ id }) => id), ...Object.values(special)].join(', ')
    throw new Error(`There is no case ${unknown.join(', ')}; cases are ${known}.`)
  }
  return {
    selected: cases.filter((one) => wanted.some((name) => isNamed(one, name))),
    starts: wanted.includes(special.starts),
    growth: wanted.includes(special.growth),
    workers: wanted.includes(special.workers),
  }
}

const isNamed = ({ id }: Case, name: string): boolean =>
  name.endsWith('*') ? id.startsWith(name.slice(0, -1)) : id === name
