/** Selects and prints an option, whatever its source. */
import type { ValueType } from '../../model/kinds/kind-definition.js'
import { kinds } from '../../model/kinds/kinds.js'
import { storedIdReader } from '../../model/stored-value.js'
import { type Sql, sql } from '../sql/sql.js'
import { printedColumn } from './response-fields.js'
import type { ResourceView } from './row-access.js'
import { idAt, leadingColumns, othersFrom, type PrintedRow, type Selection } from './select.js'

/** An expression and the type that prints its value. */
export interface OptionColumn {
  readonly value: Sql
  readonly type: ValueType
}

/** The columns that `optionDecoder` decodes. */
export const optionColumns = (resource: ResourceView, id: OptionColumn, label: OptionColumn): Sql =>
  sql.join([
    ...leadingColumns(resource, printedColumn(id.value, id.type), sql`null`),
    printedColumn(label.value, label.type),
  ])

/** What a printer returns for a value that JSON cannot express. */
const unprintable = 'null'

/** An option without a label, or with a label that JSON cannot express, is labelled by its id. */
export const optionDecoder = (
  idType: ValueType,
  labelType: ValueType,
): Selection<PrintedRow>['decode'] => {
  const printId = kinds[idType.kind].printer(idType)
  const readId = storedIdReader(idType)
  const printLabel = kinds[labelType.kind].printer(labelType)
  return (row, start) => {
    const id = idAt(row, start)
    if (id === undefined) return undefined
    const label = row[othersFrom(start)]
    const printedId = printId(id)
    const printedLabel = label == null ? unprintable : printLabel(label)
    const json = printedLabel === unprintable ? printedId : printedLabel
    const text = json.startsWith('"') ? json : JSON.stringify(json)
    return { id: readId(id), members: `"id":${printedId},"label":${text},"extra":null` }
  }
}
