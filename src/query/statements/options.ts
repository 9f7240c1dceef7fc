/** A resource as a source of options: what names a record, how it is sought, sorted and printed. */
import { digestOf } from '../../foundation/canonical-json.js'
import { kinds, type ValueType } from '../../model/kinds/kinds.js'
import { createValueReader } from '../../model/kinds/value-reader.js'
import { type ColumnTarget, isNullable } from '../../model/types/path.js'
import type { FilterFieldModel, SortKey, SortTarget } from '../../model/types/resource-model.js'
import { perResource } from '../per-resource.js'
import type { ResourceView } from '../rows/row-access.js'
import { idOf, leadingColumns, printedColumn, type RowSelection } from '../rows/select.js'
import { createPlan, Scope } from '../rows/visible-rows.js'
import { datasetVersionSql } from '../sql/dataset-version.js'
import { fixed, settled, sql, toStatement } from '../sql/sql.js'

export interface OptionSource {
  readonly selection: RowSelection
  /** The field that `search` is matched with: the label contains it. */
  readonly search: FilterFieldModel
  /** What the resource sorts by, and `id` and `label`. */
  readonly sortable: ReadonlyMap<string, SortTarget>
  /** By label; the id follows as it always does. */
  readonly defaultSort: readonly SortKey[]
}

const keyTarget = ({ entity }: ResourceView): ColumnTarget => ({
  type: 'column',
  hops: [],
  column: entity.primaryKey,
  reference: false,
})

/** What names a record: the option label, else the primary key. */
const labelTarget = (resource: ResourceView): ColumnTarget => {
  const { optionLabel, response } = resource
  const field = optionLabel === undefined ? undefined : response.get(optionLabel)
  return field?.type === 'column' ? field.target : keyTarget(resource)
}

export const optionSourceOf = perResource((resource): OptionSource => {
  const target = labelTarget(resource)
  const label: SortTarget = { name: 'label', target }
  const id: SortTarget = { ...resource.sortable.get(resource.idField)!, name: 'id' }
  return {
    selection: createSelection(resource, target),
    search: {
      name: 'search',
      operation: 'LIKE',
      form: 'text',
      target,
      // A record without a label shows its id.
      ...(isNullable(target) ? { fallback: keyTarget(resource) } : {}),
      reader: createValueReader({ kind: 'text' }),
    },
    sortable: new Map([['label', label], ['id', id], ...resource.sortable]),
    defaultSort: [{ ...label, direction: 'asc' }],
  }
})

/** How a printer says that there is nothing to print. */
const noLabel = 'null'

/**
 * The members of an option, of a row of `[dataset version, id, null, label]`; without a label, or with
 * one that JSON cannot say, it is named by its id.
 */
export const optionPrinter = (id: ValueType, label: ValueType): RowSelection['printMembers'] => {
  const printId = kinds[id.kind].printer(id)
  const printLabel = kinds[label.kind].printer(label)
  return (row) => {
    const printed = printId(idOf(row))
    const text = row[leadingColumns]
    const printedLabel = text == null ? noLabel : printLabel(text)
    const named = printedLabel === noLabel ? printed : printedLabel
    return `"id":${printed},"label":${named.startsWith('"') ? named : JSON.stringify(named)},"extra":null`
  }
}

const createSelection = (resource: ResourceView, target: ColumnTarget): RowSelection => {
  const { entity } = resource
  const scope = new Scope(entity, createPlan('r', resource))
  const { primaryKey } = scope
  const label = printedColumn(scope.column(target), target.column)
  const columns = settled(sql`${datasetVersionSql(resource)}, ${primaryKey}, null, ${label}`)
  return {
    columns,
    fingerprint: digestOf([toStatement(columns).text, resource.viewDigest]),
    from: settled(scope.from),
    fromOrNulls: (condition) => scope.fromOrNulls(condition),
    primaryKey: fixed(primaryKey),
    printMembers: optionPrinter(entity.primaryKey, target.column),
  }
}
