/** The sort order of the HTTP contract in memory. */
import fc from 'fast-check'
import type pg from 'pg'
import { columnKinds, levels } from '../support/filter-contract.js'
import type { Rows } from '../support/filter-tables.js'
import { type Scalar, scalar, valuesAt, type World } from './evaluator.js'

export interface SortTerm {
  readonly name: string
  readonly descending: boolean
  /** The spelling of the direction; ascending may be omitted. */
  readonly written: string
}

interface SortField {
  readonly path: string
  readonly kind: string
}

const columns: Readonly<Record<string, SortField>> = Object.fromEntries(
  Object.entries(columnKinds)
    .filter(([, kind]) => kind !== 'json' && kind !== 'array')
    .map(([path, kind]) => [path, { path, kind }]),
)

/** Fields of the response, and filter fields, which sort by the column that they filter. */
const sortFields: Readonly<Record<string, SortField>> = {
  ...columns,
  id: { path: 'id', kind: 'integer' },
  depotName: { path: 'depot.name', kind: 'text' },
  depotNote: { path: 'depot.note', kind: 'text' },
  regionName: { path: 'depot.region.name', kind: 'text' },
  regionRank: { path: 'depot.region.rank', kind: 'integer' },
  lineCount: { path: 'lines', kind: 'collection' },
  tagCount: { path: 'tags', kind: 'collection' },
  integer_BETWEEN: { path: 'integer', kind: 'integer' },
  name_LIKE: { path: 'name', kind: 'text' },
  depot_IS_NULL: { path: 'depot', kind: 'reference' },
  depot_openedOn_ON_DATE: { path: 'depot.openedOn', kind: 'date' },
  depot_region_id_IN: { path: 'depot.region', kind: 'reference' },
}

const term: fc.Arbitrary<SortTerm> = fc
  .tuple(
    // Fields with few values are more frequent, because ties make a sort interesting.
    fc.oneof(
      fc.constantFrom(...Object.keys(sortFields)),
      fc.constantFrom('boolean', 'version', 'regionRank', 'depotName', 'lineCount', 'levelKept'),
    ),
    fc.constantFrom('', ',asc', ',ASC', ',desc', ',DESC', ',Desc'),
  )
  .map(([name, written]) => ({ name, written, descending: written.toLowerCase() === ',desc' }))

export const randomSort: fc.Arbitrary<readonly SortTerm[]> = fc.uniqueArray(term, {
  minLength: 1,
  maxLength: 3,
  selector: ({ name }) => name,
})

export const queryOf = (terms: readonly SortTerm[]): string =>
  terms.map(({ name, written }) => `sort=${encodeURIComponent(name + written)}`).join('&')

/** The position of every text in the order of its collation, according to the database. */
export type TextOrder = Readonly<Record<'default' | 'icu', ReadonlyMap<string, bigint>>>

const icuPaths = new Set(['name', 'nameKept', 'depot.name'])

const textsOf = ({ parcels, depots, regions }: Rows): readonly string[] => {
  const values = parcels.flatMap(({ values }) => Object.values(values))
  const others = [
    ...depots.flatMap(({ name, note }) => [name, note]),
    ...regions.map((r) => r.name),
  ]
  const texts = [...values, ...others, ...levels].filter((value) => typeof value === 'string')
  return [...new Set(texts)]
}

export const readTextOrder = async (client: pg.Client, rows: Rows): Promise<TextOrder> => {
  const orderUnder = async (collate: string) => {
    const { rows: texts } = await client.query<{ text: string }>(
      `select text from unnest($1::text[]) as text order by text ${collate}`,
      [textsOf(rows)],
    )
    return new Map(texts.map(({ text }, index) => [text, BigInt(index)]))
  }
  return { default: await orderUnder(''), icu: await orderUnder('collate "und-x-icu"') }
}

/** The sort value of a field, which may be null. */
const sortValue = (
  row: Rows['parcels'][number],
  { path, kind }: SortField,
  world: World,
  texts: TextOrder,
): Scalar | null => {
  const [wire] = valuesAt(row as never, path, world.rows)
  if (wire === null || wire === undefined) return null
  // An enum type of the database has the order of its declaration, one stored as numbers that of
  // the numbers; an enum stored as text has that of texts.
  if (/^(grade|step)/.test(path)) return BigInt(levels.indexOf(wire as (typeof levels)[number]))
  if (kind !== 'text' && kind !== 'enum') return scalar(kind, wire, world)
  return texts[icuPaths.has(path) ? 'icu' : 'default'].get(wire as string)!
}

const compare = (a: Scalar, b: Scalar): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Ids in order: nulls last in both directions, ties sorted by the key in the direction of the last
 * sort key.
 */
export const inOrder = (
  ids: readonly number[],
  terms: readonly SortTerm[],
  world: World,
  texts: TextOrder,
): readonly number[] => {
  const keysOf = (id: number) => {
    const row = world.rows.parcels.find((parcel) => parcel.id === id)!
    return terms.map(({ name }) => sortValue(row, sortFields[name]!, world, texts))
  }
  const sortable = ids.map((id) => ({ id, keys: keysOf(id) }))
  const way = (descending: boolean | undefined) => (descending ? -1 : 1)
  sortable.sort((first, other) => {
    for (const [index, { descending }] of terms.entries()) {
      const a = first.keys[index] ?? null
      const b = other.keys[index] ?? null
      if (a === null && b === null) continue
      if (a === null || b === null) return a === null ? 1 : -1
      const difference = compare(a, b)
      if (difference !== 0) return difference * way(descending)
    }
    return (first.id - other.id) * way(terms.at(-1)?.descending)
  })
  return sortable.map(({ id }) => id)
}
