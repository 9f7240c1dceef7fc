/** Values of the wire that can be compared: written from the specification of the wire alone. */
import { Deviation } from './verdicts.js'

export const kinds = [
  'boolean',
  'number',
  'date',
  'instant',
  'localDateTime',
  'localTime',
  'uuid',
  'enum',
  'text',
] as const
export type Kind = (typeof kinds)[number]
export type Scalar = bigint | string | boolean

/** Fractional digits of numbers that are compared. */
const digits = 30

/** Characters of the longest number of PostgreSQL, about. */
const maxLength = 150_000
/** JavaScript's numbers have smaller exponents; longer numbers arrive as digits. */
const maxExponent = 400

/**
 * An exact number, in units of 10^-30; undefined if it is not one, or if it is one that would take
 * all memory.
 */
export const exactNumber = (wire: unknown): bigint | undefined => {
  const text = String(wire)
  const match =
    text.length > maxLength ? null : /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)
  if (!match || Math.abs(Number(match[4] ?? 0)) > maxExponent) return undefined
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const shift = digits + Number(exponent) - fraction.length
  const all = BigInt(whole + fraction)
  const value = shift >= 0 ? all * 10n ** BigInt(shift) : all / 10n ** BigInt(-shift)
  return sign === '-' ? -value : value
}

/** The nearest number of JavaScript. */
export const approximate = (exact: bigint): number => {
  const text = (exact < 0n ? -exact : exact).toString().padStart(digits + 1, '0')
  const value = Number(`${text.slice(0, -digits)}.${text.slice(-digits)}`)
  return exact < 0n ? -value : value
}

const micros = (whole: string, fraction: string, offset: string): bigint =>
  BigInt(Date.parse(`${whole}${offset}`)) * 1000n + BigInt(fraction.padEnd(6, '0'))

const timed = (pattern: RegExp, wire: unknown): RegExpExecArray | undefined =>
  typeof wire === 'string' ? (pattern.exec(wire) ?? undefined) : undefined

type Read = (wire: unknown) => Scalar | undefined

const matching =
  (pattern: RegExp): Read =>
  (wire) =>
    typeof wire === 'string' && pattern.test(wire) ? wire : undefined

const anyText: Read = (wire) => (typeof wire === 'string' ? wire : undefined)

const readers: Readonly<Record<Kind, Read>> = {
  boolean: (wire) => (typeof wire === 'boolean' ? wire : undefined),
  number: exactNumber,
  date: matching(/^\d{4,6}-\d\d-\d\d$/),
  instant: (wire) => {
    const match = timed(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?Z$/, wire)
    return match ? micros(match[1]!, match[2] ?? '', 'Z') : undefined
  },
  localDateTime: (wire) => {
    const match = timed(/^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(?:\.(\d{1,6}))?$/, wire)
    return match ? micros(`${match[1]}${match[2] ?? ':00'}`, match[3] ?? '', 'Z') : undefined
  },
  localTime: (wire) => {
    const match = timed(/^(\d\d:\d\d)(:\d\d)?(?:\.(\d{1,6}))?$/, wire)
    return match ? `${match[1]}${match[2] ?? ':00'}.${(match[3] ?? '').padEnd(6, '0')}` : undefined
  },
  uuid: matching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
  enum: anyText,
  text: anyText,
}

/** @throws Deviation if the value does not have the form of its kind */
export const scalar = (kind: Kind, wire: unknown): Scalar => {
  const value = readers[kind](wire)
  if (value !== undefined) return value
  throw new Deviation(`${JSON.stringify(wire)} does not have the form of the type ${kind}.`)
}

/** Collations and the order of enums are not published, so the order of these is unknown. */
export const isOrdered = (kind: Kind): boolean => kind !== 'text' && kind !== 'enum'

export const compare = (a: Scalar, b: Scalar): number => (a < b ? -1 : a > b ? 1 : 0)

export const dayMs = 86_400_000
