/** Decimals of any length, as numbers or texts. */

/** Prints numbers with an exponent in full: `1e-7` as 0.0000001. */
export const withoutExponent = (text: string): string => {
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/i.exec(text)
  if (!match) return text
  const [, sign = '', integer = '', fraction = '', exponent = '0'] = match
  const digits = integer + fraction
  const point = integer.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return sign + digits.padEnd(point, '0')
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** Compares decimals of any length. Returns a negative number, 0 or a positive number. */
export const compareDecimals = (a: number | string, b: number | string): number => {
  const [x, y] = [withoutExponent(String(a)), withoutExponent(String(b))]
  const [isXNegative, isYNegative] = [x.startsWith('-'), y.startsWith('-')]
  if (isXNegative !== isYNegative) return isXNegative ? -1 : 1
  const size = compareSizes(x.replace('-', ''), y.replace('-', ''))
  return isXNegative ? -size : size
}

const compareSizes = (x: string, y: string): number => {
  const [xInteger = '', xFraction = ''] = x.split('.')
  const [yInteger = '', yFraction = ''] = y.split('.')
  const length = Math.max(xInteger.length, yInteger.length)
  const places = Math.max(xFraction.length, yFraction.length)
  const xDigits = xInteger.padStart(length, '0') + xFraction.padEnd(places, '0')
  const yDigits = yInteger.padStart(length, '0') + yFraction.padEnd(places, '0')
  return xDigits < yDigits ? -1 : xDigits > yDigits ? 1 : 0
}
