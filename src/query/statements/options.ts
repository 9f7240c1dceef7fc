/** A resource as a source of options: what names a record, how it is sought, sorted and printed. */

import { digestOf } from '../../foundation/canonical-json.js'
import { memoize } from '../../foundation/memoize.js'
import { createValueReader } from '../../model/kinds/value-reader.js'
import { type ColumnTarget, isNullable } from '../../model/types/path.js'
import type { FilterFieldModel, SortKey, SortTarget } from '../../model/types/resource-model.js'
import { optionColumns, optionDecoder } from '../rows/option-row.js'
import type { ResourceView } from '../rows/row-access.js'
import type { PrintedRow, Selection } from '../rows/select.js'
import { createPlan, Scope } from '../rows/visible-rows.js'
import { fixed, settled, toSqlText } from '../sql/sql.js'

export interface OptionSource {
  readonly selection: Selection<PrintedRow>
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

export const optionSourceOf = memoize((resource: ResourceView): OptionSource => {
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

const createSelection = (
  resource: ResourceView,
  { hops, column }: ColumnTarget,
): Selection<PrintedRow> => {
  const { primaryKey } = resource.entity
  const scope = new Scope(resource.entity, createPlan('r', resource))
  const id = { value: scope.primaryKey, type: primaryKey }
  const label = { value: scope.column({ hops, column }), type: column }
  const columns = settled(optionColumns(resource, id, label))
  return {
    fingerprint: digestOf([toSqlText(columns).text, resource.viewDigest]),
    from: settled(scope.from),
    fromOrNulls: (condition) => scope.fromOrNulls(condition),
    primaryKey: fixed(scope.primaryKey),
    columns,
    decode: optionDecoder(primaryKey, column),
  }
}
