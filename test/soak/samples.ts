/** The state of the services over time: a line for each sample, a curve, a file, and a verdict. */
import { writeFile } from 'node:fs/promises'

const mebibyte = 2 ** 20

export interface Sample {
  readonly seconds: number
  readonly requests: number
  /** Responses with 503 or 504. */
  readonly unavailable: number
  readonly wrong: number
  readonly restarts: number
  /** Received by the reader of changes. */
  readonly changes: number
  /** Bytes of all services together. */
  readonly rss: number
  readonly heap: number
  /** Sessions of the services; undefined while the database is down. */
  readonly connections: number | undefined
  /** Sessions that are idle in a transaction. */
  readonly idleInTransaction: number | undefined
}

const columns = {
  seconds: ({ seconds }) => seconds.toFixed(0),
  requests: ({ requests }) => String(requests),
  unavailable: ({ unavailable }) => String(unavailable),
  wrong: ({ wrong }) => String(wrong),
  restarts: ({ restarts }) => String(restarts),
  changes: ({ changes }) => String(changes),
  rss_mib: ({ rss }) => (rss / mebibyte).toFixed(1),
  heap_mib: ({ heap }) => (heap / mebibyte).toFixed(1),
  connections: ({ connections }) => String(connections ?? ''),
  idle_in_transaction: ({ idleInTransaction }) => String(idleInTransaction ?? ''),
} satisfies Readonly<Record<string, (sample: Sample) => string>>

const names = Object.keys(columns)
const cells = (sample: Sample): readonly string[] =>
  Object.values(columns).map((show) => show(sample))

export const sampleHead = (): string => names.map((name) => name.padStart(name.length + 2)).join('')

export const sampleLine = (sample: Sample): string =>
  cells(sample)
    .map((cell, index) => cell.padStart(names[index]!.length + 2))
    .join('')

export const writeSamples = (file: string, samples: readonly Sample[]): Promise<void> =>
  writeFile(file, `${[names, ...samples.map(cells)].map((row) => row.join(',')).join('\n')}\n`)

const blocks = '▁▂▃▄▅▆▇█'

/** A curve of at most 80 columns, from its lowest value to its highest. */
export const sparkline = (values: readonly number[]): string => {
  const step = Math.max(1, Math.ceil(values.length / 80))
  const shown = values.filter((_, index) => index % step === 0)
  const [low, high] = [Math.min(...shown), Math.max(...shown)]
  const height = (value: number): number =>
    high === low ? 0 : Math.round(((value - low) / (high - low)) * (blocks.length - 1))
  return shown.map((value) => blocks[height(value)]).join('')
}

const range = (values: readonly number[]): string =>
  [Math.min(...values), Math.max(...values)]
    .map((value) => (value / mebibyte).toFixed(1))
    .join(' to ')

export const curves = (samples: readonly Sample[]): readonly string[] =>
  (['rss', 'heap'] as const).map((name) => {
    const values = samples.map((sample) => sample[name])
    return `${name.padEnd(5)}${sparkline(values)}  ${range(values)} MiB`
  })

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Growth that is allowed after the warm-up: a part of the earlier value, and at least so much. */
const bounds = {
  rss: { part: 0.15, bytes: 32 * mebibyte },
  heap: { part: 0.1, bytes: 8 * mebibyte },
} as const

export interface Growth {
  readonly name: string
  readonly text: string
  readonly isWithinBounds: boolean
}

/**
 * Compares the last quarter of a run with its second one; the first one is the warm-up. Medians,
 * so that a single sample decides nothing.
 */
export const growths = (samples: readonly Sample[]): readonly Growth[] =>
  (['rss', 'heap'] as const).map((name) => {
    const values = samples.map((sample) => sample[name])
    const quarter = Math.floor(values.length / 4)
    const early = median(values.slice(quarter, 2 * quarter))
    const late = median(values.slice(-Math.max(1, quarter)))
    const { part, bytes } = bounds[name]
    const allowed = Math.max(early * part, bytes)
    const [from, to, limit] = [early, late, early + allowed].map((value) =>
      (value / mebibyte).toFixed(1),
    )
    const text = `${name}: ${from} MiB in the second quarter, ${to} MiB in the last; at most ${limit}`
    return { name, text, isWithinBounds: late <= early + allowed }
  })
