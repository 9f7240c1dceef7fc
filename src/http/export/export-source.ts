/** The source of an export: its rows, and a column for each field. */
import type { ColumnKind } from '../../contract/column.js'
import type { ResourceModel } from '../../model/types/resource-model.js'

import type { RecordRow } from '../../operations/read/read.js'
import type { ExportBody } from '../../wire/export.js'

/** The fields of `resource` are exported under `headers`. */
export interface ExportSource {
  readonly resource: ResourceModel
  readonly rows: AsyncIterable<readonly RecordRow[]>
  readonly headers: readonly string[]
  readonly options: ExportBody
  /** Time zone of instants in formats that cannot express one. */
  readonly zone: string
}

/** A column of the export, at the position of `RecordRow.textAt`. */
export interface ExportColumn {
  readonly kind: ColumnKind
}

export const exportColumns = ({ response }: ResourceModel): readonly ExportColumn[] =>
  [...response.values()].map((field) => ({
    kind: field.type === 'column' ? field.target.column.kind : 'integer',
  }))
