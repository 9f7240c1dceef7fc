/** Draws a series on a canvas. A chunk of its own: the library is loaded with the first series. */
import uPlot from 'uplot'
import { formatShort } from '../fields/format.js'
import { language } from '../service/identity.js'

export interface PlotOptions {
  /** Milliseconds of the start of each bucket, ascending. */
  readonly times: readonly number[]
  /** Null: a gap. */
  readonly values: readonly (number | null)[]
  readonly onHover: (index: number | undefined) => void
  /** A click, or a drag over several buckets. */
  readonly onSelect: (first: number, last: number) => void
}

export interface Plot {
  /** Colors of the page have changed. */
  readonly redraw: () => void
  readonly destroy: () => void
}

const height = 220
const dayMs = 86_400_000

/** The computed color of a custom property, which may depend on the theme. */
const colorOf = (element: HTMLElement, property: string): string => {
  const probe = element.appendChild(document.createElement('span'))
  probe.style.color = `var(${property})`
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

const translucent = (color: string): string =>
  color.startsWith('rgb(') ? color.replace('rgb(', 'rgba(').replace(')', ', 0.14)') : 'transparent'

const timeTexts = (seconds: readonly number[], stepSeconds: number): string[] => {
  const days = (stepSeconds * 1000) / dayMs
  const parts: Intl.DateTimeFormatOptions =
    days >= 365
      ? { year: 'numeric' }
      : days >= 28
        ? { year: 'numeric', month: 'short' }
        : { month: 'short', day: 'numeric' }
  const format = new Intl.DateTimeFormat(language.value, { ...parts, timeZone: 'UTC' })
  return seconds.map((second) => format.format(second * 1000))
}

export const createPlot = (element: HTMLElement, options: PlotOptions): Plot => {
  const { times, values, onHover, onSelect } = options
  const line = () => colorOf(element, '--chart-1')
  const faint = () => colorOf(element, '--faint')
  const axis: uPlot.Axis = {
    stroke: faint,
    font: '11px system-ui, sans-serif',
    grid: { stroke: () => colorOf(element, '--line'), width: 1 },
    ticks: { show: false },
  }
  const plot = new uPlot(
    {
      width: Math.max(element.clientWidth, 200),
      height,
      // Days have no zone: they are drawn, and printed, in UTC.
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
      legend: { show: false },
      cursor: { y: false, drag: { x: true, y: false, setScale: false } },
      scales: {
        y: {
          range: (_, min, max) => uPlot.rangeNum(Math.min(0, min ?? 0), max ?? 1, 0.1, true),
        },
      },
      axes: [
        { ...axis, values: (_, splits, __, ___, step) => timeTexts(splits, step) },
        { ...axis, size: 56, values: (_, splits) => splits.map((value) => formatShort(value)) },
      ],
      series: [
        {},
        {
          stroke: line,
          fill: () => translucent(line()),
          width: 1.75,
          spanGaps: false,
          points: { size: 5, fill: line },
        },
      ],
      hooks: {
        setCursor: [({ cursor: { idx } }) => onHover(idx ?? undefined)],
        setSelect: [
          (self) => {
            const { left, width } = self.select
            if (width < 3) return
            onSelect(self.posToIdx(left), self.posToIdx(left + width))
            self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          },
        ],
      },
    },
    [times.map((time) => time / 1000), [...values]],
    element,
  )
  plot.over.addEventListener('click', () => {
    const index = plot.cursor.idx
    if (index != null) onSelect(index, index)
  })
  const resize = new ResizeObserver(() =>
    plot.setSize({ width: Math.max(element.clientWidth, 200), height }),
  )
  resize.observe(element)
  return {
    redraw: () => plot.redraw(false, true),
    destroy: () => {
      resize.disconnect()
      plot.destroy()
    },
  }
}
