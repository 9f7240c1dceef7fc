/** Prints the results as one table, in Markdown. */
import { type Case, pairs } from './cases/case.js'
import { peers } from './cases/peers.js'
import { median, type Round, ratioOf } from './measure.js'

export type Results = ReadonlyMap<string, readonly Round[]>

const head = [
  'case',
  'server',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'CPU ms',
  'database CPU ms',
  'RSS MB (peak)',
  'ratio (rounds)',
  'goal',
  'CPU ratio',
]

export const tableHead = (): string =>
  `${row(head)}\n${row(head.map((_, index) => (index < 2 ? '---' : '--:')))}`

/** A row for each server; ratios are those of the service to the hand-written server. */
export const tableRows = (one: Case, results: Results): string =>
  [...results]
    .map(([name, rounds], index) => printRow(one, name, rounds, results, index))
    .join('\n')

const printRow = (
  one: Case,
  name: string,
  rounds: readonly Round[],
  results: Results,
  index: number,
): string => {
  const of = (part: (round: Round) => number | undefined, digits?: number): string =>
    number(part(rounds[0]!) === undefined ? undefined : median(rounds.map((r) => part(r)!)), digits)
  return row([
    index === 0 ? `**${one.id}** ${one.name}` : '',
    name,
    of((round) => round.requestsPerSecond),
    of((round) => round.p50),
    of((round) => round.p99),
    number(cpuOf(rounds, 'serverCpu'), 3),
    number(cpuOf(rounds, 'databaseCpu'), 3),
    memory(rounds),
    ...ratios(one, name, rounds, results),
  ])
}

const ratios = (
  { goals }: Case,
  name: string,
  rounds: readonly Round[],
  results: Results,
): readonly string[] => {
  if (name in peers) return ahead(rounds, results)
  const opponent = pairs.find(([service]) => service === name)?.[1]
  const other = opponent && results.get(opponent)
  if (!other) return ['', '', '']
  const throughput = ratioOf(rounds, other, (round) => round.requestsPerSecond)
  const cpu = totalCpu(rounds) / totalCpu(other)
  const ratio = median(throughput)
  const goal = goals[opponent]
  const all = throughput.map((one) => one.toFixed(2)).join(', ')
  return [
    `**${ratio.toFixed(2)}** (${all})`,
    goal === undefined ? '' : `${goal} ${ratio >= goal ? '✓' : '✗'}`,
    Number.isNaN(cpu) ? '' : cpu.toFixed(2),
  ]
}

/** For a request, of all rounds: a clock tick is long for one of them. */
const cpuOf = (rounds: readonly Round[], part: 'serverCpu' | 'databaseCpu'): number => {
  const spent = rounds.reduce((sum, round) => sum + (round[part] ?? Number.NaN) * round.count, 0)
  return spent / rounds.reduce((sum, { count }) => sum + count, 0)
}

const totalCpu = (rounds: readonly Round[]): number =>
  cpuOf(rounds, 'serverCpu') + cpuOf(rounds, 'databaseCpu')

/** Of the service to a peer. */
const ahead = (rounds: readonly Round[], results: Results): readonly string[] => {
  const service = results.get('service')
  if (!service) return ['', '', '']
  const ratio = median(ratioOf(service, rounds, (round) => round.requestsPerSecond))
  const cpu = totalCpu(service) / totalCpu(rounds)
  return [
    `service ${ratio.toFixed(2)} times this`,
    `1 ${ratio >= 1 ? '✓' : '✗'}`,
    Number.isNaN(cpu) ? '' : cpu.toFixed(2),
  ]
}

const memory = (rounds: readonly Round[]): string => {
  const found = rounds.flatMap((round) => round.memory ?? [])
  if (found.length === 0) return '–'
  const now = median(found.map((one) => one.now))
  const peak = Math.max(...found.map((one) => one.peak))
  return `${now.toFixed(0)} (${peak.toFixed(0)})`
}

const number = (value: number | undefined, digits?: number): string => {
  if (value === undefined || Number.isNaN(value)) return '–'
  if (digits !== undefined) return value.toFixed(digits)
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
