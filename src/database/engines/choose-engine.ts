/** Recognizes the engine of a server. */
import type pg from 'pg'
import { citus } from './citus/citus.js'
import { isCoordinator } from './citus/placements.js'
import type { Engine } from './engine.js'
import { postgres } from './postgres.js'

export const chooseEngine = async (client: pg.ClientBase): Promise<Engine> =>
  (await isCoordinator(client)) ? citus : postgres
