/** Binary floating-point numbers: a column holds the number that JSON shows, digit for digit. */
import { isLosslessNumber } from 'lossless-json'
import { valueFault } from '../../foundation/errors/value-faults.js'
import { valueForm } from '../../foundation/errors/value-forms.js'
import { defined } from '../../foundation/json/defined.js'
import type { KindDefinition, SqlType } from './kind-definition.js'

const isReal = ({ databaseType }: SqlType): boolean => databaseType === 'real'

/** Digits that JavaScript would print differently still name a number, unless it is too large. */
const nearest = (text: string): number | undefined => {
  const number = Number(text)
  const vanishes = number === 0 && /[1-9]/.test(text.replace(/[eE].*/, ''))
  return Number.isFinite(number) && !vanishes ? number : undefined
}

const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

/** Whether storing the value as float4 overflows to infinity or underflows to zero. */
const isBeyond = (value: number, type: SqlType): boolean => {
  if (!isReal(type)) return false
  const kept = Math.fround(value)
  return !Number.isFinite(kept) || (kept === 0 && value !== 0)
}

export const float: KindDefinition = {
  axis: 'fractional',
  hasSpecialValues: true,
  /** A real is compared as float4: almost no float8 literal equals a float4 value. */
  databaseTypes: { real: 'float4', 'double precision': 'float8' },
  cast: 'float8',
  schema: ({ minimum, maximum }) => defined({ type: 'number', minimum, maximum }),
  normalize: (value) => (isLosslessNumber(value) ? (nearest(value.value) ?? value) : value),
  ofText: (text) => (jsonNumber.test(text) ? (nearest(text) ?? text) : text),
  fault: (value, type) => (isBeyond(value as number, type) ? valueFault('beyondReal') : undefined),
  toParameter: (value) => (Object.is(value, -0) ? '-0' : String(value)),
  ofParameter: Number,
  accepts: () => valueForm('number'),
  /** JSON has neither `NaN` nor infinity. */
  printer: () => (text) => (/^-?\d/.test(text) ? text : 'null'),
  compare: (a, b) => Number(a) - Number(b),
  canonical: (text, type) => String(isReal(type) ? Math.fround(Number(text)) : Number(text)),
}
