/** A line over time. The canvas is decoration for screen readers: the table has the numbers. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { preferences } from '../app/preferences.js'
import type { Plot, PlotOptions } from './plot.js'

export interface SeriesPoint {
  /** Milliseconds. */
  readonly time: number
  readonly value: number | null
  readonly label: string
  readonly text: string
}

const darkQuery = matchMedia('(prefers-color-scheme: dark)')

export const Series = ({
  label,
  points,
  onSelect,
}: {
  label: string
  points: readonly SeriesPoint[]
  onSelect: (first: number, last: number) => void
}) => {
  const element = useRef<HTMLDivElement>(null)
  const plot = useRef<Plot>(undefined)
  const [shown, setShown] = useState<number>()
  const latest = useRef(onSelect)
  latest.current = onSelect
  useEffect(() => {
    let isCurrent = true
    const options: PlotOptions = {
      times: points.map(({ time }) => time),
      values: points.map(({ value }) => value),
      onHover: setShown,
      onSelect: (first, last) => latest.current(first, last),
    }
    import('./plot.js').then(({ createPlot }) => {
      if (isCurrent && element.current) plot.current = createPlot(element.current, options)
    })
    return () => {
      isCurrent = false
      plot.current?.destroy()
      plot.current = undefined
    }
  }, [points])
  const { theme } = preferences.value
  useEffect(() => {
    const redraw = () => plot.current?.redraw()
    redraw()
    darkQuery.addEventListener('change', redraw)
    return () => darkQuery.removeEventListener('change', redraw)
  }, [theme])
  const current = shown === undefined ? points.at(-1) : points[shown]
  return (
    <div class="series-chart">
      <p class="chart-readout" aria-hidden="true">
        <span class="cut">{current?.label}</span>
        <strong class="number">{current?.text}</strong>
      </p>
      <div ref={element} class="series-canvas" role="img" aria-label={label} />
    </div>
  )
}
