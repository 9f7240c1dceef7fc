/** Random writes of the records of a random contract, and what they make of the state. */
import fc from 'fast-check'
import type { Json } from '../http/use-people.js'
import type { Line, Note, Order, Parcel, State, Written } from './application-records.js'
import { type Application, grades, products, statuses } from './applications.js'

const small = fc.nat(9)
const stored = fc.option(fc.nat(4), { nil: undefined })

const lineChoice = fc.record({
  stored,
  product: fc.integer({ min: 1, max: products.length }),
  quantity: small,
  price: fc.option(small, { nil: undefined }),
  grade: fc.option(fc.constantFrom(...grades, null), { nil: undefined }),
  parcels: fc.option(fc.array(fc.record({ stored, weight: small }), { maxLength: 3 }), {
    nil: undefined,
  }),
})
type LineChoice = typeof lineChoice extends fc.Arbitrary<infer T> ? T : never

export const bodyChoice = fc.record({
  order: fc.nat(9),
  status: fc.constantFrom('OPEN', ...statuses),
  /** Whether the write repeats the values that are stored. */
  isSame: fc.boolean(),
  discount: small,
  limit: fc.option(small),
  lines: fc.option(fc.array(lineChoice, { maxLength: 4 }), { nil: undefined }),
  notes: fc.option(fc.array(fc.record({ stored, score: fc.nat(3) }), { maxLength: 3 }), {
    nil: undefined,
  }),
})
export type BodyChoice = typeof bodyChoice extends fc.Arbitrary<infer T> ? T : never

/** A write, and the record that it makes. */
export interface Write extends Written {
  readonly body: Json
  /** Members that name a deleted product, which they did not name before. */
  readonly refused: readonly string[]
}

const without = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

/** A stored row for each choice, at most once. */
const chosenRows = <Row>(
  choices: readonly { readonly stored?: number | undefined }[],
  rows: readonly Row[],
): readonly (Row | undefined)[] => {
  const seen = new Set<Row>()
  return choices.map(({ stored: place }) => {
    const row = place === undefined ? undefined : rows[place % Math.max(rows.length, 1)]
    if (row === undefined || seen.has(row)) return undefined
    seen.add(row)
    return row
  })
}

/** Without a position, rows are in the order of their ids: new ones come last. */
const byId = <Row extends { readonly id: number | undefined }>(
  rows: readonly Row[],
): readonly Row[] => [...rows].sort((a, b) => (a.id ?? Infinity) - (b.id ?? Infinity) || 0)

interface PlannedLine {
  readonly row: Line | undefined
  readonly item: Json
  readonly line: Line
  /** The member that names a deleted product. */
  readonly isRefused: boolean
}

/** @param keepsAbsent whether an item keeps what it leaves out, although it may be null */
const linesOf = (
  choices: readonly LineChoice[],
  rows: readonly Line[],
  keepsAbsent: boolean,
  { deletedProducts }: State,
  { hasParcels, hasPositions }: Application,
): readonly PlannedLine[] => {
  const chosen = chosenRows(choices, rows)
  const firstNew = chosen.indexOf(undefined)
  // Without positions, nothing says in which order several new lines are stored.
  const places = choices
    .map((_, at) => at)
    .filter((at) => hasPositions || chosen[at] || at === firstNew)
  return places.map((at) => {
    const { product, quantity, price, grade, ...choice } = choices[at]!
    const row = chosen[at]
    const parcels = hasParcels ? choice.parcels : undefined
    const ofParcels = parcels && chosenRows(parcels, row?.parcels ?? [])
    const planned = parcels?.map(
      ({ weight }, place): Parcel => ({ id: ofParcels![place]?.id, weight }),
    )
    return {
      row,
      item: without({
        ...{ id: row?.id, productId: product, quantity, price, grade },
        parcels: planned?.map(without),
      }),
      line: {
        ...{ id: row?.id, product, quantity },
        price: price ?? row?.price ?? products[product - 1]!.price,
        grade: grade === undefined ? (keepsAbsent && row ? row.grade : null) : grade,
        parcels: planned ? byId(planned) : (row?.parcels ?? []),
      },
      isRefused: deletedProducts.has(product) && row?.product !== product,
    }
  })
}

const notesOf = (
  choices: NonNullable<BodyChoice['notes']>,
  rows: readonly Note[],
): readonly Note[] => {
  const chosen = chosenRows(choices, rows)
  return choices.map(({ score }, at) => ({ id: chosen[at]?.id, score }))
}

const refusedIn = (lines: readonly PlannedLine[], list: string): readonly string[] =>
  lines.flatMap(({ isRefused }, at) => (isRefused ? [`${list}[${at}].productId`] : []))

/** The lists of a body, and what they make of the lists of an order. */
const wholeLists = (
  choice: BodyChoice,
  order: Order | undefined,
  state: State,
  random: Application,
) => {
  const inOrder = random.hasPositions ? (lines: readonly Line[]) => lines : byId<Line>
  const rows = order?.lines ?? []
  const lines = choice.lines && linesOf(choice.lines, rows, false, state, random)
  const notes =
    random.hasNotes && choice.notes ? notesOf(choice.notes, order?.notes ?? []) : undefined
  return {
    body: without({
      lines: lines?.map(({ item }) => item),
      notes: notes?.map(without),
    }),
    refused: refusedIn(lines ?? [], 'lines'),
    lines: lines ? inOrder(lines.map(({ line }) => line)) : rows,
    notes: notes ? byId(notes) : (order?.notes ?? []),
  }
}

const termsOf = (choice: BodyChoice, order: Order | undefined) => {
  const { status, discount, limit } = choice.isSame && order ? order : choice
  return { status, discount, limit }
}

let next = 0
export const wholeWrite = (
  choice: BodyChoice,
  before: Order | undefined,
  state: State,
  random: Application,
): Write => {
  const { lines, notes, refused, body } = wholeLists(choice, before, state, random)
  const number = before?.number ?? `N${++next}`
  const terms = termsOf(choice, before)
  const record = { ...terms, number, lines, notes, isDeleted: false }
  const after = { ...record, id: before?.id ?? 0, version: (before?.version ?? 0) + 1 }
  return { before, after, body: { number, ...terms, ...body }, refused }
}

export const termsWrite = (choice: BodyChoice, before: Order): Write => {
  const { status, discount } = termsOf(choice, before)
  const after = { ...before, status, discount, version: before.version + 1 }
  return { before, after, body: { status, discount }, refused: [] }
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

/** An intent of the lists writes the order if a list changes. */
const listsWrite = (
  before: Order,
  { lines, notes, body, refused }: Pick<Write, 'body' | 'refused'> & Pick<Order, 'lines' | 'notes'>,
): Write => {
  const changes = !isSame(lines, before.lines) || !isSame(notes, before.notes)
  const version = before.version + (changes ? 1 : 0)
  return { before, after: { ...before, lines, notes, version }, body, refused }
}

export const wholeListsWrite = (
  choice: BodyChoice,
  before: Order,
  state: State,
  random: Application,
): Write => listsWrite(before, wholeLists(choice, before, state, random))

/** Lines that are added, changed and removed. */
export const partsWrite = (
  choice: BodyChoice,
  before: Order,
  state: State,
  random: Application,
): Write => {
  const removed = choice.isSame ? before.lines.slice(0, 1) : []
  const rows = before.lines.filter((line) => !removed.includes(line))
  const planned = linesOf(choice.lines ?? [], rows, true, state, random)
  const add = planned.filter(({ row }) => row === undefined)
  const update = planned.filter(({ row }) => row !== undefined)
  const changed = new Map(update.map(({ row, line }) => [row, line]))
  return listsWrite(before, {
    body: {
      lines: {
        add: add.map(({ item }) => item),
        update: update.map(({ item }) => item),
        remove: removed.map(({ id }) => id),
      },
    },
    refused: [...refusedIn(add, 'lines.add'), ...refusedIn(update, 'lines.update')],
    lines: [...rows.map((line) => changed.get(line) ?? line), ...add.map(({ line }) => line)],
    notes: before.notes,
  })
}
