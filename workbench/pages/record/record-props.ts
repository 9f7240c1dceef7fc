/** What the parts of a record's view are given. */
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
  /** The record was changed: read again what shows it. */
  readonly onChanged: () => void
  readonly onDeleted: () => void
  /** Beside a table: closes the view. */
  readonly onClose?: () => void
  readonly neighbors?: Neighbors
  /** Differs when the record has changed, as far as its table knows. */
  readonly change?: object | undefined
}

export interface SurfacePanelProps {
  readonly surface: RecordSurface
  readonly resource: ResourceEntry
  readonly id: Id
  readonly record: LoadedRecord
  /** A form was saved. */
  readonly onSaved: () => void
  readonly onCancel: () => void
  readonly onChanged: () => void
}
