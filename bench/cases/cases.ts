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
 * Cases that are measured in ways of their own: starts, larger contracts, and a second worker.
 */
const special = { starts: 'l', growth: 'o', workers: 'w' } as const

const order = [
  ...casesOf(Number.POSITIVE_INFINITY).map(({ id }) => id),
  ...Object.values<string>(special),
]

/** The place of a case in the table; `l-300` is one of `l`. */
export const placeOf = (id: string): number =>
  order.includes(id) ? order.indexOf(id) : order.indexOf(id.split('-')[0]!)

interface Selection {
  /** Names of cases, separated by commas. Undefined selects all. */
  readonly cases: string | undefined
  /** Names of cases that are left out. */
  readonly except: string | undefined
}

/**
 * `--case a,c*`: a star selects every case whose name starts like this.
 *
 * @throws Error for a name without a case
 */
export const selectCases = (
  { cases: names = '*', except = '' }: Selection,
  employees: number,
): { readonly selected: readonly Case[] } & Readonly<Record<keyof typeof special, boolean>> => {
  const cases = casesOf(employees)
  const knownIds = [...cases.map(({ id }) => id), ...Object.values(special)]
  const idsOf = (text: string): ReadonlySet<string> => {
    const found = text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => [name, knownIds.filter((id) => isNamed(id, name))] as const)
    const unknown = found.filter(([, ids]) => ids.length === 0).map(([name]) => name)
    if (unknown.length > 0) {
      throw new Error(`There is no case ${unknown.join(', ')}; cases are ${knownIds.join(', ')}.`)
    }
    return new Set(found.flatMap(([, ids]) => ids))
  }
  const [wanted, left] = [idsOf(names), idsOf(except)]
  const isSelected = (id: string): boolean => wanted.has(id) && !left.has(id)
  return {
    selected: cases.filter(({ id }) => isSelected(id)),
    starts: isSelected(special.starts),
    growth: isSelected(special.growth),
    workers: isSelected(special.workers),
  }
}

const isNamed = (id: string, name: string): boolean =>
  name.endsWith('*') ? id.startsWith(name.slice(0, -1)) : id === name
