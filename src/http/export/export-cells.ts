/** What an export is made of: its rows, and a cell for each field with the same text as on the wire. */
import type { ColumnKind } from '../../contract/columns.js'
import { isJsonNumber, kinds } from '../../model/kinds/kinds.js'
import type { ResponseField } from '../../model/types/resource-model.js'
import type { ExportBody } from '../../operations/read/export-body.js'
import type { RecordRow } from '../../operations/read/read.js'
import type { ResourceView } from '../../query/rows/row-access.js'
import { leadingColumns } from '../../query/rows/select.js'

/** What is exported: the fields of `resource`, under `headers`. */
export interface ExportSource {
  readonly resource: ResourceView
  readonly rows: AsyncIterable<readonly RecordRow[]>
  readonly headers: readonly string[]
  readonly options: ExportBody
  /** Time zone of instants, where the format cannot say it. */
  readonly zone: string
}

export interface Cell {
  readonly kind: ColumnKind
  /** A JSON number on the wire. */
  readonly isNumber: boolean
  readonly read: (row: RecordRow) => string | null
}

export const cellsOf = ({ response }: ResourceView): readonly Cell[] =>
  [...response.values()].map((field, index) => {
    const print = printerOf(field)
    return {
      kind: field.type === 'column' ? field.target.column.kind : 'integer',
      isNumber: isNumber(field),
      read: (row) => {
        const value = row[index + leadingColumns]
        if (value == null) return null
        const json = print(value)
        if (json === 'null') return null
        return json.startsWith('"') ? (JSON.parse(json) as string) : json
      },
    }
  })

const isNumber = (field: ResponseField): boolean => {
  if (field.type !== 'column') return true
  const { column } = field.target
  if (column.kind === 'decimal') return isJsonNumber(column)
  return column.kind === 'integer' || column.kind === 'version'
}

const printerOf = (field: ResponseField): ((text: string) => string) =>
  field.type === 'column'
    ? kinds[field.target.column.kind].printer(field.target.column)
    : (text) => text
