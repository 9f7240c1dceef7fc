/** A field of the statistics registry, as capabilities publish it. */
import type { Capabilities } from '../../../src/wire/catalogs/capabilities.js'

export type StatsField = Capabilities['stats']['fields'][number]
