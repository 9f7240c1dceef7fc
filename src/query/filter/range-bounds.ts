/** Finds the two bounds in the forms of a range: a list, or an object with named bounds. */
import { valueFault } from '../../foundation/errors/value-faults.js'
import { Phrase } from '../../foundation/text/placeholders.js'
import { describeValue } from '../../model/kinds/value-reader.js'

/** The bounds as the client sent them; an open bound is undefined, null or an empty text. */
export type Bounds = readonly [from: unknown, to: unknown]

export const isOpen = (bound: unknown): boolean =>
  bound === undefined || bound === null || bound === ''

/** Why bounds are refused, to complete "Filter field 'x' …". */
type BoundsError = Phrase

/** `[from, to]`, `[from]`, or an object. */
export const readBounds = (sent: object): Bounds | BoundsError =>
  Array.isArray(sent) ? readList(sent) : readObject(sent)

const readList = (sent: unknown): Bounds | BoundsError => {
  if (!Array.isArray(sent)) return valueFault('notRange', { got: describeValue(sent) })
  return sent.length > 2 ? valueFault('tooManyBounds') : [sent[0], sent[1]]
}

const readObject = (sent: object): Bounds | BoundsError => {
  const bounds: [unknown, unknown] = [undefined, undefined]
  for (const [name, bound] of Object.entries(sent)) {
    const read = readMember(name, bound)
    if (read instanceof Phrase) return read
    for (const side of [0, 1] as const) {
      if (isOpen(read[side])) continue
      if (!isOpen(bounds[side])) {
        return valueFault(side === 0 ? 'lowerBoundRepeated' : 'upperBoundRepeated')
      }
      bounds[side] = read[side]
    }
  }
  return bounds
}

const lowerNames = ['from', 'fromDate', 'start', 'startDate', 'min', 'minPrice', 'lower', 'gte']
const upperNames = ['to', 'toDate', 'end', 'endDate', 'max', 'maxPrice', 'upper', 'lte']

type MemberReader = (bound: unknown) => Bounds | BoundsError
const readLower: MemberReader = (bound) => [bound, undefined]
const readUpper: MemberReader = (bound) => [undefined, bound]
const readBoth: MemberReader = (bound) => (isOpen(bound) ? noBounds : readList(bound))
const noBounds: Bounds = [undefined, undefined]

/** Readers by lower-case name; names of bounds are case-insensitive. */
const memberReaders = new Map<string, MemberReader>([
  ...lowerNames.map((name): [string, MemberReader] => [name.toLowerCase(), readLower]),
  ...upperNames.map((name): [string, MemberReader] => [name.toLowerCase(), readUpper]),
  ['between', readBoth],
  ['currency', () => noBounds],
])

const readMember = (name: string, bound: unknown): Bounds | BoundsError => {
  const read = memberReaders.get(name.toLowerCase())
  if (read) return read(bound)
  return valueFault('unknownBound', { name, accepted: [...lowerNames, ...upperNames, 'between'] })
}
