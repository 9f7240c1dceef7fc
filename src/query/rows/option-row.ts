/** What is selected of an option, whatever its source is, and how it is printed. */
import { kinds, type ValueType } from '../../model/kinds/kinds.js'
import { type Sql, sql } from '../sql/sql.js'
import { printedColumn } from './response-fields.js'
import type { ResourceView } from './row-access.js'
import { idAt, leadingColumns, othersFrom, type PrintedRow, type Selection } from './select.js'

/** A column or expression, and the type that its value is printed as. */
export interface OptionColumn {
  readonly value: Sql
  readonly type: ValueType
}

/** The columns that `optionDecoder` reads. */
export const optionColumns = (resource: ResourceView, id: OptionColumn, label: OptionColumn): Sql =>
  sql.join([
    ...leadingColumns(resource, printedColumn(id.value, id.type), sql`null`),
    printedColumn(label.value, label.type),
  ])

/** How a printer says that JSON cannot hold a value. */
const unprintable = 'null'

/** An option without a label, or with one that JSON cannot hold, is labelled by its id. */
export const optionDecoder = (
  idType: ValueType,
  labelType: ValueType,
): Selection<PrintedRow>['decode'] => {
  const printId = kinds[idType.kind].printer(idType)
  const printLabel = kinds[labelType.kind].printer(labelType)
  return (row, start) => {
    const id = idAt(row, start)
    if (id === undefined) return undefined
    const label = row[othersFrom(start)]
    const printedId = printId(id)
    const printedLabel = label == null ? unprintable : printLabel(label)
    const json = printedLabel === unprintable ? printedId : printedLabel
    const text = json.startsWith('"') ? json : JSON.stringify(json)
    return { id, members: `"id":${printedId},"label":${text},"extra":null` }
  }
}
