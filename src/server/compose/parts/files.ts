/** Opens the store of files. */
import type { FileOptionsOfService } from '../../../contract/files.js'
import type { Database } from '../../../database/access/database.js'
import { createDatabaseStore } from '../../../files/database-store.js'
import { createDirectoryStore } from '../../../files/directory-store.js'
import type { FileStore } from '../../../files/file-store.js'
import { type FileOwner, StoredFiles } from '../../../files/stored-files.js'
import { StartError } from '../../../foundation/errors/start-error.js'
import type { Settings } from '../../../foundation/settings/settings.js'
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
  if (ownersIn(model).length > 0) await store.check?.()
  return {
    ...options,
    stored: new StoredFiles(database, settings['platform.database.schema'], store),
  }
}

const ownersIn = ({ entities }: Model): readonly FileOwner[] =>
  [...entities.values()]
    .flatMap(({ columns }) => [...columns.values()].filter(({ kind }) => kind === 'file'))
    .map(ownerOf)

/** Deletes files that no record has any more, for each field of files by itself. */
export const collectFiles = (
  { stored }: Files,
  model: Model,
  settings: Settings,
): readonly Duty[] =>
  ownersIn(model).map(
    (owner) => () => stored.collect(owner, settings['platform.files.keep-unused-hours']),
  )
