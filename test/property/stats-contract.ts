/**
 * Statistics over the filter contract: each column that supports them, and paths through relations.
 */
import { category, measure, type Resource, reference, series } from 'corollary'
import { parse } from 'lossless-json'
import type { FreshDatabase } from '../support/database.js'
import { columnKinds, parcelsApi } from '../support/filter-contract.js'
import { filterDatabase, headers, serveParcels } from '../support/filter-service.js'
import { snakeCase } from '../support/filter-tables.js'

export interface StatsField {
  readonly path: string
  readonly kind: string
  readonly labelPath?: string
}

const kindsOf: Readonly<Record<string, string>> = {
  ...columnKinds,
  'depot.id': 'integer',
  'depot.name': 'text',
  'depot.openedOn': 'date',
  'depot.region.id': 'integer',
  'depot.region.rank': 'integer',
}
const paths = Object.entries(kindsOf).filter(([, kind]) => kind !== 'json' && kind !== 'array')

/**
 * Dimensions, named after the path with `_` for `.`; dates and numbers are series and measures,
 * too.
 */
export const groupFields: Readonly<Record<string, StatsField>> = {
  ...Object.fromEntries(paths.map(([path, kind]) => [path.replaceAll('.', '_'), { path, kind }])),
  depot: { path: 'depot.id', kind: 'integer', labelPath: 'depot.name' },
  region: { path: 'depot.region.id', kind: 'integer', labelPath: 'depot.note' },
}
const ofKinds = (...kinds: readonly string[]): Readonly<Record<string, StatsField>> =>
  Object.fromEntries(Object.entries(groupFields).filter(([, { kind }]) => kinds.includes(kind)))

const unlabelled = (fields: Readonly<Record<string, StatsField>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, { labelPath }]) => !labelPath))

const named = (fields: Readonly<Record<string, StatsField>>, prefix: string) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [`${prefix}_${name}`, field]))

const times = ofKinds('date', 'instant', 'localDateTime')
const numbers = unlabelled(ofKinds('integer', 'version', 'bigint', 'decimal', 'float'))
export const timeFields = named(times, 'time')
export const measureFields = named(numbers, 'number')
export const histogramFields = { ...timeFields, ...measureFields }

const stats = {
  ...Object.fromEntries(
    Object.entries(groupFields).map(([name, { path, labelPath }]) => [
      name,
      labelPath === undefined ? category({ path }) : reference({ path, labelPath }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(timeFields).map(([name, { path }]) => [name, series({ path, histogram: true })]),
  ),
  ...Object.fromEntries(
    Object.entries(measureFields).map(([name, { path }]) => [
      name,
      measure({
        path,
        histogram: true,
        metrics: ['SUM', 'AVG', 'MIN', 'MAX', 'DISTINCT_COUNT'],
      }),
    ]),
  ),
}
const api = { ...parcelsApi, data: { ...parcelsApi.data, stats } } as Resource

export interface Found {
  readonly status: number
  /** With numbers as texts, in every member. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any member of a body
  readonly data: any
  readonly body: string
}

export interface StatsService {
  readonly client: FreshDatabase['client']
  ask(route: string, body: unknown): Promise<Found>
  close(): Promise<void>
}

/** Numbers with all their digits. */
const numberText = (text: string): unknown => ({ number: text })

/** @param isIndexed whether each column of numbers and times begins an index */
export const startStatsService = async (isIndexed = false): Promise<StatsService> => {
  const database = await filterDatabase()
  if (isIndexed) {
    for (const { path } of Object.values(histogramFields)) {
      if (path in columnKinds)
        await database.client.query(`create index on parcels ("${snakeCase(path)}")`)
    }
  }
  const service = await serveParcels(database, {}, api)
  return {
    client: database.client,
    ask: async (route, sent) => {
      const { statusCode, body } = await service.app.inject({
        method: 'POST',
        url: `/api/tests/parcels/${route}`,
        headers,
        payload: JSON.stringify(sent),
      })
      const { data } = parse(body, undefined, numberText) as { data: unknown }
      return { status: statusCode, data, body }
    },
    close: async () => {
      await service.close()
      await database.close()
    },
  }
}

/** The content of a JSON value: the digits of a number, a text, a boolean, or nothing. */
export const wire = (value: unknown): string | boolean | null =>
  value !== null && typeof value === 'object'
    ? (value as { number: string }).number
    : (value as string | boolean | null)
