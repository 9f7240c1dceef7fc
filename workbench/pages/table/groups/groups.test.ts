import { describe, expect, test } from 'vitest'
import type { Capabilities } from '../../../../src/wire/catalogs/capabilities.js'
import type { Row } from '../../../service/records.js'
import type { Field, Shape } from '../../../service/shape.js'
import { joinRuns, runsOf } from '../rows/runs.js'
import { groupFieldsOf } from './group-fields.js'
import { headersOf } from './group-headers.js'
import { planOf } from './group-plan.js'
import { linesOf } from './lines.js'

const shapeOf = (...fields: readonly Partial<Field>[]): Shape => {
  const all = fields as readonly Field[]
  const byName = new Map(all.map((field) => [field.name, field]))
  return { fields: all, byName, document: {} as Shape['document'] }
}

const statsOf = (field: string, filterFields: object) => ({
  ...{ field, label: field, groupByEligible: true, keyAndLabelDistinct: field === 'team' },
  filterFields: Object.entries(filterFields).map(([name, operation]) => ({
    field: name,
    operation,
  })),
})

const contract = {
  shape: shapeOf(
    { name: 'state', sortable: true },
    { name: 'teamId', sortable: true, reference: { labelField: 'teamName' } as never },
    { name: 'teamName', sortable: true },
    { name: 'note', sortable: false },
    { name: 'number', sortable: true },
    { name: 'kind', sortable: true, nullable: false },
  ),
  filterShape: shapeOf(
    { name: 'states', filterTarget: 'state' },
    { name: 'noState', filterTarget: 'state' },
    { name: 'teamIds', filterTarget: 'teamId' },
    { name: 'notes', filterTarget: 'note' },
    { name: 'notKinds', filterTarget: 'kind' },
    { name: '$not' },
  ),
  capabilities: {
    stats: {
      fields: [
        statsOf('state', { states: 'IN', noState: 'IS_NULL' }),
        statsOf('team', { teamIds: 'IN' }),
        statsOf('note', { notes: 'IN' }),
        statsOf('kind', { notKinds: 'NOT_IN' }),
        statsOf('number', {}),
      ],
    },
  } as unknown as Capabilities,
}

const plan = (state: object, changed: object = {}) =>
  planOf(
    { resourceKey: 'r', defaultSort: ['number,asc', 'secret,asc'] },
    { filter: {}, sort: [], group: 'state', folded: [], ...state },
    { ...contract, ...changed },
  )

test('a table is grouped by fields that statistics group by, a filter names and the table sorts', () => {
  const names = groupFieldsOf(contract).map(({ field, label }) => [field.name, label?.name])
  expect(names).toEqual([
    ['state', undefined],
    ['teamId', 'teamName'],
    ['kind', undefined],
  ])
  expect(plan({ group: 'note' })).toBeUndefined()
})

test.for([
  [{}, ['state,asc', 'number,asc'], 'KEY_ASC'],
  [{ sort: ['number,desc'] }, ['state,asc', 'number,desc'], 'KEY_ASC'],
  [{ sort: ['number,desc', 'state,desc'] }, ['state,desc', 'number,desc'], 'KEY_DESC'],
  [{ group: 'team' }, ['teamName,asc', 'teamId,asc', 'number,asc'], 'LABEL_ASC'],
  [{ group: 'team', sort: ['teamName,desc'] }, ['teamName,desc', 'teamId,asc'], 'LABEL_DESC'],
] as const)('the group is first in the order: %j', ([state, sort, orderBy]) => {
  expect(plan(state)).toMatchObject({ request: { sort }, statistics: { orderBy } })
})

describe('folded groups', () => {
  test('are left out by the filter, which statistics do not have', () => {
    const filter = { q: 'a', $and: [{ q: 'b' }] }
    const { request, statistics } = plan({ filter, folded: ['A', null, 'B'] })!
    expect(statistics.filter).toBe(filter)
    expect(request.filter).toEqual({
      q: 'a',
      $and: [{ q: 'b' }, { $not: { states: ['A', 'B'] } }, { $not: { noState: true } }],
    })
  })

  test('are those that the filter can leave out', () => {
    const { folded, canFold, request } = plan({ group: 'team', folded: [null, 2] })!
    expect([folded, canFold(1), canFold(null)]).toEqual([[2], true, false])
    expect(request.filter).toEqual({ $and: [{ $not: { teamIds: [2] } }] })
  })

  test('are left out by a list where the filter has no expressions, unless there are nulls', () => {
    const { shape, filterShape } = contract
    const plain = {
      filterShape: shapeOf(...filterShape.fields.filter(({ name }) => name !== '$not')),
    }
    const state = { group: 'kind', filter: { notKinds: ['A'] }, folded: ['B', 'C'] }
    expect(plan(state, plain)!.request.filter).toEqual({ notKinds: ['A', 'B', 'C'] })
    const nullable = shapeOf(...shape.fields.map((field) => ({ ...field, nullable: true })))
    expect(plan(state, { ...plain, shape: nullable })!.folded).toEqual([])
    expect(plan({ folded: ['A'] }, plain)!.folded).toEqual([])
  })

  test('do not change the key of the groups', () => {
    const keyOf = (state: object) => plan(state)!.request.groupsKey
    expect(keyOf({ folded: ['A'] })).toBe(keyOf({}))
    expect(keyOf({ sort: ['state,desc'] })).not.toBe(keyOf({}))
  })
})

const rowsOf = (text: string): readonly Row[] =>
  [...text].map((state) => ({ state: state === '-' ? null : state }))

interface Case {
  /** One letter for the state of each row. */
  readonly rows: string
  readonly counts?: readonly (readonly [key: string | null, count: number | null])[]
  readonly folded?: readonly unknown[]
  readonly foldedBefore?: readonly unknown[]
  readonly offset?: number
  readonly isEnd?: boolean
  readonly truncated?: boolean
}

const all = [
  ['A', 2],
  ['B', 3],
  ['C', 1],
  [null, 4],
] as const

/** Returns the headers as `key:count`, each at its row; folded ones are in brackets. */
const headers = ({ rows, counts = all, folded = [], truncated = false, ...more }: Case) =>
  headersOf(
    {
      ...{ runs: runsOf(rowsOf(rows), 'state'), count: rows.length },
      ...{ offset: more.offset ?? 0, isEnd: more.isEnd ?? true },
    },
    {
      plan: plan({ folded })!,
      foldedBefore: more.foldedBefore ?? folded,
      counts: {
        buckets: counts.map(([key, count]) => ({ key, count, value: count, label: `${key}` })),
        truncated,
      },
    },
  ).map(({ row, group: { key, count, isFolded } }) => {
    const text = `${key}:${count}`
    return `${row} ${isFolded ? `[${text}]` : text}`
  })

test.for<readonly [string, Case, readonly string[]]>([
  ['before the rows', { rows: 'AABBBC----' }, ['0 A:2', '2 B:3', '5 C:1', '6 null:4']],
  [
    'of a folded group in its place',
    { rows: 'AAC----', folded: ['B'] },
    ['0 A:2', '2 [B:3]', '2 C:1', '3 null:4'],
  ],
  [
    'of the last groups at the end',
    { rows: 'AA', folded: ['B', 'C', null] },
    ['0 A:2', '2 [B:3]', '2 [C:1]', '2 [null:4]'],
  ],
  [
    'of groups that are all folded',
    { rows: '', folded: ['C', 'B', 'A', null] },
    ['0 [A:2]', '0 [B:3]', '0 [C:1]', '0 [null:4]'],
  ],
  [
    'of later groups not before the last page',
    { rows: 'AA', folded: ['B'], isEnd: false },
    ['0 A:2'],
  ],
  [
    'of a page that begins within a group',
    { rows: 'BB--', folded: ['A', 'C'], offset: 1 },
    ['0 B:3', '2 [C:1]', '2 null:4'],
  ],
  [
    'of a page that begins with a group',
    { rows: 'C---', folded: ['B'], offset: 2 },
    ['0 [B:3]', '0 C:1', '1 null:4'],
  ],
  [
    'of a page after a folded group',
    { rows: 'C', folded: ['A', 'B'], offset: 0, isEnd: false },
    ['0 [A:2]', '0 [B:3]', '0 C:1'],
  ],
  [
    'of groups whose counts are withheld',
    {
      rows: 'C',
      counts: [
        ['A', null],
        ['B', null],
        ['C', 1],
      ],
      folded: ['B'],
      offset: 7,
    },
    ['0 [B:null]', '0 C:1'],
  ],
  [
    'of groups that are not counted',
    {
      rows: 'ABX',
      counts: [
        ['A', 1],
        ['B', 1],
      ],
      folded: ['Y'],
      truncated: true,
    },
    ['0 A:1', '1 B:1', '2 X:undefined', '3 [Y:undefined]'],
  ],
  [
    'of groups without records not at all',
    { rows: 'A', counts: [['A', 1]], folded: ['Y'] },
    ['0 A:1'],
  ],
  [
    'of groups that are newer than the counts',
    {
      rows: 'AN',
      counts: [
        ['A', 1],
        ['B', 1],
      ],
      folded: ['B'],
    },
    ['0 A:1', '1 N:undefined', '2 [B:1]'],
  ],
  [
    'of a group that is being folded',
    {
      rows: 'AABBB',
      counts: [
        ['A', 2],
        ['B', 3],
      ],
      folded: ['B'],
      foldedBefore: [],
    },
    ['0 A:2', '2 [B:3]'],
  ],
  [
    'of a group that is being unfolded',
    {
      rows: 'AA',
      counts: [
        ['A', 2],
        ['B', 3],
      ],
      foldedBefore: ['B'],
    },
    ['0 A:2', '2 B:3'],
  ],
])('headers %s', ([, table, expected]) => {
  expect(headers(table)).toEqual(expected)
})

test('groups go on in the next part of the rows', () => {
  const parts = ['AAB', 'BB', 'B-'].map((text, index) => ({
    start: [0, 3, 5][index]!,
    runs: runsOf(rowsOf(text), 'state'),
  }))
  expect(joinRuns(parts, 'state').map(({ start, first }) => [start, first['state']])).toEqual([
    [0, 'A'],
    [2, 'B'],
    [6, null],
  ])
})

test('the lines of a table are its rows and headers', () => {
  const header = (row: number) => ({ row, start: row, group: { id: String(row) } as never })
  // Two headers, two rows, a header, a row, and the header of a folded group.
  const lines = linesOf(3, [header(0), header(0), header(2), header(3)])
  const places = Array.from({ length: lines.count }, (_, line) => lines.rowAt(line))
  expect(places).toEqual([undefined, undefined, 0, 1, undefined, 2, undefined])
  expect([0, 1, 2].map(lines.lineOf)).toEqual([2, 3, 5])
  expect([0, 1, 2].map(lines.headerLineOf)).toEqual([1, 1, 4])
  expect([0, 2, 3, 5, 7].map(lines.rowsBefore)).toEqual([0, 0, 1, 2, 3])
  const plain = linesOf(3)
  expect([plain.count, plain.rowAt(2), plain.lineOf(2), plain.headerLineOf(2)]).toEqual([
    3,
    2,
    2,
    undefined,
  ])
})
