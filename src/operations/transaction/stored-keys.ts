/**
 * The statements that claim idempotency keys and store responses. On a cluster, those of a tenant
 * are on the shard of its rows: a node commits key and rows at once.
 */

import { claimedOnce, tenantKeys } from '../../database/engines/citus/platform-tables.js'
import { isUnmet, violationOf } from '../../database/errors/errors.js'
import { command, type SqlText, unmetSetting } from '../../foundation/statement.js'
import type { ResourceView } from '../../query/rows/row-access.js'

/** How long a response is stored. */
const lifetime = '24 hours'

/** Milliseconds to wait for a lock: for the claim, and for the statements after it. */
export interface ClaimLimits {
  readonly wait: number
  readonly usual: number
}

/** Where keys are stored, and how. */
export interface KeyStore {
  /** The claim succeeds for a key that is new or has expired. */
  claim(scope: string, key: string, fingerprint: string, limits: ClaimLimits): readonly SqlText[]
  /** The claim has failed because an earlier request has the key. */
  isTaken(error: unknown): boolean
  store(scope: string, key: string, response: string): SqlText
  /** Reads fingerprint and response. */
  read(scope: string, key: string): SqlText
}

export const keyStoreOf = (
  { keysOnShard, tenant }: Pick<ResourceView, 'keysOnShard' | 'tenant'>,
  schema: string,
): KeyStore =>
  keysOnShard && tenant !== undefined
    ? onShard(schema, tenant)
    : inOneTable(`${schema}.idempotency`)

const inOneTable = (table: string): KeyStore => {
  const limit = (milliseconds: number) => `set_config('lock_timeout', '${milliseconds}', true)`
  return {
    claim: (scope, key, fingerprint, { wait, usual }) => [
      command(`select ${limit(wait)}`),
      {
        name: `claim ${table} ${usual}`,
        text: `with claimed as (
        insert into ${table} as kept (scope, key, fingerprint, expires_at)
        values ($1, $2, $3, now() + interval '${lifetime}')
        on conflict (scope, key) do update
          set fingerprint = excluded.fingerprint, answer = null, expires_at = excluded.expires_at
          where kept.expires_at <= now()
        returning 1
      )
      select case when exists (select from claimed) then ${limit(usual)}
        else current_setting('${unmetSetting}') end`,
        values: [scope, key, fingerprint],
      },
    ],
    isTaken: isUnmet,
    // Meets the row of the claim by its index. An UPDATE that is planned while the table is empty
    // reads the whole table, until it is analyzed.
    store: (scope, key, response) => ({
      name: `store ${table}`,
      text: `insert into ${table} (scope, key, fingerprint, expires_at) values ($1, $2, '', now())
        on conflict (scope, key) do update set answer = $3`,
      values: [scope, key, response],
    }),
    read: (scope, key) => ({
      text: `select fingerprint, answer from ${table} where scope = $1 and key = $2`,
      values: [scope, key],
    }),
  }
}

/**
 * A claim that returns nothing fails no statement after it, so a constraint does: a key that is
 * taken would be claimed twice. On a node, SET LOCAL limits the wait for a lock, and `set_config`
 * does not.
 */
const onShard = (schema: string, tenant: string): KeyStore => {
  const table = `${schema}.${tenantKeys}`
  const setLocal = (name: string, value: string | number): SqlText => ({
    ...command(`set local ${name} = ${value}`),
    needsBegin: true,
  })
  return {
    claim: (scope, key, fingerprint, { wait, usual }) => [
      setLocal('citus.propagate_set_commands', 'local'),
      setLocal('lock_timeout', wait),
      {
        name: `claim ${table}`,
        text: `insert into ${table} as kept (tenant, scope, key, fingerprint, claimed_at, expires_at)
        values ($4, $1, $2, $3, now(), now() + interval '${lifetime}')
        on conflict (tenant, scope, key) do update
          set fingerprint = excluded.fingerprint, answer = null, claimed_at = excluded.claimed_at,
            expires_at = excluded.expires_at,
            claims = case when kept.expires_at <= excluded.claimed_at then 1 else 2 end`,
        values: [scope, key, fingerprint, tenant],
      },
      setLocal('lock_timeout', usual),
    ],
    isTaken: (error) => violationOf(error)?.constraint.startsWith(claimedOnce) ?? false,
    store: (scope, key, response) => ({
      name: `store ${table}`,
      text: `update ${table} set answer = $3 where tenant = $4 and scope = $1 and key = $2`,
      values: [scope, key, response, tenant],
    }),
    read: (scope, key) => ({
      text: `select fingerprint, answer from ${table} where tenant = $3 and scope = $1 and key = $2`,
      values: [scope, key, tenant],
    }),
  }
}
