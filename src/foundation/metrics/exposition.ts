/**
 * Reads metrics as data, adds up those of several processes, and prints them in the text format of
 * Prometheus (version 0.0.4).
 */
import type { Distribution } from './distribution.js'
import type { Labels, Metric, Sample } from './metrics.js'

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

/** A metric with its values, as a process sends it to another one. */
export interface CountedMetric extends Pick<Metric, 'name' | 'help' | 'type' | 'aggregator'> {
  readonly lines: readonly Line[]
}

interface Line {
  /** With `_bucket`, `_sum` or `_count` for a histogram. */
  readonly name: string
  readonly labels: Labels
  readonly value: number
}

export const readMetrics = (metrics: readonly Metric[]): readonly CountedMetric[] =>
  metrics.map((metric) => {
    const { name, help, type, aggregator } = metric
    return { name, help, type, aggregator, lines: linesOf(metric) }
  })

const linesOf = (metric: Metric): readonly Line[] =>
  metric.type === 'histogram'
    ? [...metric.read()].flatMap((sample) => distributionLines(metric.name, sample))
    : Array.from(metric.read(), ([labels, value]) => ({ name: metric.name, labels, value }))

const distributionLines = (
  name: string,
  [labels, distribution]: Sample<Distribution>,
): readonly Line[] => {
  const cumulative = distribution.cumulative()
  const buckets = cumulative.map(([bound, value]) => ({
    name: `${name}_bucket`,
    labels: { le: numberText(bound), ...labels },
    value,
  }))
  return [
    ...buckets,
    { name: `${name}_sum`, labels, value: distribution.seconds },
    { name: `${name}_count`, labels, value: cumulative.at(-1)![1] },
  ]
}

const aggregators = {
  sum: (a: number, b: number): number => a + b,
  max: Math.max,
} as const satisfies Record<Metric['aggregator'], unknown>

/** The metrics of all processes as one, by name and labels. */
export const addUpMetrics = (
  processes: readonly (readonly CountedMetric[])[],
): readonly CountedMetric[] => {
  const metrics = new Map<string, Omit<CountedMetric, 'lines'> & { lines: Map<string, Line> }>()
  for (const metric of processes.flat()) {
    const all = metrics.get(metric.name) ?? { ...metric, lines: new Map() }
    metrics.set(metric.name, all)
    for (const line of metric.lines) {
      const key = `${line.name}${labelsText(line.labels)}`
      const before = all.lines.get(key)
      const value = before ? aggregators[metric.aggregator](before.value, line.value) : line.value
      all.lines.set(key, { ...line, value })
    }
  }
  return Array.from(metrics.values(), (metric) => ({
    ...metric,
    lines: [...metric.lines.values()],
  }))
}

export const printMetrics = (metrics: readonly CountedMetric[]): string =>
  metrics
    .map(({ name, help, type, lines }) =>
      [
        `# HELP ${name} ${escaped(help)}`,
        `# TYPE ${name} ${type}`,
        ...lines.map((line) => `${line.name}${labelsText(line.labels)} ${numberText(line.value)}`),
      ].join('\n'),
    )
    .join('\n\n')
    .concat('\n')

const labelsText = (labels: Labels): string => {
  const texts = Object.entries(labels).map(
    ([name, value]) => `${name}="${escaped(String(value)).replaceAll('"', '\\"')}"`,
  )
  return texts.length === 0 ? '' : `{${texts.join(',')}}`
}

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')

const numberText = (value: number): string =>
  value === Number.POSITIVE_INFINITY ? '+Inf' : String(value)
