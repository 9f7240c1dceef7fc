/** A single PostgreSQL server, which the rest of the code is written for. */
import type { Engine, EngineTables } from './engine.js'

/** The migrations create all platform tables. */
export const plainTables: EngineTables = {
  isRecorded: () => false,
  bind: (model) => model,
  relayOf: () => undefined,
  dutiesOf: () => [],
  propose: () => [],
  advise: async () => undefined,
}

export const postgres: Engine = {
  readPlacements: async () => new Map(),
  placesIn: () => (violation) => violation,
  readTables: async () => plainTables,
}
