/** Bucket widths, as contracts and requests give them. */
import type { ColumnKind } from '../../contract/column.js'
import { valueForm } from '../../foundation/errors/value-forms.js'
import type { Phrase } from '../../foundation/text/placeholders.js'
import { compareDecimals } from './decimal.js'
import { kinds } from './kinds.js'

const steps = ['DAY', 'WEEK', 'MONTH'] as const
const decimalText = /^\d{1,30}(\.\d{1,20})?$/
/** Maximum number of days in a bucket: ten thousand years. */
const maxDays = 3_650_000

/** Values belong to days. */
export const isCalendar = (kind: ColumnKind): boolean => kinds[kind].axis === 'days'

export const isWhole = (kind: ColumnKind): boolean => kinds[kind].axis === 'whole'

/** A decimal text, a number of days or a calendar step; undefined for anything else. */
export const readBucketSize = (sent: unknown, kind: ColumnKind): string | undefined => {
  if (typeof sent !== 'number' && typeof sent !== 'string') return undefined
  const size = kinds.decimal.toParameter(sent, { kind: 'decimal' })
  const step = steps.find((name) => name === size.toUpperCase())
  if (isCalendar(kind) && step) return step
  if (!decimalText.test(size) || compareDecimals(size, '0') <= 0) return undefined
  if (isWhole(kind)) return size.replace(/\.0+$/, '').match(/^\d+$/)?.[0]
  if (!isCalendar(kind)) return size
  return /^\d+$/.test(size) && Number(size) <= maxDays ? size : undefined
}

export const acceptedBucketSize = (kind: ColumnKind): Phrase =>
  isCalendar(kind)
    ? valueForm('numberOfDays', { limit: maxDays, steps })
    : isWhole(kind)
      ? valueForm('positiveWholeNumber')
      : valueForm('positiveNumber')
