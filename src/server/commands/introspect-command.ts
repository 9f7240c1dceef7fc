/** The command that writes an application for the tables of an existing database. */
import { StartError } from '../../foundation/errors/start-error.js'
import { openUrl } from '../compose/open-database.js'
import { readSettings } from '../compose/read-settings.js'
import type { Command } from './command.js'
import { type Introspection, introspect, writeIntrospection } from './introspect.js'
import { readKeys, readNames } from './name-lists.js'
import { log, type Run } from './run-command.js'

export const introspectCommand: Run = async ({ options }) => {
  const given = options['database-url']
  const address = given ?? process.env['DATABASE_URL']
  if (address === undefined) {
    throw new StartError("'introspect' needs a database: set --database-url or DATABASE_URL.")
  }
  const source = given === undefined ? 'DATABASE_URL' : '--database-url'
  const introspection = await introspectionOf(address, source, options)
  const update = options.update !== undefined
  log(writeIntrospection(introspection, options.out ?? 'src', { update }))
}

/** @param source what names the address, for errors */
export const introspectionOf = async (
  address: string,
  source: string,
  options: Command['options'],
): Promise<Introspection> => {
  const { settings } = readSettings({ environment: process.env })
  const { connection, close } = await openUrl(address, settings, { source })
  await close()
  return introspect({
    connection,
    schemas: options.schema === undefined ? ['public'] : readNames(options.schema),
    tables: options.tables === undefined ? undefined : readNames(options.tables),
    keys: options.key === undefined ? undefined : readKeys(options.key),
    group: options.group,
  })
}
