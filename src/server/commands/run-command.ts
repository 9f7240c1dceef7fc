/** What commands of the command line have in common. */
import type { Database } from '../../database/access/database.js'
import type { Settings } from '../../foundation/settings/settings.js'
import type { Progress } from '../compose/application.js'
import { connectDatabase } from '../compose/connect-database.js'
import { databaseSource } from '../compose/create-service.js'
import { type DatabaseSource, type OpenDatabase, openDatabase } from '../compose/open-database.js'
import { readSettings } from '../compose/read-settings.js'
import { createLogger } from '../process/loggers.js'
import type { Command } from './command.js'
import type { Import } from './load-application.js'

export type Run = (command: Command, load: Import) => Promise<void>

export const log = (line: string): void => console.log(line)

/** Redraws one line on a terminal; elsewhere prints one line at the end. */
export const report = ({ label, done, total }: Progress): void => {
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100)
  const filled = Math.round(percent / 4)
  const bar = `${'█'.repeat(filled)}${'·'.repeat(25 - filled)}`
  if (process.stdout.isTTY) {
    process.stdout.write(
      `\r${bar} ${String(percent).padStart(3)} %  ${label}\u001b[K${done >= total ? '\n' : ''}`,
    )
  } else if (done >= total) {
    console.log(`${label}: ${total}`)
  }
}

interface DatabaseOptions extends Required<Pick<DatabaseSource, 'needsTables'>> {
  /** The file of the settings. */
  readonly config: string | undefined
}

/** Opens the database of the settings for a command that ends. */
export const withDatabase = async (
  { config, needsTables }: DatabaseOptions,
  work: (database: Database, settings: Settings, open: OpenDatabase) => Promise<void>,
): Promise<void> => {
  const { settings, warnings } = readSettings({ environment: process.env, file: config })
  const logger = createLogger(settings)
  for (const warning of warnings) logger.warn(warning)
  // Progress messages are not the output of the command.
  const source = databaseSource({ log: console.error }, settings)
  const open = await openDatabase({ ...source, needsTables })
  const database = connectDatabase(open, settings, logger)
  try {
    await work(database, settings, open)
  } finally {
    await database.close()
    await open.close()
  }
}

export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`
