/** A field of the statistics registry, as capabilities publish it. */
import type { Capabilities } from '../../../src/wire/catalogs/capabilities.js'

export interface FilterFieldReference {
  readonly field: string
  readonly operation: string
}

export type StatsField = Capabilities['stats']['fields'][number] & {
  /** Filter fields over the same path. */
  readonly filterFields?: readonly FilterFieldReference[]
  /** ISO 4217. */
  readonly currency?: string | null
}
