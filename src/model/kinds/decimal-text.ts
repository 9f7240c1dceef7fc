/** Decimals as text, so that nothing is rounded. */

/**
 * Far below the 131 072 digits that PostgreSQL accepts before the point, and enough in practice.
 */
export const maxDecimalLength = 1_000

const exponentForm = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?[eE]([+-]?\d+)$/

/**
 * `6e3` becomes `6000`, `1.5e-3` becomes `0.0015`; other texts and huge exponents are unchanged.
 */
export const writeOutExponent = (text: string): string => {
  if (!text.includes('e') && !text.includes('E')) return text
  const match = exponentForm.exec(text)
  if (!match) return text
  const [, sign, whole = '', fraction = '', exponent] = match
  if (Math.abs(Number(exponent)) > maxDecimalLength) return text
  const point = whole.length + Number(exponent)
  const digits = point > 0 ? whole + fraction : `${'0'.repeat(1 - point)}${whole}${fraction}`
  const at = Math.max(point, 1)
  const padded = digits.padEnd(at, '0')
  const before = padded.slice(0, at).replace(/^0+(?=\d)/, '')
  const after = padded.slice(at)
  return `${sign}${before}${after === '' ? '' : `.${after}`}`
}

/** `-0.00` becomes `0.00`. */
export const withoutNegativeZero = (text: string): string =>
  /^-0(\.0+)?$/.test(text) ? text.slice(1) : text

/** Removes zeros at the end of the fraction, so that equal numbers have equal texts. */
export const withoutTrailingZeros = (text: string): string =>
  text.includes('.') ? text.replace(/\.?0+$/, '') : text

/** Adds zeros up to the scale, as the database prints numbers of a column: `1.5` becomes `1.50`. */
export const withScale = (text: string, scale = 0): string => {
  const [whole, fraction = ''] = text.split('.')
  return scale === 0 ? text : `${whole}.${fraction.padEnd(scale, '0')}`
}
