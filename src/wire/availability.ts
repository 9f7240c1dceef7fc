/** Whether a caller may use an operation now, and if not, why. */
import Type from 'typebox'
import { anyObject, flag, nullable, text, type Wire } from './forms.js'

export const Availability = Type.Object(
  { allowed: flag, reason: nullable(text), metadata: anyObject },
  { $id: 'Availability' },
)
export type Availability = Wire<typeof Availability>

export const allowed: Availability = { allowed: true, reason: null, metadata: {} }

export const denied = (reason: string, metadata: Availability['metadata'] = {}): Availability => ({
  allowed: false,
  reason,
  metadata,
})
