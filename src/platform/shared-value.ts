/**
 * Values that all nodes share without configuration: the first node makes them, the others read
 * them.
 */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { isPermissionDenied, isSerializationFailure } from '../database/errors/errors.js'
import { StartError } from '../foundation/errors/start-error.js'
import { deniedUse } from './migrations.js'

/** A random secret, the same for every node of this database. @throws StartError */
export const sharedSecret = async (
  client: pg.ClientBase,
  schema: string,
  name: string,
): Promise<string> => {
  try {
    return (await readSharedSecret(client, schema, name)) ?? (await makeValue(client, schema, name))
  } catch (error) {
    if (!isPermissionDenied(error)) throw error
    throw new StartError(deniedUse(schema), { cause: error })
  }
}

/** The secret, if a node has already created it. */
export const readSharedSecret = async (client: pg.ClientBase, schema: string, name: string) => {
  const text = `select value from ${schema}.shared_value where name = $1`
  return (await client.query(text, [name])).rows[0]?.value as string | undefined
}

/** When several nodes make a value at the same time, the first wins, and all read its value. */
const makeValue = async (client: pg.ClientBase, schema: string, name: string): Promise<string> => {
  const text = `insert into ${schema}.shared_value (name, value) values ($1, $2) on conflict (name) do nothing`
  await client
    .query(text, [name, randomBytes(32).toString('base64url')])
    .catch((error: unknown) => {
      // Under a stricter isolation than the default, the insert of the second node fails instead.
      if (!isSerializationFailure(error)) throw error
    })
  return (await readSharedSecret(client, schema, name))!
}
