/** Decimals as texts: exponents are written out and digits counted, so that nothing is rounded. */

/** PostgreSQL takes 131 072 digits before the point; nobody means a number that long. */
export const maxDecimalLength = 1_000

const exponentForm = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?[eE]([+-]?\d+)$/

/** `6e3` as `6000`, `1.5e-3` as `0.0015`; other texts, and exponents beyond reason, stay as they are. */
export const writeOutExponent = (text: string): string => {
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

/** `-0.00` is `0.00`. */
export const withoutNegativeZero = (text: string): string =>
  /^-0(\.0+)?$/.test(text) ? text.slice(1) : text

/** Without zeros at the end of the fraction: the same text for equal numbers. */
export const withoutTrailingZeros = (text: string): string =>
  text.includes('.') ? text.replace(/\.?0+$/, '') : text
