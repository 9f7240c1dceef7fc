/** Properties of the parts of a record's view. */
import type { Capabilities } from '../../../src/wire/catalogs/capabilities.js'
import type { Id, ResourceEntry } from '../../service/discovery.js'
import type { RecordSurface } from './surfaces.js'
import type { LoadedRecord } from './use-record.js'

/** The records before and after this one in the set of the table. */
export interface Neighbors {
  readonly previous: Id | undefined
  readonly next: Id | undefined
  readonly open: (id: Id) => void
}

export interface RecordViewProps {
  readonly resource: ResourceEntry
  readonly id: Id
  /** Called after the record was changed, so that its table can be read again. */
  readonly onChanged: () => void
  readonly onDeleted: () => void
  /** Closes the view beside a table. */
  readonly onClose?: () => void
  readonly neighbors?: Neighbors
  /** An object that differs after each change that the table knows of. */
  readonly change?: object | undefined
}

/** The record whose files are shown. */
export interface RecordFiles {
  readonly resource: ResourceEntry
  readonly id: Id
  /** The version of the record that the user sees. */
  readonly etag: string | undefined
  /** Undefined while they are read: nothing can be changed. */
  readonly capabilities: Pick<Capabilities, 'operations'> | undefined
  /** Called after a file was changed, or if the record is not the current one. */
  readonly onChanged: () => void
}

export interface SurfacePanelProps {
  readonly surface: RecordSurface
  readonly resource: ResourceEntry
  readonly id: Id
  readonly record: LoadedRecord
  /** Called after a form was saved. */
  readonly onSaved: () => void
  readonly onCancel: () => void
  readonly onChanged: () => void
}
