/**
 * `npm run bench:report`: prints the results of all cases that were measured as one table. With
 * `--write` it replaces the one in `bench/results.md`.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { placeOf } from './cases/cases.js'
import { peers } from './cases/peers/peers.js'
import { resultsFolder } from './options.js'
import { compareServers, tableHead, tableRows } from './report.js'
import { type CaseResult, readResults } from './results.js'

const file = 'bench/results.md'
const marks = ['<!-- table -->', '<!-- end of the table -->'] as const

const { values } = parseArgs({
  options: {
    results: { type: 'string', default: resultsFolder },
    write: { type: 'boolean', default: false },
  },
})

const usualEmployees = 100_000

const titled = (result: CaseResult): CaseResult => {
  const { employees } = result.conditions
  if (employees === usualEmployees) return result
  return {
    ...result,
    name: `${result.name}, ${employees.toLocaleString('en').replaceAll(',', ' ')} employees`,
  }
}

const groupsOf = (
  results: readonly CaseResult[],
  keyOf: (result: CaseResult) => string,
): readonly (readonly [string, readonly CaseResult[]])[] => {
  const groups = new Map<string, CaseResult[]>()
  for (const result of results)
    groups.set(keyOf(result), [...(groups.get(keyOf(result)) ?? []), result])
  return [...groups]
}

/** A line for each machine, and one for each run. */
const describeConditions = (results: readonly CaseResult[]): readonly string[] => [
  ...groupsOf(results, ({ conditions: { machine, software } }) => `${machine}, ${software}`).map(
    ([machine]) => `- ${machine}.`,
  ),
  ...groupsOf(
    results,
    ({ conditions: { date, commit, employees, connections, rounds, seconds } }) =>
      [
        ...[date, `commit ${commit}`, `${employees} employees`, `${connections} connections`],
        `${rounds} rounds of ${seconds} s`,
      ].join(', '),
  ).map(([run, cases]) => {
    const loads = cases.map(({ conditions }) => conditions.load)
    const [least, most] = [Math.min(...loads), Math.max(...loads)].map((load) => load.toFixed(1))
    return `- ${run}; load average ${least} to ${most}: ${cases.map(({ id }) => id).join(', ')}.`
  }),
]

interface Ranked {
  readonly id: string
  readonly name: string
  readonly ratio: number
  /** Of the processor time. */
  readonly cpu: number
  readonly goal: number
}

const rank = (results: readonly CaseResult[]): readonly Ranked[] =>
  results.flatMap(({ id, servers }) =>
    servers.flatMap((server): readonly Ranked[] => {
      const compared = compareServers(server, servers)
      if (compared?.goal === undefined) return []
      const { ratio, cpu, goal } = compared
      return [{ id, name: server.name, ratio, cpu, goal }]
    }),
  )

const describeRank = (title: string, ranked: readonly Ranked[]): string => {
  const missed = ranked.filter(({ ratio, goal }) => ratio < goal)
  const list = missed.map(
    ({ id, ratio, cpu }) => `${id} ${ratio.toFixed(2)} (CPU ${cpu.toFixed(2)})`,
  )
  const but = list.length === 0 ? '' : `; not in ${list.join(', ')}`
  return `- ${title}: ${ranked.length - missed.length} of ${ranked.length}${but}.`
}

const print = (results: readonly CaseResult[]): string => {
  const ranked = rank(results)
  const names = Object.keys(peers)
  return [
    ...describeConditions(results),
    '',
    ...['service', 'secured'].map((name) =>
      describeRank(
        `Goals of ${name} reached`,
        ranked.filter((rank) => rank.name === name),
      ),
    ),
    ...names.map((name) =>
      describeRank(
        `Cases ahead of ${name}`,
        ranked.filter((rank) => rank.name === name),
      ),
    ),
    '',
    tableHead(),
    ...results.map(tableRows),
  ].join('\n')
}

const found = await readResults(values.results)
const sorted = found
  .toSorted((a, b) => placeOf(a.id) - placeOf(b.id) || (a.id < b.id ? -1 : 1))
  .map(titled)
const text = print(sorted)
if (values.write) {
  const document = await readFile(file, 'utf8')
  const [start, end] = marks.map((mark) => document.indexOf(mark))
  if (start! < 0 || end! < 0) throw new Error(`${file} has no ${marks.join(' and ')}.`)
  const replaced = `${document.slice(0, start! + marks[0].length)}\n\n${text}\n\n${document.slice(end)}`
  await writeFile(file, replaced)
} else console.log(text)
