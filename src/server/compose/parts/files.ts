/** Opens the store of files. */
import type { FileOptionsOfService } from '../../../contract/files.js'
import type { Database } from '../../../database/access/database.js'
import { createDatabaseStore } from '../../../files/database-store.js'
import { createDirectoryStore } from '../../../files/directory-store.js'
import type { FileStore } from '../../../files/file-store.js'
import { StoredFiles } from '../../../files/stored-files.js'
import { StartError } from '../../../foundation/errors/start-error.js'
import type { Settings } from '../../../foundation/settings/settings.js'
import type { Model } from '../../../model/types/resource-model.js'
import { ownerOf } from '../../../operations/files/file-fields.js'
import type { Files } from '../../../operations/files/files.js'
import type { Duty } from './housekeeping.js'

const stores: Readonly<
  Record<Settings['platform.files.store'], (database: Database, settings: Settings) => FileStore>
> = {
  database: (database, settings) =>
    createDatabaseStore(database, settings['platform.database.schema']),
  directory: (_database, settings) => {
    const directory = settings['platform.files.directory']
    if (directory !== '') return createDirectoryStore(directory)
    throw new StartError("The store 'directory' needs a folder; set 'platform.files.directory'.")
  },
}

export const openFiles = (
  database: Database,
  settings: Settings,
  options: FileOptionsOfService = {},
): Files => {
  const store = stores[settings['platform.files.store']](database, settings)
  return {
    ...options,
    stored: new StoredFiles(database, settings['platform.database.schema'], store),
  }
}

/** Deletes files that no record has any more. */
export const collectFiles = ({ stored }: Files, { entities }: Model, settings: Settings): Duty => {
  const owners = [...entities.values()]
    .flatMap(({ columns }) => [...columns.values()].filter(({ kind }) => kind === 'file'))
    .map(ownerOf)
  return async () => {
    for (const owner of owners) {
      await stored.collect(owner, settings['platform.files.keep-unused-hours'])
    }
  }
}
