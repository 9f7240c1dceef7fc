/** Scales of charts: they place values and choose the labels of an axis. No DOM. */

export interface Scale {
  readonly first: number
  readonly last: number
  /** Position of a value, from 0 for the first to 1 for the last. */
  readonly at: (value: number) => number
}

const scaleFrom = (first: number, last: number): Scale => ({
  first,
  last,
  at: (value) => (last === first ? 0.5 : (value - first) / (last - first)),
})

const niceSteps = [1, 2, 2.5, 5, 10] as const

/** Rounds a step up to 1, 2, 2.5 or 5 times a power of ten. */
const niceStep = (step: number): number => {
  const power = 10 ** Math.floor(Math.log10(step))
  return niceSteps.find((nice) => nice * power >= step)! * power
}

/**
 * Returns a scale that includes zero, so that heights can be compared. Both its ends have labels.
 */
export const valueScale = (
  values: readonly number[],
  maxLabels = 4,
): Scale & { ticks: number[] } => {
  const least = Math.min(0, ...values)
  const highest = Math.max(0, ...values)
  const greatest = highest > least ? highest : 1
  const step = niceStep((greatest - least) / maxLabels)
  const first = Math.floor(least / step)
  const last = Math.ceil(greatest / step)
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
  return { ...scaleFrom(first * step, last * step), ticks }
}

export interface TimeTick {
  /** Milliseconds since 1970. */
  readonly time: number
  readonly unit: 'day' | 'month' | 'year'
}

const dayMs = 86_400_000

/** Possible steps between labels in ascending order, in days or months. */
const timeSteps: readonly { readonly days?: number; readonly months?: number }[] = [
  { days: 1 },
  { days: 2 },
  { days: 7 },
  { days: 14 },
  ...[1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200].map((months) => ({ months })),
]

const lengthOf = ({ days, months }: (typeof timeSteps)[number]): number =>
  dayMs * (days ?? months! * 30.4)

const isOnStep = (date: Date, { days, months }: (typeof timeSteps)[number]): boolean => {
  if (days) return Math.round(date.getTime() / dayMs) % days === 0
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth()
  return date.getUTCDate() === 1 && month % months! === 0
}

/**
 * Returns a scale of days with at most `maxLabels` labels. Days have no zone, so UTC places them.
 */
export const timeScale = (
  times: readonly number[],
  maxLabels: number,
): Scale & { ticks: readonly TimeTick[] } => {
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const step =
    timeSteps.find((candidate) => (last - first) / lengthOf(candidate) <= maxLabels) ??
    timeSteps.at(-1)!
  const unit = step.days ? 'day' : step.months! < 12 ? 'month' : 'year'
  const ticks: TimeTick[] = []
  const start = new Date(first)
  if (step.months) start.setUTCDate(1)
  start.setUTCHours(0, 0, 0, 0)
  for (const date = start; date.getTime() <= last && ticks.length <= maxLabels; ) {
    if (date.getTime() >= first && isOnStep(date, step)) ticks.push({ time: date.getTime(), unit })
    if (step.months) date.setUTCMonth(date.getUTCMonth() + 1)
    else date.setUTCDate(date.getUTCDate() + 1)
  }
  return { ...scaleFrom(first, last), ticks }
}

/** Returns the indexes of each run of values without a gap. */
export const runsOf = (values: readonly (number | null)[]): readonly (readonly number[])[] => {
  const runs: number[][] = []
  values.forEach((value, index) => {
    if (value === null) return
    const isContinued = index > 0 && values[index - 1] !== null
    if (isContinued) runs.at(-1)!.push(index)
    else runs.push([index])
  })
  return runs
}

/** Width of the bars of a series: a share of the least distance between two of them, in pixels. */
export const barWidth = (xs: readonly number[], plotWidth: number): number => {
  const distances = xs.slice(1).map((x, index) => x - xs[index]!)
  return Math.min(0.64 * Math.min(plotWidth, ...distances), 56)
}
