/**
 * Six values of each column type in ascending order, for the rows 1 to 6; row 7 is null. They
 * include the limits of the type: its least and greatest value, neighbours that differ in the last
 * digit, days of daylight saving. In the NOT NULL twin of a column, row 7 has the value of row 1.
 */
import type { TargetKind } from '../../src/contract/filter/definition.js'
import { columnKinds, levels } from '../support/filter-contract.js'
import type { ParcelRow, Rows } from '../support/filter-tables.js'

export type Wire = string | number | boolean

export interface Ladder {
  readonly values: readonly [Wire, Wire, Wire, Wire, Wire, Wire]
  /** A value that no row has; if values have an order, it is between the third and the fourth. */
  readonly between: Wire
}

export const ladders = {
  text: { values: ['', 'a', 'A', 'É', '\u{1F600}', '100%_\\'], between: 'é' },
  name: { values: ['', 'a', 'A', 'É', '\u{1F600}', '100%_\\'], between: 'é' },
  integer: { values: [-999999999999999, -1, 0, 7, 2147483648, 999999999999999], between: 3 },
  small: { values: [-32768, -1, 0, 7, 100, 32767], between: 3 },
  bigint: {
    values: [
      '-9223372036854775808',
      '-9007199254740993',
      '0',
      '9007199254740992',
      '9007199254740993',
      '9223372036854775807',
    ],
    between: '5',
  },
  decimal: { values: [-9999999999.99, -0.1, 0.1, 0.3, '0.31', '9999999999.99'], between: 0.2 },
  long: {
    values: [
      '-99999999999999999999.9999999999',
      '-0.0000000001',
      '0',
      '0.1',
      '12345678901234567890.0000000001',
      '99999999999999999999.9999999999',
    ],
    between: 0.05,
  },
  float: {
    values: [-Number.MAX_VALUE, -Number.MIN_VALUE, 0, 0.1, 0.30000000000000004, Number.MAX_VALUE],
    between: 0.05,
  },
  real: { values: [-3.4028235e38, -1e-45, 0, 0.1, 0.2, 16777216], between: 0.05 },
  date: {
    values: ['0001-01-01', '2024-02-28', '2024-02-29', '2024-03-31', '2024-12-31', '9999-12-31'],
    between: '2024-03-01',
  },
  instant: {
    values: [
      '0001-01-01T00:00:00Z',
      '2024-03-31T00:59:59.999999Z',
      '2024-03-31T01:00:00Z',
      '2024-03-31T01:00:00.000002Z',
      '2024-10-27T01:00:00Z',
      '9999-12-31T23:59:59.999999Z',
    ],
    between: '2024-03-31T01:00:00.000001Z',
  },
  local: {
    values: [
      '0001-01-01T00:00:00',
      '2024-03-31T00:59:59.999999',
      '2024-03-31T01:00:00',
      '2024-03-31T01:00:00.000002',
      '2024-10-27T01:00:00',
      '9999-12-31T23:59:59.999999',
    ],
    between: '2024-03-31T01:00:00.000001',
  },
  time: {
    values: [
      '00:00:00',
      '00:00:00.000001',
      '12:30:00',
      '12:30:00.5',
      '23:59:59.999999',
      '24:00:00',
    ],
    between: '12:30:00.25',
  },
  duration: {
    values: ['P-1Y-2M', 'PT-0.000001S', 'PT0S', 'P1DT-1H', 'P1M', 'P178000000Y'],
    between: 'PT1H',
  },
  uuid: {
    values: [
      '00000000-0000-0000-0000-000000000000',
      '11111111-2222-4333-8444-555555555555',
      'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee',
      'b0000000-0000-7000-8000-000000000000',
      'b0000000-0000-7000-8000-000000000001',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ],
    between: 'b0000000-0000-7000-8000-00000000000f',
  },
  level: { values: six(levels), between: 'UNUSED' },
  grade: { values: six(levels), between: 'UNUSED' },
  step: { values: six(levels), between: 'UNUSED' },
  version: { values: [1, 2, 3, 5, 6, 2147483647], between: 4 },
} as const satisfies Readonly<Record<string, Ladder>>

function six([a, b, c, d, e, f]: typeof levels): Ladder['values'] {
  return [a, b, c, d, e, f]
}

/** Column types without a ladder: rows 1 to 6; row 7 is null. */
const others = {
  boolean: [true, false, true, false, true, false],
  json: [{}, [], false, 0, '', { a: null }],
  words: [[], ['a'], ['a', 'b'], ['NULL', '{x,"y"}\\'], ['', 'É'], ['a', 'a', 'c']],
} as const

export interface TestColumn {
  readonly name: string
  readonly kind: TargetKind
  /** NOT NULL: row 7 has the value of row 1. */
  readonly kept: boolean
}

const twins = (name: string): readonly TestColumn[] => {
  const kind = columnKinds[name]!
  if (kind === 'version') return [{ name, kind, kept: true }]
  return [
    { name, kind, kept: false },
    { name: `${name}Kept`, kind, kept: true },
  ]
}

/** The ids of a composite key, whose parts are the columns `integer` and `text`. */
const keyLadder: Ladder = {
  values: [
    '-999999999999999~',
    '-1~a',
    '0~A',
    '7~_C3_89',
    '2147483648~_F0_9F_98_80',
    '999999999999999~100_25_5F_5C',
  ],
  between: '7~a',
}

type LadderColumn = TestColumn & { readonly ladder: Ladder }

/** Every ladder with its columns. */
export const ladderColumns: readonly LadderColumn[] = [
  ...Object.entries(ladders).flatMap(([name, ladder]) =>
    twins(name).map((column) => ({ ...column, ladder })),
  ),
  { name: 'pair.id', kind: 'key', kept: false, ladder: keyLadder },
]

export const booleanColumns = twins('boolean')
export const jsonColumns = twins('json')
export const arrayColumns = twins('words')
export const dateColumns = twins('date')
export const instantColumns = twins('instant')
export const localColumns = twins('local')
export const textColumns = [...twins('text'), ...twins('name')]

const valuesOf = (id: number): Readonly<Record<string, unknown>> => {
  const values: Record<string, unknown> = {}
  const put = (name: string, column: readonly unknown[]) => {
    for (const { name: field, kept } of twins(name)) {
      values[field] = column[id - 1] ?? (kept ? column[0] : null)
    }
  }
  for (const [name, { values: ladder }] of Object.entries(ladders)) put(name, ladder)
  for (const [name, column] of Object.entries(others)) put(name, column)
  return values
}

/** A row for other suites: the given values, and the first value of every NOT NULL ladder. */
export const rowWith = (id: number, values: Readonly<Record<string, unknown>>): ParcelRow => {
  const kept = Object.entries(valuesOf(1)).filter(([name]) => /Kept$|^version$/.test(name))
  return { id, depot: null, tags: [], values: { ...Object.fromEntries(kept), ...values } }
}

export const onlyParcels = (parcels: readonly ParcelRow[]): Rows => ({
  parcels,
  depots: [],
  regions: [],
  lines: [],
  tags: [],
})

/** Depot and tags of each parcel. Parcels 5 and 6 have no depot, depot 3 has no region. */
const links: readonly (readonly [number | null, readonly number[]])[] = [
  [1, [1, 2]],
  [1, [1]],
  [2, []],
  [3, [2]],
  [null, [1, 2]],
  [null, []],
  [2, []],
]

export const everyId = [1, 2, 3, 4, 5, 6, 7] as const

export const ladderRows: Rows = {
  parcels: links.map(
    ([depot, tags], index): ParcelRow => ({
      id: index + 1,
      depot,
      tags,
      values: valuesOf(index + 1),
    }),
  ),
  depots: [
    { id: 1, name: 'Alpha', note: 'x', openedOn: '2024-01-01', region: 1 },
    { id: 2, name: 'Beta', note: null, openedOn: null, region: 2 },
    { id: 3, name: 'Gamma', note: 'y', openedOn: '2024-03-31', region: null },
    { id: 4, name: 'Delta', note: 'x', openedOn: null, region: 1 },
  ],
  regions: [
    { id: 1, name: 'North', rank: 1 },
    { id: 2, name: 'South', rank: null },
    { id: 3, name: 'Nowhere', rank: 3 },
  ],
  lines: [
    { id: 1, parcel: 1, depot: 1, label: 'one', amount: '10', packedAt: '2024-01-01T00:00:00Z' },
    { id: 2, parcel: 1, depot: null, label: 'two', amount: '20', packedAt: null },
    { id: 3, parcel: 2, depot: 2, label: null, amount: null, packedAt: null },
    { id: 4, parcel: 4, depot: 3, label: 'one', amount: '20', packedAt: '2024-06-01T00:00:00Z' },
    { id: 5, parcel: 7, depot: 1, label: 'three', amount: '5', packedAt: null },
  ],
  tags: [
    { id: 1, name: 'red', weight: 1 },
    { id: 2, name: 'blue', weight: null },
    { id: 3, name: 'green', weight: 3 },
  ],
}
