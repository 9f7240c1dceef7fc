/**
 * Calculates exactly with decimal texts, because statistics may have more digits than a number can
 * hold.
 */

interface Decimal {
  readonly units: bigint
  /** Number of digits after the point. */
  readonly scale: number
}

const form = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/

/** Returns undefined for texts that are not numbers. */
const readDecimal = (value: string | number): Decimal | undefined => {
  const parts = form.exec(String(value))
  if (!parts) return undefined
  const [, sign, whole, fraction = '', exponent = '0'] = parts
  const units = BigInt(`${sign}${whole}${fraction}`)
  const scale = fraction.length - Number(exponent)
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale }
}

const aligned = (a: Decimal, b: Decimal) => {
  const scale = Math.max(a.scale, b.scale)
  const unitsOf = (each: Decimal) => each.units * 10n ** BigInt(scale - each.scale)
  return { a: unitsOf(a), b: unitsOf(b), scale }
}

const print = (units: bigint, scale: number): string => {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = scale === 0 ? '' : digits.slice(-scale).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

const combine =
  (work: (a: bigint, b: bigint) => bigint) =>
  (left: string | number, right: string | number): string | undefined => {
    const [x, y] = [readDecimal(left), readDecimal(right)]
    if (!x || !y) return undefined
    const { a, b, scale } = aligned(x, y)
    return print(work(a, b), scale)
  }

/** Returns undefined if a text is not a number; so does `subtract`. */
export const add = combine((a, b) => a + b)
export const subtract = combine((a, b) => a - b)

/**
 * Returns a negative number, 0 or a positive number. Texts that are not numbers compare as texts.
 */
export const compareDecimals = (left: string | number, right: string | number): number => {
  const difference = subtract(left, right)
  if (difference === undefined) return String(left) < String(right) ? -1 : Number(left !== right)
  return difference.startsWith('-') ? -1 : Number(difference !== '0')
}

/** Rounds to this many digits after the point, half away from zero. */
export const round = (value: string | number, digits: number): string => {
  const decimal = readDecimal(value)
  if (!decimal) return String(value)
  const cut = decimal.scale - digits
  if (cut <= 0) return print(decimal.units, decimal.scale)
  const factor = 10n ** BigInt(cut)
  const half = decimal.units < 0n ? -factor / 2n : factor / 2n
  return print((decimal.units + half) / factor, digits)
}
