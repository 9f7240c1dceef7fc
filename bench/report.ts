/** Prints results as one table, in Markdown. */
import { median } from './measure.js'
import type { CaseResult, Round, ServerResult } from './results.js'

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

/** A row for each server. */
export const tableRows = ({ id, name, servers }: CaseResult): string =>
  servers
    .map((server, index) => printRow(index === 0 ? `**${id}** ${name}` : '', server, servers))
    .join('\n')

const printRow = (
  title: string,
  server: ServerResult,
  servers: readonly ServerResult[],
): string => {
  const { name, rounds } = server
  const of = (part: (round: Round) => number): string => number(median(rounds.map(part)))
  return row([
    title,
    name,
    of((round) => round.requestsPerSecond),
    of((round) => round.p50),
    of((round) => round.p99),
    number(cpuOf(rounds, 'serverCpu'), 3),
    number(cpuOf(rounds, 'databaseCpu'), 3),
    memory(rounds),
    ...printComparison(server, servers),
  ])
}

interface Comparison {
  /** Ratio of rounds that ran one after the other. */
  readonly ratios: readonly number[]
  readonly ratio: number
  /** Ratio of the CPU times of server and database. */
  readonly cpu: number
  readonly goal: number | undefined
}

/** Of a server with its opponent; of peers the service is the server. */
export const compareServers = (
  { opponent, goal, isPeer = false, rounds }: ServerResult,
  servers: readonly ServerResult[],
): Comparison | undefined => {
  const other = servers.find(({ name }) => name === opponent)?.rounds
  if (!other) return undefined
  const [measured, divisor] = isPeer ? [other, rounds] : [rounds, other]
  const ratios = measured
    .slice(0, divisor.length)
    .map((round, index) => round.requestsPerSecond / divisor[index]!.requestsPerSecond)
  const cpu = totalCpu(measured) / totalCpu(divisor)
  return { ratios, ratio: median(ratios), cpu, goal: isPeer ? 1 : goal }
}

const printComparison = (
  server: ServerResult,
  servers: readonly ServerResult[],
): readonly string[] => {
  const compared = compareServers(server, servers)
  if (!compared) return ['', '', '']
  const { ratios, ratio, cpu, goal } = compared
  const all = ratios.map((ratio) => ratio.toFixed(2)).join(', ')
  return [
    server.isPeer
      ? `${server.opponent} ${ratio.toFixed(2)} times this`
      : `**${ratio.toFixed(2)}** (${all})`,
    goal === undefined ? '' : `${goal} ${ratio >= goal ? '✓' : '✗'}`,
    Number.isNaN(cpu) ? '' : cpu.toFixed(2),
  ]
}

/** CPU time of a request over all rounds, because a clock tick is long for one round. */
const cpuOf = (rounds: readonly Round[], part: 'serverCpu' | 'databaseCpu'): number => {
  const spent = rounds.reduce((sum, round) => sum + (round[part] ?? Number.NaN) * round.count, 0)
  return spent / rounds.reduce((sum, { count }) => sum + count, 0)
}

const totalCpu = (rounds: readonly Round[]): number =>
  cpuOf(rounds, 'serverCpu') + cpuOf(rounds, 'databaseCpu')

const memory = (rounds: readonly Round[]): string => {
  const found = rounds.flatMap((round) => round.memory ?? [])
  if (found.length === 0) return '–'
  const now = median(found.map((usage) => usage.now))
  const peak = Math.max(...found.map((usage) => usage.peak))
  return `${now.toFixed(0)} (${peak.toFixed(0)})`
}

const number = (value: number, digits?: number): string => {
  if (Number.isNaN(value)) return '–'
  if (digits !== undefined) return value.toFixed(digits)
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
