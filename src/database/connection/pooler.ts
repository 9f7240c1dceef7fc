/**
 * Detects a pooler between the service and PostgreSQL. Behind one, clients share the sessions of
 * the server, a transaction at a time: what one sets, listens to or prepares there, another meets.
 */
import type pg from 'pg'
import { isStalePlan } from '../errors/errors.js'
import { wireClientOf } from './pg-members.js'

export interface Pooling {
  /** The sessions of the server are shared with others. */
  readonly isPooled: boolean
  /** The pooler prepares the statements of its clients wherever they run. */
  readonly keepsStatements: boolean
}

export const notPooled: Pooling = { isPooled: false, keepsStatements: true }

const name = 'corollary pooler probe'

/** A pooler gives its clients keys of its own for cancel requests. */
const isForeign = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid !== wireClientOf(client).processID
}

/**
 * A pooler that keeps statements renames them, because its clients may use the same name for
 * different ones. Where the server knows the name, it was only passed on.
 */
const keepsStatements = async (client: pg.ClientBase): Promise<boolean> => {
  try {
    await client.query('begin')
    const text = 'select exists (select from pg_prepared_statements where name = $1) as known'
    const { rows } = await client.query<{ known: boolean }>({ name, text, values: [name] })
    const isPassedOn = rows[0]!.known
    if (isPassedOn) await client.query(`deallocate "${name}"`)
    await client.query('commit')
    return !isPassedOn
  } catch (error) {
    // Another one, on this session of the server, ended in the middle of the same.
    if (!isStalePlan(error)) throw error
    await client.query('rollback')
    return false
  }
}

export const detectPooling = async (client: pg.ClientBase): Promise<Pooling> =>
  (await isForeign(client))
    ? { isPooled: true, keepsStatements: await keepsStatements(client) }
    : notPooled
