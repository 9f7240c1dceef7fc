/** Opens the store of files. */
import type { FileOptionsOfService } from '../../../contract/files.js'
import type { Database } from '../../../database/access/database.js'
import { type Catalog, tableKey } from '../../../database/catalog/catalog.js'
import { createDatabaseStore } from '../../../files/database-store.js'
import { createDirectoryStore } from '../../../files/directory-store.js'
import type { FileStore } from '../../../files/file-store.js'
import { type FileOwner, StoredFiles } from '../../../files/stored-files.js'
import { StartError } from '../../../foundation/errors/start-error.js'
import type { Settings } from '../../../foundation/settings/settings.js'
import type { ColumnModel } from '../../../model/types/entity-model.js'
import type { Model } from '../../../model/types/resource-model.js'
import { ownerOf } from '../../../operations/files/file-fields.js'
import type { Files } from '../../../operations/files/files.js'
import type { Environment } from '../../process/environment.js'
import type { Duty } from './housekeeping.js'

type Opener = (
  settings: Settings,
  database: Database,
  environment: Environment,
) => FileStore | Promise<FileStore>

const openS3: Opener = async (settings, _database, environment) => {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = environment
  const bucket = settings['platform.files.s3.bucket']
  const region = settings['platform.files.s3.region']
  if (bucket === '') {
    throw new StartError("The store 's3' needs a bucket; set 'platform.files.s3.bucket'.")
  }
  if (!accessKeyId || !secretAccessKey) {
    throw new StartError(
      "The store 's3' needs an access key; set the variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
    )
  }
  // Loaded when used.
  const { createS3Store, maxObjectBytes } = await import('../../../files/s3-store.js')
  if (settings['platform.files.max-bytes'] > maxObjectBytes) {
    throw new StartError(
      `With the store 's3', 'platform.files.max-bytes' must be at most ${maxObjectBytes}.`,
    )
  }
  return createS3Store({
    endpoint: settings['platform.files.s3.endpoint'] || `https://s3.${region}.amazonaws.com`,
    ...{ region, bucket, accessKeyId, secretAccessKey },
    ...(sessionToken ? { sessionToken } : {}),
    prefix: settings['platform.files.s3.prefix'],
    isInPath: settings['platform.files.s3.path-style'],
  })
}

const stores: Readonly<Record<Settings['platform.files.store'], Opener>> = {
  database: (settings, database) =>
    createDatabaseStore(database, settings['platform.database.schema']),
  directory: (settings) => {
    const directory = settings['platform.files.directory']
    if (directory !== '') return createDirectoryStore(directory)
    throw new StartError("The store 'directory' needs a folder; set 'platform.files.directory'.")
  },
  s3: openS3,
}

export interface OpenFilesOptions {
  readonly database: Database
  readonly settings: Settings
  readonly model: Model
  readonly options: FileOptionsOfService | undefined
  readonly environment: Environment
}

/** @throws StartError if the store cannot be used */
export const openFiles = async ({
  database,
  settings,
  model,
  options,
  environment,
}: OpenFilesOptions): Promise<Files> => {
  const store = await stores[settings['platform.files.store']](settings, database, environment)
  if (fileColumnsIn(model).length > 0) await store.check?.()
  return {
    ...options,
    stored: new StoredFiles(database, settings['platform.database.schema'], store),
  }
}

const fileColumnsIn = ({ entities }: Model): readonly ColumnModel[] =>
  [...entities.values()].flatMap(({ columns }) =>
    [...columns.values()].filter(({ kind }) => kind === 'file'),
  )

/** Deletes files that no record has any more, for each field of files by itself. */
export const collectFiles = (
  { stored }: Pick<Files, 'stored'>,
  model: Model,
  settings: Pick<Settings, 'platform.files.keep-unused-hours'>,
  catalog: Catalog,
): readonly Duty[] =>
  fileColumnsIn(model).flatMap((column) => {
    const owner = ownerOf(column)
    const place = column.entity.view ? behindView(column, catalog) : owner
    const keepHours = settings['platform.files.keep-unused-hours']
    return place ? [() => stored.collect(owner, keepHours, place)] : []
  })

/**
 * The column of a table that a column of a view is: a record that leaves the view keeps its file.
 * Undefined for computed columns, whose files are never deleted.
 */
const behindView = ({ entity, parts }: ColumnModel, catalog: Catalog): FileOwner | undefined => {
  const shown = parts!.at(-1)!.column
  const { origins = [] } = catalog.tables.get(tableKey(entity.table)) ?? {}
  for (const { schema, name, columns } of origins) {
    const column = Object.keys(columns).find((stored) => columns[stored] === shown)
    if (column !== undefined) return { schema, table: name, column }
  }
  return undefined
}
