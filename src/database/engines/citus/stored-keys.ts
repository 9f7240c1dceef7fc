/**
 * Idempotency keys on a Citus cluster: those of a tenant are on the shard of its rows, so a node
 * commits key and rows at once.
 */
import { command, type SqlText } from '../../../foundation/execution/statement.js'
import { type KeyStore, keyLifetime } from '../../../model/types/key-store.js'
import { violationOf } from '../../errors/errors.js'
import { claimedOnce, tenantKeys } from './platform-tables.js'

/**
 * A claim that returns nothing fails no statement after it, so a constraint does: a key that is
 * taken would be claimed twice. On a node, SET LOCAL limits the wait for a lock, and `set_config`
 * does not.
 */
export const keysOnShard =
  (schema: string) =>
  (tenant: string): KeyStore => {
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
        values ($4, $1, $2, $3, now(), now() + interval '${keyLifetime}')
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
