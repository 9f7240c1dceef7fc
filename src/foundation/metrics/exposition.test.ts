import { expect, test } from 'vitest'
import { Distribution } from './distribution.js'
import { addUpMetrics, printMetrics, readMetrics } from './exposition.js'
import { counter, gauge, histogram } from './metrics.js'

const metricsOf = (count: number, age: number, milliseconds: readonly number[]) => {
  const times = new Distribution()
  for (const each of milliseconds) times.add(each)
  return readMetrics([
    counter('requests_total', 'Requests.', () => [[{ route: 'a "b"\\\n' }, count]]),
    gauge('age_seconds', 'Age.', () => age, 'max'),
    histogram('duration_seconds', 'Durations.', () => [[{ route: 'r' }, times]]),
  ])
}

test('values are printed with escaped labels, and histograms with cumulative buckets', () => {
  const text = printMetrics(metricsOf(2, 1.5, [3, 20_000]))
  expect(text).toContain(`# HELP requests_total Requests.
# TYPE requests_total counter
requests_total{route="a \\"b\\"\\\\\\n"} 2

# HELP age_seconds Age.
# TYPE age_seconds gauge
age_seconds 1.5
`)
  expect(text).toContain('duration_seconds_bucket{le="0.0025",route="r"} 0\n')
  expect(text).toContain('duration_seconds_bucket{le="0.005",route="r"} 1\n')
  expect(text).toContain('duration_seconds_bucket{le="+Inf",route="r"} 2\n')
  expect(text).toContain('duration_seconds_sum{route="r"} 20.003\n')
  expect(text.endsWith('duration_seconds_count{route="r"} 2\n')).toBe(true)
})

test('processes are added up by labels, or the largest value counts', () => {
  const other = readMetrics([counter('requests_total', 'Requests.', () => [[{ route: 'c' }, 7]])])
  const text = printMetrics(addUpMetrics([metricsOf(2, 1, [1]), metricsOf(3, 4, [1]), other]))
  expect(text).toContain('requests_total{route="a \\"b\\"\\\\\\n"} 5\n')
  expect(text).toContain('requests_total{route="c"} 7\n')
  expect(text).toContain('age_seconds 4\n')
  expect(text).toContain('duration_seconds_count{route="r"} 2\n')
})
