/** Whether something may be done now, as catalogs and capabilities tell it. */
export interface Availability {
  readonly allowed: boolean
  readonly reason: string | null
  readonly metadata: Readonly<Record<string, unknown>>
}

export const allowed: Availability = { allowed: true, reason: null, metadata: {} }

export const denied = (reason: string, metadata: Availability['metadata'] = {}): Availability => ({
  allowed: false,
  reason,
  metadata,
})
