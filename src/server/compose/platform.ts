/**
 * What the service keeps in the database beside the tables of the application: its own tables, and
 * triggers. `start` and `check` use this to see whether they are needed, present or can be created.
 */
import type pg from 'pg'
import type { BaseTable } from '../../database/catalog/catalog.js'
import type { Engine, EngineTables } from '../../database/engines/engine.js'
import { StartError } from '../../foundation/errors/start-error.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { migrate, missingMigrations } from '../../platform/migrations.js'
import { sharedSecret } from '../../platform/shared-value.js'
import { ensureTriggers, missingTriggers } from '../../versions/dataset-triggers.js'

/**
 * False: the service creates nothing in the database. Dataset versions need tables and triggers; a
 * cursor secret or a rate limit that all nodes share needs a table, and so do webhooks.
 */
export const needsPlatform = (settings: Settings): boolean =>
  settings['platform.dataset-version.mode'] !== 'off' ||
  settings['platform.cursor.secret'] === '' ||
  settings['platform.rate-limit.mode'] === 'database' ||
  settings['platform.webhooks.endpoints'].length > 0

/** What the platform tables make possible. */
export interface PlatformFacts {
  /** Responses can be stored for repeated requests. */
  readonly storesResponses: boolean
  /** Changes of records can be recorded. */
  readonly recordsChanges: boolean
  /** Files of records can be stored. */
  readonly storesFiles: boolean
  /** Views of the workbench can be stored. */
  readonly storesViews: boolean
  readonly engineTables: EngineTables
}

/** Whether the role may use a table as the service does. */
const usable = (table: string, privileges: readonly string[]): string =>
  `coalesce(bool_or(c.relname = '${table}' and ${privileges
    .map((privilege) => `has_table_privilege(c.oid, '${privilege}')`)
    .join(' and ')}), false) as ${table}`

const usableTables = `select ${usable('idempotency', ['select', 'insert', 'update'])},
    ${usable('change', ['select', 'insert'])},
    ${usable('file', ['select', 'insert', 'update', 'delete'])},
    ${usable('file_chunk', ['select', 'insert'])},
    ${usable('saved_view', ['select', 'insert', 'update', 'delete'])}
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and has_schema_privilege(n.oid, 'usage')`

/** A service that needs no platform tables uses those that `corollary migrate` created. */
export const readPlatformFacts = async (
  client: pg.ClientBase,
  settings: Settings,
  engine: Engine,
): Promise<PlatformFacts> => {
  const isEnabled = settings['platform.audit.enabled']
  const schema = settings['platform.database.schema']
  const engineTables = await engine.readTables(client, schema)
  if (needsPlatform(settings)) {
    const stores = { storesResponses: true, storesFiles: true, storesViews: true }
    return { ...stores, recordsChanges: isEnabled, engineTables }
  }
  const { rows } = await client.query(usableTables, [schema])
  const { idempotency, change, file, file_chunk: chunk, saved_view: view } = rows[0]
  return {
    ...{ storesResponses: idempotency, storesFiles: file && chunk, storesViews: view },
    recordsChanges: isEnabled && change,
    engineTables,
  }
}

/**
 * Checks that nothing is missing that a start could not create. Returns whether a start would
 * migrate.
 *
 * @throws StartError naming all that is missing
 */
export const requirePlatform = async (
  client: pg.ClientBase,
  settings: Settings,
  tables: readonly BaseTable[],
): Promise<{ readonly migrates: boolean }> => {
  if (!needsPlatform(settings)) return { migrates: false }
  const [, { migrates, missing }, withoutTriggers] = await Promise.all([
    requireWritable(client),
    missingMigrations(client, settings['platform.database.schema']),
    missingTriggers(client, tables),
  ])
  const messages = [missing, withoutTriggers].filter((message) => message !== undefined)
  if (messages.length > 0) throw new StartError([...messages, alternative].join('\n'))
  return { migrates }
}

/** A standby, or a role or database that an operator has made read-only. */
const requireWritable = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query(
    `select pg_is_in_recovery() as standby, current_setting('default_transaction_read_only') as "readOnly"`,
  )
  const [{ standby, readOnly }] = rows
  if (!standby && readOnly !== 'on') return
  const reason = standby
    ? 'The database is a standby, which only reads; set DATABASE_URL to the primary.'
    : "The database only reads, because 'default_transaction_read_only' is on for this role or database; turn it off."
  throw new StartError([reason, alternative].join('\n'))
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
  const { migrates } = await requirePlatform(client, settings, tables)
  if (migrates) await migrate(client, schema)
  const [, shared] = await Promise.all([
    tables.length > 0 ? ensureTriggers(client, schema, tables) : undefined,
    secret || sharedSecret(client, schema, 'cursor.secret'),
  ])
  return shared
}
