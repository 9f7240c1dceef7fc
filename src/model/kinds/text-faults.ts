/** Texts that cannot be stored, or that no path can name. */
import { isLosslessNumber } from 'lossless-json'
import { valueFault } from '../../foundation/errors/value-faults.js'
import type { Phrase } from '../../foundation/text/placeholders.js'

/** PostgreSQL stores neither NUL nor lone surrogates; replacing them silently would lose data. */
export const textFault = (value: unknown): Phrase | undefined => {
  const text = value as string
  if (text.includes('\u0000')) return valueFault('containsNul')
  return text.isWellFormed() ? undefined : valueFault('notWellFormed')
}

export const reservedFault = (
  value: unknown,
  reserved: readonly string[] = [],
): Phrase | undefined => {
  const text = value as string
  if (!reserved.includes(text)) return undefined
  return text === '' ? valueFault('reservedEmptyText') : valueFault('reservedText', { value: text })
}

/** Checks every text in a JSON value, names of members included. */
export const jsonFault = (value: unknown): Phrase | undefined => {
  if (typeof value === 'string') return textFault(value)
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return undefined
  for (const [name, member] of Object.entries(value)) {
    const fault = textFault(name) ?? jsonFault(member)
    if (fault !== undefined) return fault
  }
  return undefined
}
