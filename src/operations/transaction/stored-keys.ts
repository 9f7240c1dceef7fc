/** The statements that claim idempotency keys and store responses, in the table of all keys. */
import { isUnmet } from '../../database/errors/errors.js'
import { command, unmetSetting } from '../../foundation/execution/statement.js'
import { type KeyStore, keyLifetime } from '../../model/types/key-store.js'
import type { ResourceView } from '../../query/rows/row-access.js'

export const keyStoreOf = (
  { tenantKeys, tenant }: Pick<ResourceView, 'tenantKeys' | 'tenant'>,
  schema: string,
): KeyStore =>
  tenantKeys && tenant !== undefined ? tenantKeys(tenant) : inOneTable(`${schema}.idempotency`)

const inOneTable = (table: string): KeyStore => {
  const limit = (milliseconds: number) => `set_config('lock_timeout', '${milliseconds}', true)`
  return {
    claim: (scope, key, fingerprint, { wait, usual }) => [
      command(`select ${limit(wait)}`),
      {
        name: `claim ${table} ${usual}`,
        text: `with claimed as (
        insert into ${table} as kept (scope, key, fingerprint, expires_at)
        values ($1, $2, $3, now() + interval '${keyLifetime}')
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
    // INSERT … ON CONFLICT finds the claimed row by its index. An UPDATE that is planned on an
    // empty table would scan the table until ANALYZE runs.
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
