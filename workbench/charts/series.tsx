/**
 * A line over time; few points are bars, because a line would promise values between them. The
 * pointer or the arrow keys choose a point; a click, a drag or Enter selects it or a range. A gap
 * in the data is a gap in the line.
 */
import { useEffect, useRef, useState } from 'preact/hooks'
import { language } from '../browser/locale.js'
import { formatShort } from '../fields/format.js'
import { t } from '../texts/translate.js'
import { barWidth, runsOf, type Scale, type TimeTick, timeScale, valueScale } from './scales.js'

export interface SeriesPoint {
  /** Milliseconds since 1970. */
  readonly time: number
  readonly value: number | null
  readonly label: string
  readonly text: string
  /** The value at the same place of the period before. */
  readonly before?: { readonly value: number | null; readonly text: string } | undefined
}

interface SeriesProps {
  readonly label: string
  readonly points: readonly SeriesPoint[]
  /** Indexes of the first and the last selected point. */
  readonly onSelect: (first: number, last: number) => void
}

/** Pixels. The plot lies within the margins, which hold the labels. */
const height = 220
const margin = { top: 8, right: 12, bottom: 22, left: 52 }
const labelWidth = 84
/** Maximum number of points that are bars. */
const maxBars = 12
const plotHeight = height - margin.top - margin.bottom

const useWidth = () => {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width))
    observer.observe(element.current!)
    return () => observer.disconnect()
  }, [])
  return { element, width }
}

const timeText = ({ time, unit }: TimeTick): string => {
  const parts: Intl.DateTimeFormatOptions =
    unit === 'year'
      ? { year: 'numeric' }
      : unit === 'month'
        ? { year: 'numeric', month: 'short' }
        : { month: 'short', day: 'numeric' }
  return new Intl.DateTimeFormat(language.value, { ...parts, timeZone: 'UTC' }).format(time)
}

const y = (scale: Scale, value: number): number => margin.top + (1 - scale.at(value)) * plotHeight

const isNumber = (value: number | null | undefined): value is number => typeof value === 'number'

/** Computes the places of points and ticks in a chart of this width. */
const layoutOf = (points: readonly SeriesPoint[], width: number) => {
  const plotWidth = Math.max(width - margin.left - margin.right, 40)
  const times = timeScale(
    points.map(({ time }) => time),
    Math.max(1, Math.floor(plotWidth / labelWidth)),
  )
  const values = valueScale(
    points.flatMap(({ value, before }) => [value, before?.value].filter(isNumber)),
  )
  // Bars lie within the plot: the first and the last have half of their room beside them.
  const hasBars = points.length <= maxBars
  const inset = hasBars ? plotWidth / Math.max(points.length, 1) / 2 : 0
  const x = (time: number): number => margin.left + inset + times.at(time) * (plotWidth - 2 * inset)
  const xs = points.map(({ time }) => x(time))
  return { plotWidth, times, values, x, xs, bar: hasBars ? barWidth(xs, plotWidth) : undefined }
}

type Layout = ReturnType<typeof layoutOf>

export const Series = ({ label, points, onSelect }: SeriesProps) => {
  const { element, width } = useWidth()
  const layout = layoutOf(points, width)
  const { xs, values, bar } = layout
  const { current, start, handlers } = usePointSelection(layout.xs, onSelect)
  const shown = current === undefined ? points.at(-1) : points[current]
  return (
    <div class="series-chart">
      <p class="chart-readout">
        <span class="cut">{shown?.label}</span>
        <strong class="number">{shown?.text}</strong>
        {shown?.before && (
          <span class="faint number">{t('before: {value}', { value: shown.before.text })}</span>
        )}
      </p>
      <div
        ref={element}
        class="series-plot"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={points.length - 1}
        aria-valuenow={current ?? points.length - 1}
        aria-valuetext={shown && textOf(shown)}
        {...handlers}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            <Grid layout={layout} />
            {bar === undefined ? (
              <>
                <LineBefore {...{ points, xs, values }} />
                <Line {...{ points, xs, values }} />
              </>
            ) : (
              <TimeBars {...{ points, xs, values, current }} width={bar} />
            )}
            {current !== undefined && start !== undefined && start !== current && (
              <SelectedRange from={xs[start]!} to={xs[current]!} beside={(bar ?? 0) / 2} />
            )}
            {bar === undefined && current !== undefined && points[current] && (
              <Cursor x={xs[current]!} point={points[current]} values={values} />
            )}
          </svg>
        )}
      </div>
    </div>
  )
}

const textOf = ({ label, text, before }: SeriesPoint): string =>
  [`${label}: ${text}`, before && t('before: {value}', { value: before.text })]
    .filter(Boolean)
    .join(', ')

/** The point under the pointer or the keyboard, and the start of a range that is being selected. */
const usePointSelection = (xs: readonly number[], onSelect: SeriesProps['onSelect']) => {
  const [current, setCurrent] = useState<number>()
  const [start, setStart] = useState<number>()
  const last = xs.length - 1
  const select = (from: number, to: number): void => {
    setStart(undefined)
    onSelect(Math.min(from, to), Math.max(from, to))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = current ?? last
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: Math.max(0, at - 1),
      ArrowRight: Math.min(last, at + 1),
      Home: 0,
      End: last,
    }
    const next = moves[event.key]
    if (next !== undefined) {
      setStart(event.shiftKey ? (start ?? at) : undefined)
      setCurrent(next)
    } else if (event.key === 'Enter') select(start ?? at, at)
    else return
    event.preventDefault()
  }
  const handlers = {
    onKeyDown,
    onPointerDown: (event: PlotEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      setStart(nearestPoint(xs, event))
    },
    onPointerMove: (event: PlotEvent) => setCurrent(nearestPoint(xs, event)),
    onPointerUp: (event: PlotEvent) => {
      if (start !== undefined) select(start, nearestPoint(xs, event))
    },
    onPointerCancel: () => setStart(undefined),
    onPointerLeave: () => {
      if (start === undefined) setCurrent(undefined)
    },
  }
  return { current, start, handlers }
}

type PlotEvent = PointerEvent & { readonly currentTarget: HTMLElement }

const nearestPoint = (xs: readonly number[], { clientX, currentTarget }: PlotEvent): number => {
  const left = clientX - currentTarget.getBoundingClientRect().left
  return xs.reduce(
    (best, at, i) => (Math.abs(at - left) < Math.abs(xs[best]! - left) ? i : best),
    0,
  )
}

/** Lines and labels of the values, and labels of the times. */
const Grid = ({ layout: { plotWidth, times, values, x } }: { layout: Layout }) => (
  <>
    {values.ticks.map((tick) => (
      <g key={tick}>
        <line
          class="chart-grid"
          x1={margin.left}
          x2={margin.left + plotWidth}
          y1={y(values, tick)}
          y2={y(values, tick)}
        />
        <text x={margin.left - 8} y={y(values, tick) + 4} text-anchor="end">
          {formatShort(tick)}
        </text>
      </g>
    ))}
    {times.ticks.map((tick) => (
      <text key={tick.time} x={x(tick.time)} y={height - 5} text-anchor="middle">
        {timeText(tick)}
      </text>
    ))}
  </>
)

interface RangeProps {
  readonly from: number
  readonly to: number
  /** Pixels before the first and after the last point. */
  readonly beside: number
}

const SelectedRange = ({ from, to, beside }: RangeProps) => (
  <rect
    class="chart-selection"
    x={Math.min(from, to) - beside}
    y={margin.top}
    width={Math.abs(to - from) + 2 * beside}
    height={plotHeight}
  />
)

interface LineProps {
  readonly points: readonly SeriesPoint[]
  readonly xs: readonly number[]
  readonly values: Scale
}

/** The faint line of the period before. */
const LineBefore = ({ points, xs, values }: LineProps) => {
  const before = points.map((point) => point.before?.value ?? null)
  return runsOf(before).map((run) => (
    <path
      key={run[0]}
      class="chart-before"
      d={`M${run.map((i) => `${xs[i]!.toFixed(1)} ${y(values, before[i]!).toFixed(1)}`).join('L')}`}
    />
  ))
}

const Line = ({ points, xs, values }: LineProps) => {
  const at = (index: number) =>
    `${xs[index]!.toFixed(1)} ${y(values, points[index]!.value!).toFixed(1)}`
  const base = y(values, 0).toFixed(1)
  return runsOf(points.map(({ value }) => value)).map((run) => {
    const [first, last] = [run[0]!, run.at(-1)!]
    const line = `M${run.map(at).join('L')}`
    if (first === last) {
      const value = y(values, points[first]!.value!)
      return <circle key={first} class="chart-point" cx={xs[first]!} cy={value} r={2.5} />
    }
    return (
      <g key={first}>
        <path
          class="chart-area"
          d={`${line}L${xs[last]!.toFixed(1)} ${base}L${xs[first]!.toFixed(1)} ${base}Z`}
        />
        <path class="chart-line" d={line} />
      </g>
    )
  })
}

/** A bar for each point. That of the period before is the faint one beside it. */
const TimeBars = ({
  points,
  xs,
  values,
  width,
  current,
}: LineProps & { readonly width: number; readonly current: number | undefined }) => {
  const hasBefore = points.some(({ before }) => before)
  const half = hasBefore ? width / 2 : width
  const bar = (left: number, value: number | null | undefined, kind: string) => {
    if (!isNumber(value)) return null
    const [top, bottom] = [y(values, Math.max(value, 0)), y(values, Math.min(value, 0))]
    return <rect class={`chart-bar ${kind}`} x={left} y={top} width={half} height={bottom - top} />
  }
  return points.map(({ time, value, before }, index) => {
    const left = xs[index]! - width / 2
    return (
      <g key={time}>
        {before && bar(left, before.value, 'before')}
        {bar(hasBefore ? left + half : left, value, index === current ? 'current' : '')}
      </g>
    )
  })
}

const Cursor = ({ x, point, values }: { x: number; point: SeriesPoint; values: Scale }) => (
  <>
    <line class="chart-cursor" x1={x} x2={x} y1={margin.top} y2={margin.top + plotHeight} />
    {point.value !== null && (
      <circle class="chart-point" cx={x} cy={y(values, point.value)} r={3.5} />
    )}
  </>
)
