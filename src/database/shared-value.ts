/** Values that all nodes share and that nobody configured: made by the first, read by the others. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'

/** A random secret, the same for every node of this database. */
export const sharedSecret = async (
  client: pg.ClientBase,
  schema: string,
  name: string,
): Promise<string> => {
  const read = () =>
    client.query(`select value from ${schema}.shared_value where name = $1`, [name])
  const known = await read()
  if (known.rows[0]) return known.rows[0].value
  await client.query(
    `insert into ${schema}.shared_value (name, value) values ($1, $2) on conflict (name) do nothing`,
    [name, randomBytes(32).toString('base64url')],
  )
  return (await read()).rows[0].value
}
