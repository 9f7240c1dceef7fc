/** What use cases need for files. */
import type { FileOptionsOfService } from '../../contract/files.js'
import type { StoredFiles } from '../../files/stored-files.js'

export interface Files extends FileOptionsOfService {
  readonly stored: StoredFiles
}
