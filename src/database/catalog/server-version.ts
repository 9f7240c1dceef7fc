/** The version of the PostgreSQL server. */
import type pg from 'pg'

/** `18.4` of `18.4 (Debian 18.4-1.pgdg13+1)`. */
export const readServerVersion = async (client: pg.ClientBase): Promise<string> => {
  const { rows } = await client.query<{ version: string }>(
    `select split_part(current_setting('server_version'), ' ', 1) as version`,
  )
  return rows[0]!.version
}
