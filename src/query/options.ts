/** A resource as a source of options: what names a record, how it is sought, sorted and printed. */
import { kinds } from '../model/kinds.js'
import type { ColumnTarget } from '../model/path.js'
import type {
  FilterFieldModel,
  ResourceModel,
  SortKey,
  SortTarget,
} from '../model/resource-model.js'
import { createValueReader } from '../model/value-reader.js'
import { createAliases, Scope } from './scope.js'
import { idOf, printedColumn, type RowSelection } from './select.js'
import { fixed, sql } from './sql.js'

export interface OptionSource {
  readonly selection: RowSelection
  /** The field that `search` is matched with: the label contains it. */
  readonly search: FilterFieldModel
  /** What the resource sorts by, and `id` and `label`. */
  readonly sortable: ReadonlyMap<string, SortTarget>
  /** By label; the id follows as it always does. */
  readonly defaultSort: readonly SortKey[]
}

const sources = new WeakMap<ResourceModel, OptionSource>()

export const optionSourceOf = (resource: ResourceModel): OptionSource => {
  let source = sources.get(resource)
  if (!source) {
    source = createSource(resource)
    sources.set(resource, source)
  }
  return source
}

/** What names a record: the option label, else the primary key. */
const labelTarget = ({ optionLabel, response, entity }: ResourceModel): ColumnTarget => {
  const field = optionLabel === undefined ? undefined : response.get(optionLabel)
  if (field?.type === 'column') return field.target
  return { type: 'column', hops: [], column: entity.primaryKey, reference: false }
}

const createSource = (resource: ResourceModel): OptionSource => {
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
      reader: createValueReader({ kind: 'text' }),
    },
    sortable: new Map([['label', label], ['id', id], ...resource.sortable]),
    defaultSort: [{ ...label, direction: 'asc' }],
  }
}

/** Rows of `[id, null, label]`; a record without a label is named by its id. */
const createSelection = ({ entity }: ResourceModel, target: ColumnTarget): RowSelection => {
  const scope = new Scope(entity, createAliases('r'))
  const { primaryKey } = scope
  const label = printedColumn(scope.column(target), target.column)
  const printLabel = kinds[target.column.kind].printer(target.column)
  const printId = kinds[entity.primaryKey.kind].printer(entity.primaryKey)
  return {
    columns: fixed(sql`${primaryKey}, null, ${label}`),
    from: fixed(scope.from),
    primaryKey: fixed(primaryKey),
    printMembers: (row) => {
      const id = printId(idOf(row))
      const named = row[2] == null ? id : printLabel(row[2])
      return `"id":${id},"label":${named.startsWith('"') ? named : JSON.stringify(named)},"extra":null`
    },
  }
}
