/** Random rows with relations, and the facts about them that only the database knows. */
import fc from 'fast-check'
import type pg from 'pg'
import type { ParcelRow, Rows } from '../support/filter-tables.js'
import { alphabet, cells, days, emoji, localTimes } from './values.js'

const counts = { parcels: 50, depots: 6, regions: 3, lines: 60, tags: 4 } as const

const idOf = (count: number) => fc.integer({ min: 1, max: count })
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 3, nil: null })

const rows = <T>(count: number, row: (id: number) => fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.tuple(...Array.from({ length: count }, (_, index) => row(index + 1)))

const parcelValues = fc.record(
  Object.fromEntries(
    Object.entries(cells).flatMap(([name, cell]) =>
      name === 'version'
        ? [[name, cell]]
        : [
            [name, orNull(cell)],
            [`${name}Kept`, cell],
          ],
    ),
  ),
)

const text = cells['text'] as fc.Arbitrary<string>
const tagsOfParcel = fc.uniqueArray(idOf(counts.tags - 1), { maxLength: 3 })

/** The last region has no depot, the last depot no parcel, the last tag no relation. */
export const randomRows: fc.Arbitrary<Rows> = fc.record({
  regions: rows(counts.regions, (id) =>
    fc.record({ id: fc.constant(id), name: text, rank: orNull(fc.constantFrom(0, 1, 2)) }),
  ),
  depots: rows(counts.depots, (id) =>
    fc.record({
      id: fc.constant(id),
      name: text,
      note: orNull(text),
      openedOn: orNull(fc.constantFrom(...days)),
      region: orNull(idOf(counts.regions - 1)),
    }),
  ),
  parcels: rows(counts.parcels, (id) =>
    fc.record<ParcelRow>({
      id: fc.constant(id),
      depot: orNull(idOf(counts.depots - 1)),
      tags: tagsOfParcel,
      values: parcelValues,
    }),
  ),
  lines: rows(counts.lines, (id) =>
    fc.record({
      id: fc.constant(id),
      parcel: idOf(Math.floor(counts.parcels / 2)),
      depot: orNull(idOf(counts.depots)),
      label: orNull(text),
      amount: orNull(cells['decimal'] as fc.Arbitrary<string>),
      packedAt: orNull(cells['instant'] as fc.Arbitrary<string>),
    }),
  ),
  tags: rows(counts.tags, (id) =>
    fc.record({ id: fc.constant(id), name: text, weight: orNull(fc.constantFrom(-1, 0, 1, 10)) }),
  ),
})

/** Facts that depend on the database: letters, the order of texts, time zones. */
export interface DatabaseFacts {
  /** `lower()` of one character, under the database's collation and under `und-x-icu`. */
  readonly lower: Readonly<Record<'default' | 'icu', ReadonlyMap<string, string>>>
  /** Microseconds since 1970 of a local time, by `zone local`. */
  readonly localTime: ReadonlyMap<string, bigint>
}

export const zones = ['UTC', 'Europe/Lisbon', 'America/Sao_Paulo'] as const
export type Zone = (typeof zones)[number]

export const readFacts = async (client: pg.Client): Promise<DatabaseFacts> => {
  const { rows: letters } = await client.query<{ letter: string; plain: string; icu: string }>(
    `select letter, lower(letter) as plain, lower(letter collate "und-x-icu") as icu
     from unnest($1::text[]) as letter`,
    [[...alphabet, emoji]],
  )
  const nextDays = days.map((day) => new Date(Date.parse(day) + 86_400_000).toISOString())
  const midnights = [...days, ...nextDays.map((day) => day.slice(0, 10))].map(
    (day) => `${day}T00:00`,
  )
  const { rows: times } = await client.query<{ zone: string; local: string; micros: string }>(
    `select zone, local, (extract(epoch from local::timestamp at time zone zone) * 1000000)::int8 as micros
     from unnest($1::text[]) as zone, unnest($2::text[]) as local`,
    [zones, [...midnights, ...localTimes]],
  )
  return {
    lower: {
      default: new Map(letters.map(({ letter, plain }) => [letter, plain])),
      icu: new Map(letters.map(({ letter, icu }) => [letter, icu])),
    },
    localTime: new Map(
      times.map(({ zone, local, micros }) => [`${zone} ${local}`, BigInt(micros)]),
    ),
  }
}
