/**
 * What the service keeps in the database beside the tables of the application: its own tables, and
 * triggers. `start` and `check` use this to see whether they are needed, present or can be created.
 */
import type pg from 'pg'
import type { Settings } from '../foundation/settings.js'
import { StartError } from '../foundation/start-error.js'
import type { BaseTable } from './catalog.js'
import { ensureTriggers, missingTriggers } from './datasets/dataset-triggers.js'
import { migrate, missingMigrations } from './migrations.js'
import { sharedSecret } from './shared-value.js'

/**
 * False: the service creates nothing in the database. Dataset versions need tables and triggers; a
 * cursor secret or a rate limit that all nodes share needs a table.
 */
export const needsPlatform = (settings: Settings): boolean =>
  settings['platform.dataset-version.mode'] !== 'off' ||
  settings['platform.cursor.secret'] === '' ||
  settings['platform.rate-limit.mode'] === 'database'

const usableTable = `select coalesce(bool_or(has_schema_privilege(n.oid, 'usage')
    and has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
    and has_table_privilege(c.oid, 'update')), false) as usable
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and c.relname = 'idempotency'`

/**
 * Whether responses can be stored for repeated requests. A service that needs no platform tables
 * uses those that `corollary migrate` created.
 */
export const storesResponses = async (
  client: pg.ClientBase,
  settings: Settings,
): Promise<boolean> => {
  if (needsPlatform(settings)) return true
  const { rows } = await client.query(usableTable, [settings['platform.database.schema']])
  return rows[0].usable
}

/** Checks that nothing is missing that a start could not create. @throws StartError naming all */
export const requirePlatform = async (
  client: pg.ClientBase,
  settings: Settings,
  tables: readonly BaseTable[],
): Promise<void> => {
  if (!needsPlatform(settings)) return
  const missing = [
    await missingMigrations(client, settings['platform.database.schema']),
    await missingTriggers(client, tables),
  ].filter((message) => message !== undefined)
  if (missing.length === 0) return
  throw new StartError([...missing, alternative].join('\n'))
}

const alternative =
  "With 'platform.dataset-version.mode' = off and a 'platform.cursor.secret' the service creates nothing in the database."

/**
 * Creates what is missing, and returns the secret that signs cursors.
 *
 * @throws StartError
 */
export const preparePlatform = async (
  client: pg.ClientBase,
  settings: Settings,
  tables: readonly BaseTable[],
): Promise<string> => {
  const secret = settings['platform.cursor.secret']
  if (!needsPlatform(settings)) return secret
  const schema = settings['platform.database.schema']
  await requirePlatform(client, settings, tables)
  await migrate(client, schema)
  if (tables.length > 0) await ensureTriggers(client, schema, tables)
  return secret || sharedSecret(client, schema, 'cursor.secret')
}
