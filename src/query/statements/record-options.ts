/**
 * The records of a resource as options: how they are labelled, searched, sorted and printed. Every
 * record is an option, so options are paged like records, along an index where there is one. A
 * declared source may have fewer options than records; its statements must collect them first
 * (`option-source.ts`).
 */

import { digestOf } from '../../foundation/json/canonical-json.js'
import { createValueReader } from '../../model/kinds/value-reader.js'
import type { FilterFieldModel } from '../../model/types/filter-model.js'
import { type ColumnTarget, columnTarget, isNullable } from '../../model/types/path.js'
import type { SortKey, SortTarget } from '../../model/types/sort-key.js'
import { optionColumns, optionDecoder } from '../rows/option-row.js'
import { type ResourceView, scopeOf } from '../rows/row-access.js'
import type { PrintedRow, Selection } from '../rows/select.js'
import { createTables } from '../rows/visible-rows.js'
import { compiled, toSqlText } from '../sql/sql.js'

export interface RecordOptions {
  readonly selection: Selection<PrintedRow>
  /** Names of the search in a request; a filter field with such a name takes precedence. */
  readonly searchMembers: readonly string[]
  /** The criterion of a search: the label contains the text. */
  readonly search: FilterFieldModel
  /** The sort keys of the resource, and `id` and `label`. */
  readonly sortable: ReadonlyMap<string, SortTarget>
  /** By label; as in every order, the id follows. */
  readonly defaultSort: readonly SortKey[]
}

const keyTarget = ({ entity }: ResourceView): ColumnTarget => columnTarget([], entity.primaryKey)

/** The option label, or the primary key if there is none. */
const labelTarget = (resource: ResourceView): ColumnTarget => {
  const { optionLabel, response } = resource
  const field = optionLabel === undefined ? undefined : response.get(optionLabel)
  return field?.type === 'column' ? field.target : keyTarget(resource)
}

export const createRecordOptions = (resource: ResourceView): RecordOptions => {
  const target = labelTarget(resource)
  const searchMembers = ['search', 'label'].filter((name) => !resource.filter.has(name))
  const label: SortTarget = { name: 'label', target }
  const id: SortTarget = { ...resource.sortable.get(resource.idField)!, name: 'id' }
  return {
    selection: createSelection(resource, target),
    searchMembers,
    search: {
      // No filter field has this name. If both names are taken, options cannot be searched.
      name: searchMembers[0] ?? '',
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
}

const createSelection = (
  resource: ResourceView,
  { hops, column }: ColumnTarget,
): Selection<PrintedRow> => {
  const { primaryKey } = resource.entity
  const scope = scopeOf(resource, createTables('r', resource))
  const id = { value: scope.primaryKey, type: primaryKey }
  const label = { value: scope.column({ hops, column }), type: column }
  const columns = compiled(optionColumns(resource, id, label))
  return {
    fingerprint: digestOf([toSqlText(columns).text, resource.viewDigest]),
    from: compiled(scope.from),
    fromOrNulls: (condition) => scope.fromOrNulls(condition),
    primaryKey: compiled(scope.primaryKey),
    columns,
    decode: optionDecoder(primaryKey, column),
  }
}
