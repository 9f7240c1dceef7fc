/** A dashboard over several resources, as a plain JSON value for the address and for storage. */
import { isPlainObject } from '../../../fields/blank.js'
import { parseJson } from '../../../fields/parse-json.js'
import type { Filter } from '../../../service/records.js'
import { type Chart, defaultCharts, readChart } from '../charts.js'
import type { Days } from '../days.js'
import type { StatsField } from '../stats-field.js'
import { fittingGranularity, readRange, type TimeRange } from './time-range.js'

export interface BoardCard {
  /** Key of the resource. */
  readonly resource: string
  /** As it was stored: it is read when the registry of its resource is known. */
  readonly chart: unknown
  readonly filter: Filter
  /** The statistics field that the time range narrows. Default: one that fits. */
  readonly time?: string
}

export interface Board {
  readonly cards: readonly BoardCard[]
  /** Undefined for all times. */
  readonly range?: TimeRange
  /** Each card is compared with the period before. */
  readonly isCompared: boolean
}

/** Maximum number of cards. */
export const maxCards = 24
/** Number of cards of a dashboard that nobody has changed. */
const defaultCards = 6

/** Prints a dashboard for the address. */
export const printBoard = (board: Board): string => JSON.stringify(board)

/** Reads a dashboard of the address or of a store. Cards that are not valid are left out. */
export const readBoard = (sent: unknown): Board | undefined => {
  const value = typeof sent === 'string' ? parseJson(sent) : sent
  if (!isPlainObject(value) || !Array.isArray(value['cards'])) return undefined
  const range = readRange(value['range'])
  return {
    cards: value['cards'].flatMap(readCard).slice(0, maxCards),
    ...(range && { range }),
    isCompared: value['isCompared'] === true,
  }
}

const readCard = (sent: unknown): readonly BoardCard[] => {
  if (!isPlainObject(sent) || typeof sent['resource'] !== 'string') return []
  const { resource, chart, filter, time } = sent
  return [
    {
      ...{ resource, chart, filter: isPlainObject(filter) ? filter : {} },
      ...(typeof time === 'string' && { time }),
    },
  ]
}

/** What is known about a resource of a dashboard. */
export interface CardFields {
  readonly resourceKey: string
  readonly fields: readonly StatsField[]
}

/**
 * Returns a dashboard with the first charts of each resource: one of each in turn, so that no
 * resource fills it.
 */
export const defaultBoard = (resources: readonly CardFields[]): Board => {
  const charts = resources.map(({ resourceKey, fields }) =>
    defaultCharts(fields).map((chart) => ({ resource: resourceKey, chart, filter: {} })),
  )
  const longest = Math.max(0, ...charts.map(({ length }) => length))
  const cards = Array.from({ length: longest }, (_, turn) =>
    charts.flatMap((ofResource) => ofResource[turn] ?? []),
  ).flat()
  return { cards: cards.slice(0, defaultCards), isCompared: false }
}

/** Gives a series the granularity with a readable number of points. */
export const fitted = (chart: unknown, days: Days | undefined): unknown =>
  isPlainObject(chart) && chart['kind'] === 'series'
    ? { ...chart, granularity: days ? fittingGranularity(days) : 'MONTH' }
    : chart

/** Series get the granularity that fits the new range. */
export const withRange = (
  board: Board,
  range: TimeRange | undefined,
  days: Days | undefined,
): Board => {
  const { range: _, ...rest } = board
  const cards = board.cards.map((card) => ({ ...card, chart: fitted(card.chart, days) }))
  return { ...rest, cards, ...(range && { range }) }
}

/** Undefined if the caller may not see the field, or the registry does not allow the chart. */
export const chartOf = (card: BoardCard, fields: readonly StatsField[]): Chart | undefined =>
  readChart(card.chart, fields)
