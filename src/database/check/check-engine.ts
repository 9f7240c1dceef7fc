/**
 * Asks the connected server whether it has what the service's SQL needs. Engines that speak
 * PostgreSQL's protocol have less than PostgreSQL, and more with each release: they are tried, not
 * recognized by name.
 */
import type pg from 'pg'
import { StartError } from '../../foundation/errors/start-error.js'
import type { Settings } from '../../foundation/settings/settings.js'
import { isUnsupported } from '../errors/errors.js'

interface Feature {
  readonly name: string
  /** Runs in a transaction that is rolled back, on an empty table `corollary_probe (id int)`. */
  readonly probe: string
  /** Why these settings need it; undefined if they do not. */
  readonly neededFor: (settings: Settings) => string | undefined
  /** What to do without it. */
  readonly remedy: string
}

const versionsOff = "set 'platform.dataset-version.mode' to off"
const forVersions = (settings: Settings) =>
  settings['platform.dataset-version.mode'] === 'off' ? undefined : 'dataset versions'
const recordingOff = "set 'platform.audit.enabled' to false"
const forRecording = (settings: Settings) =>
  settings['platform.audit.enabled'] ? 'the record of changes' : undefined
const bothOff = `${versionsOff} and 'platform.audit.enabled' to false`
const always = (purpose: string) => () => purpose
const noRemedy = 'this engine cannot serve Corollary'

const features: readonly Feature[] = [
  {
    name: 'statement triggers with transition tables',
    probe: `create function pg_temp.corollary_probe() returns trigger language plpgsql as $$
        begin return null; end $$;
      create trigger corollary_probe after insert on corollary_probe referencing new table as touched
        for each statement execute function pg_temp.corollary_probe()`,
    neededFor: forVersions,
    remedy: versionsOff,
  },
  {
    name: 'transaction ids and snapshots (xid8, pg_snapshot)',
    probe: `select pg_visible_in_snapshot('3'::xid8, pg_current_snapshot()),
      pg_snapshot_xmin(pg_current_snapshot()), pg_current_xact_id()`,
    neededFor: (settings) =>
      [forVersions(settings), forRecording(settings)].filter(Boolean).join(' and ') || undefined,
    remedy: bothOff,
  },
  {
    name: 'partitioned tables',
    probe: `create temp table corollary_parts (at timestamptz not null) partition by range (at);
      create temp table corollary_part partition of corollary_parts for values from (minvalue) to (maxvalue)`,
    neededFor: forRecording,
    remedy: recordingOff,
  },
  {
    name: 'advisory locks of transactions',
    // Some engines accept the call and lock nothing.
    probe: `select pg_advisory_xact_lock(7236417);
      select 1 / count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
    neededFor: always('migrations, and work that one of several nodes does'),
    remedy: noRemedy,
  },
  {
    name: 'statements that write in a common table expression',
    probe: `with added as (insert into corollary_probe values (1) returning id) select id from added`,
    neededFor: always('writes'),
    remedy: noRemedy,
  },
  {
    name: 'row locks that skip locked rows',
    probe: `select from corollary_probe for no key update;
      select from corollary_probe for update skip locked`,
    neededFor: always('writes'),
    remedy: noRemedy,
  },
  {
    name: 'settings of a transaction',
    probe: `select set_config('statement_timeout', '1000', true), set_config('lock_timeout', '1000', true),
      set_config('idle_in_transaction_session_timeout', '1000', true)`,
    neededFor: always('limits of time'),
    remedy: noRemedy,
  },
  {
    name: 'arrays and JSON in subqueries',
    probe: `select array_to_json(array(select 'a'::text)), p.parts, row_number() over ()
      from corollary_probe as o
      cross join lateral (select json_agg(array[o.id::text]::text[] order by o.id) as parts) as p
      where o.id = any(array(select 1))`,
    neededFor: always('records with collections'),
    remedy: noRemedy,
  },
]

/** Undefined if the server has it, or if something else, such as a missing right, hides that. */
const lackOf = async (
  client: pg.ClientBase,
  { name, probe, neededFor, remedy }: Feature,
  settings: Settings,
): Promise<string | undefined> => {
  const purpose = neededFor(settings)
  if (purpose === undefined) return undefined
  await client.query('savepoint probe')
  try {
    await client.query(probe)
    return undefined
  } catch (error) {
    return isUnsupported(error) ? `${name}, needed for ${purpose}: ${remedy}` : undefined
  } finally {
    await client.query('rollback to savepoint probe')
  }
}

/**
 * Names the features that the settings need and the server does not have.
 *
 * @throws StartError
 */
export const requireEngine = async (client: pg.ClientBase, settings: Settings): Promise<void> => {
  const missing: string[] = []
  await client.query('begin')
  try {
    await client.query('create temp table corollary_probe (id int)')
    for (const feature of features) {
      const lack = await lackOf(client, feature, settings)
      if (lack !== undefined) missing.push(lack)
    }
  } catch (error) {
    // Without the right to create temporary tables nothing can be tried.
    if (!isUnsupported(error)) return
    missing.push(`temporary tables, needed to find out what else it lacks: ${noRemedy}`)
  } finally {
    await client.query('rollback')
  }
  if (missing.length === 0) return
  const { rows } = await client.query('select version()')
  const list = missing.map((each) => `\n  ${each}`).join('')
  throw new StartError(`This server lacks what the service needs (${rows[0].version}):${list}`)
}
