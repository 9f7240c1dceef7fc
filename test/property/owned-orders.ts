/** Orders with two levels of owned rows as a plain evaluation keeps them, and what writes them. */
import fc from 'fast-check'
import type { Json } from '../http/use-people.js'

interface Parcel {
  readonly id: number | undefined
  readonly weight: number
}
interface Line {
  readonly id: number | undefined
  readonly productId: number
  readonly code: string | null
  readonly quantity: number
  readonly price: number
  readonly note: string | null
  readonly parcels: readonly Parcel[]
}
export interface Order {
  readonly id: number
  readonly number: string
  readonly version: number
  readonly lines: readonly Line[]
}
export type Orders = ReadonlyMap<number, Order>

const secretProduct = 4
const productNames = ['Anvil', 'Bolt', 'Crate', 'Secret']

/** Choices of a request. Numbers of stored rows are taken modulo how many there are. */
const parcelChoice = fc.record({
  stored: fc.option(fc.nat(3), { nil: undefined }),
  weight: fc.integer({ min: 1, max: 9 }),
})
const lineChoice = fc.record({
  stored: fc.option(fc.nat(5), { nil: undefined }),
  productId: fc.constantFrom(1, 2, 3),
  // 13 is refused.
  quantity: fc.integer({ min: 1, max: 12 }),
  code: fc.option(fc.constantFrom('A', 'B', 'C'), { nil: undefined }),
  price: fc.option(fc.constantFrom(2, 0.25, 99.99), { nil: undefined }),
  note: fc.option(fc.constantFrom('x', "o'b", 'ü'), { nil: undefined }),
  parcels: fc.option(fc.array(parcelChoice, { maxLength: 3 }), { nil: undefined }),
})
type LineChoice = typeof lineChoice extends fc.Arbitrary<infer T> ? T : never

const bodyChoice = fc.record({
  order: fc.nat(5),
  isRenamed: fc.boolean(),
  /** No list, a list without changes, or a list of these. */
  list: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom('absent' as const, 'same' as const) },
    { weight: 8, arbitrary: fc.array(lineChoice, { maxLength: 5 }) },
  ),
  fault: fc.option(fc.record({ kind: fc.nat(20), line: fc.nat(4) }), { freq: 3, nil: undefined }),
})
type BodyChoice = typeof bodyChoice extends fc.Arbitrary<infer T> ? T : never

export const step = fc.record({
  kind: fc.constantFrom(
    ...(['create', 'create', 'put', 'put', 'put', 'list', 'parts', 'parts', 'batch'] as const),
    ...(['delete', 'line', 'lineDelete'] as const),
  ),
  bodies: fc.array(bodyChoice, { minLength: 1, maxLength: 3 }),
  isAtomic: fc.boolean(),
})
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** A body, and the record that it makes. */
export interface Write {
  readonly body: Json
  readonly lines: readonly Line[]
  /** The error that is expected instead. */
  readonly refusal?: { readonly code: string; readonly target: string | RegExp } | undefined
  readonly caller: 'head' | 'clerk'
}

const without = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

/** A stored row for each choice, at most once. */
const chosenRows = <Row>(
  choices: readonly { readonly stored?: number | undefined }[],
  stored: readonly Row[],
): readonly (Row | undefined)[] => {
  const seen = new Set<Row>()
  return choices.map(({ stored: place }) => {
    const row = place === undefined ? undefined : stored[place % Math.max(stored.length, 1)]
    if (row === undefined || seen.has(row)) return undefined
    seen.add(row)
    return row
  })
}

interface Planned {
  readonly row: Line | undefined
  readonly item: Json
  readonly line: Line
}

/**
 * @param keepsAbsent whether an update keeps what an item leaves out: an intent of single items
 * @param others lines that stay as they are
 */
const plan = (
  choices: readonly LineChoice[],
  stored: readonly Line[],
  keepsAbsent: boolean,
  others: (used: ReadonlySet<Line>) => readonly Line[],
): readonly Planned[] => {
  const chosen = chosenRows(choices, stored)
  const kept = chosen.filter((row) => row !== undefined)
  const codes = new Set<string | null>(others(new Set(kept)).map(({ code }) => code))
  const planOf = (choice: LineChoice, row: Line | undefined): Planned => {
    const isFree = choice.code !== undefined && !codes.has(choice.code)
    // PostgreSQL checks unique values row by row: a stored line takes no value of another one.
    const isOfOther = kept.some((other) => other !== row && other.code === choice.code)
    const code = isFree && !(row && isOfOther) ? choice.code : undefined
    const chosenParcels = choice.parcels && chosenRows(choice.parcels, row?.parcels ?? [])
    const parcels = choice.parcels?.map(({ weight }, at) => ({
      id: chosenParcels![at]?.id,
      weight,
    }))
    const { productId, quantity, price, note } = choice
    const item = without({ id: row?.id, productId, quantity, code, price, note, parcels })
    const line: Line = {
      id: row?.id,
      productId,
      quantity,
      code: code ?? (keepsAbsent && row ? row.code : null),
      price: price ?? row?.price ?? 1.5,
      note: note ?? (keepsAbsent && row ? row.note : null),
      // Parcels have no position: stored ones come first, in the order of their ids.
      parcels: parcels ? byId(parcels) : (row?.parcels ?? []),
    }
    if (line.code !== null) codes.add(line.code)
    return { row, item, line }
  }
  // What stored lines give up is free for new ones.
  if (keepsAbsent) for (const { code } of kept) codes.add(code)
  const planned = new Map<number, Planned>()
  for (const isStored of [true, false]) {
    for (const [at, choice] of choices.entries()) {
      if ((chosen[at] !== undefined) === isStored) planned.set(at, planOf(choice, chosen[at]))
    }
  }
  return choices.map((_, at) => planned.get(at)!)
}

const byId = (parcels: readonly Parcel[]): readonly Parcel[] =>
  [...parcels].sort((a, b) => (a.id ?? Infinity) - (b.id ?? Infinity) || 0)

/** Faults of an item: a change of it, and the error that follows. */
type Fault = (
  item: Json,
  items: readonly Json[],
) => {
  readonly item: Json
  readonly code: string
  /** Below the item. */
  readonly target: string
  readonly caller?: 'clerk'
}
const faults: readonly Fault[] = [
  (item) => ({ item: { ...item, quantity: 0 }, code: 'VALIDATION_FAILED', target: '.quantity' }),
  (item) => ({ item: { ...item, quantity: 13 }, code: 'VALIDATION_FAILED', target: '.quantity' }),
  (item) => ({
    ...{ item: { ...item, quantity: 'x' }, target: '.quantity' },
    code: 'REQUEST_PAYLOAD_INVALID',
  }),
  (item) => ({
    ...{ item: { ...item, productId: 99 }, target: '.productId' },
    code: 'DATA_INTEGRITY_VIOLATION',
  }),
  (item) => ({
    ...{ item: { ...item, productId: secretProduct }, target: '.productId', caller: 'clerk' },
    code: 'DATA_INTEGRITY_VIOLATION',
  }),
  (item) => ({
    ...{ item: { ...item, colour: 'red' }, target: '.colour' },
    code: 'REQUEST_PAYLOAD_INVALID',
  }),
  (item) => ({
    ...{ item: { ...item, parcels: [{ weight: 1 }, {}] }, target: '.parcels[1].weight' },
    code: 'VALIDATION_FAILED',
  }),
  (item) => ({
    ...{ item: { ...item, parcels: [{ weight: 1 }, 7] }, target: '.parcels[1]' },
    code: 'REQUEST_PAYLOAD_INVALID',
  }),
]
/** Faults of ids, for items that may have one. */
const idFaults: readonly Fault[] = [
  (item) => ({ item: { ...item, id: 999_999 }, code: 'VALIDATION_FAILED', target: '.id' }),
  (item) => ({
    ...{ item: { ...item, id: 'x' }, target: '.id' },
    code: 'VALIDATION_FAILED',
  }),
  (item) =>
    item.id === undefined
      ? { item: { ...item, id: 999_998 }, code: 'VALIDATION_FAILED', target: '.id' }
      : {
          item: { ...item, parcels: [{ id: 999_999, weight: 1 }] },
          code: 'VALIDATION_FAILED',
          target: '.parcels[0].id',
        },
]

const withFault = (
  items: readonly Json[],
  fault: BodyChoice['fault'],
  possible: readonly Fault[],
): { items: readonly Json[]; refusal?: Write['refusal']; caller: Write['caller'] } => {
  if (!fault || items.length === 0) return { items, caller: 'head' }
  const at = fault.line % items.length
  const {
    item,
    code,
    target,
    caller = 'head',
  } = possible[fault.kind % possible.length]!(items[at]!, items)
  return {
    items: items.map((each, place) => (place === at ? item : each)),
    refusal: { code, target: `[${at}]${target}` },
    caller,
  }
}

let next = 0
export const wholeWrite = (choice: BodyChoice, order: Order | undefined): Write => {
  const number = order && !choice.isRenamed ? order.number : `N${++next}`
  const stored = order?.lines ?? []
  if (choice.list === 'absent') return { body: { number }, lines: stored, caller: 'head' }
  if (choice.list === 'same') {
    const lines = stored.map((line) => ({ ...line }))
    return { body: { number, lines }, lines: stored, caller: 'head' }
  }
  const planned = plan(choice.list, stored, false, () => [])
  const possible = order ? [...faults, ...idFaults] : faults
  const { items, refusal, caller } = withFault(
    planned.map(({ item }) => item),
    choice.fault,
    possible,
  )
  return {
    body: { number, lines: items },
    lines: planned.map(({ line }) => line),
    refusal: refusal && { ...refusal, target: `lines${refusal.target}` },
    caller,
  }
}

/** An object of what is added, changed and removed. */
export const partsWrite = (choice: BodyChoice, order: Order): Write => {
  const choices = typeof choice.list === 'string' ? [] : choice.list
  const removed = choice.isRenamed ? order.lines.slice(0, 1) : []
  const others = (used: ReadonlySet<Line>) =>
    order.lines.filter((line) => !used.has(line) && !removed.includes(line))
  const stored = order.lines.filter((line) => !removed.includes(line))
  const planned = plan(choices, stored, true, others)
  const changed = new Map(planned.map(({ row, line }) => [row, line]))
  const add = planned.filter(({ row }) => row === undefined)
  const update = withFault(
    planned.filter(({ row }) => row !== undefined).map(({ item }) => item),
    choice.fault,
    faults,
  )
  return {
    body: {
      lines: {
        add: add.map(({ item }) => item),
        update: update.items,
        remove: removed.map(({ id }) => id),
      },
    },
    lines: [...stored.map((line) => changed.get(line) ?? line), ...add.map(({ line }) => line)],
    refusal: update.refusal && {
      ...update.refusal,
      target: `lines.update${update.refusal.target}`,
    },
    caller: update.caller,
  }
}

export const shownOrder = ({ id, number, version, lines }: Order): Json => ({
  ...{ id, number, version },
  total:
    Number(lines.reduce((sum, { quantity, price }) => sum + quantity * price * 100, 0).toFixed(0)) /
    100,
  lines: lines.map(({ parcels: _, ...line }, position) => ({
    ...line,
    position,
    productName: productNames[line.productId - 1],
    total: Math.round(line.quantity * line.price * 100) / 100,
  })),
})

const isSame = (before: readonly Line[], after: readonly Line[]): boolean =>
  JSON.stringify(before.map(sorted)) === JSON.stringify(after.map(sorted))
const sorted = ({ id, productId, code, quantity, price, note, parcels }: Line): Json => [
  ...[id, productId, code, quantity, price, note],
  parcels.map(({ id, weight }) => [id, weight]),
]

export const changedBy = (order: Order, { body, lines }: Write): Order => {
  // A PUT writes the record in any case, an intent only if something changes.
  const isWritten = body.number !== undefined || !isSame(order.lines, lines)
  const version = order.version + (isWritten ? 1 : 0)
  return { id: order.id, number: body.number ?? order.number, version, lines }
}
