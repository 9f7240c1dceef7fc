/**
 * A line over time. The pointer or the arrow keys choose a point; a click, a drag or Enter selects
 * it or a range. A gap in the data is a gap in the line.
 */
import { useEffect, useRef, useState } from 'preact/hooks'
import { language } from '../browser/locale.js'
import { formatShort } from '../fields/format.js'
import { runsOf, type Scale, type TimeTick, timeScale, valueScale } from './scales.js'

export interface SeriesPoint {
  /** Milliseconds. */
  readonly time: number
  readonly value: number | null
  readonly label: string
  readonly text: string
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

export const Series = ({ label, points, onSelect }: SeriesProps) => {
  const { element, width } = useWidth()
  const [current, setCurrent] = useState<number>()
  const [start, setStart] = useState<number>()
  const plotWidth = Math.max(width - margin.left - margin.right, 40)
  const times = timeScale(
    points.map(({ time }) => time),
    Math.max(1, Math.floor(plotWidth / labelWidth)),
  )
  const values = valueScale(points.flatMap(({ value }) => value ?? []))
  const x = (time: number): number => margin.left + times.at(time) * plotWidth
  const xs = points.map(({ time }) => x(time))

  const nearest = (event: PointerEvent): number => {
    const left = event.clientX - element.current!.getBoundingClientRect().left
    return xs.reduce(
      (best, at, i) => (Math.abs(at - left) < Math.abs(xs[best]! - left) ? i : best),
      0,
    )
  }
  const select = (first: number, last: number): void => {
    setStart(undefined)
    onSelect(Math.min(first, last), Math.max(first, last))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = current ?? points.length - 1
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: Math.max(0, at - 1),
      ArrowRight: Math.min(points.length - 1, at + 1),
      Home: 0,
      End: points.length - 1,
    }
    const next = moves[event.key]
    if (next !== undefined) {
      setStart(event.shiftKey ? (start ?? at) : undefined)
      setCurrent(next)
    } else if (event.key === 'Enter') select(start ?? at, at)
    else return
    event.preventDefault()
  }
  const shown = current === undefined ? points.at(-1) : points[current]
  return (
    <div class="series-chart">
      <p class="chart-readout">
        <span class="cut">{shown?.label}</span>
        <strong class="number">{shown?.text}</strong>
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
        aria-valuetext={shown && `${shown.label}: ${shown.text}`}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setStart(nearest(event))
        }}
        onPointerMove={(event) => setCurrent(nearest(event))}
        onPointerUp={(event) => start !== undefined && select(start, nearest(event))}
        onPointerCancel={() => setStart(undefined)}
        onPointerLeave={() => start === undefined && setCurrent(undefined)}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
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
            <Line points={points} xs={xs} values={values} />
            {current !== undefined && start !== undefined && start !== current && (
              <rect
                class="chart-selection"
                x={Math.min(xs[start]!, xs[current]!)}
                y={margin.top}
                width={Math.abs(xs[current]! - xs[start]!)}
                height={plotHeight}
              />
            )}
            {current !== undefined && points[current] && (
              <Cursor x={xs[current]!} point={points[current]} values={values} />
            )}
          </svg>
        )}
      </div>
    </div>
  )
}

const Line = ({
  points,
  xs,
  values,
}: {
  points: readonly SeriesPoint[]
  xs: readonly number[]
  values: Scale
}) => {
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

const Cursor = ({ x, point, values }: { x: number; point: SeriesPoint; values: Scale }) => (
  <>
    <line class="chart-cursor" x1={x} x2={x} y1={margin.top} y2={margin.top + plotHeight} />
    {point.value !== null && (
      <circle class="chart-point" cx={x} cy={y(values, point.value)} r={3.5} />
    )}
  </>
)
