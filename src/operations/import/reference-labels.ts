/** Finds the records that cells name by the labels of their options. */
import { requireAuthority } from '../../access/availability.js'
import type { ColumnModel } from '../../model/types/entity-model.js'
import { refersToKey } from '../../model/types/entity-model.js'
import type { ColumnTarget } from '../../model/types/path.js'
import {
  type LabelledRecord,
  labelledRecordsStatement,
} from '../../query/statements/label-statements.js'
import { visibleIdsStatement } from '../../query/statements/lock-statements.js'
import type { PreparedResource } from '../../query/statements/prepared-resource.js'
import type { WriteContext } from '../context.js'
import type { Work } from '../work/work.js'
import { errorOf } from '../write/item-write.js'

/** The resource whose options a reference shows. */
interface Labelled {
  readonly resource: PreparedResource
  readonly label: ColumnTarget
}

/** Records that were found, by the columns that refer to them; for one import. */
export class ReferenceLabels {
  readonly #call: WriteContext
  readonly #found = new Map<ColumnModel, Map<string, LabelledRecord | undefined>>()
  readonly #labelled = new Map<ColumnModel, Labelled | undefined>()

  constructor(call: WriteContext) {
    this.#call = call
  }

  /** Whether the column may name a record by a label. */
  accepts(column: ColumnModel): boolean {
    return this.#labelledBy(column) !== undefined
  }

  /** Looks all of them up, with one statement. */
  async load(
    { transaction }: Work,
    column: ColumnModel,
    texts: ReadonlySet<string>,
  ): Promise<void> {
    const labelled = this.#labelledBy(column)
    const found = this.#found.get(column) ?? new Map<string, LabelledRecord | undefined>()
    this.#found.set(column, found)
    const wanted = [...texts].filter((text) => !found.has(text))
    if (!labelled || wanted.length === 0) return
    const { resource, label } = labelled
    const records = await transaction.run(labelledRecordsStatement(resource, label, wanted))
    // A text may be an id, which precedes a label.
    const ids =
      column.kind === 'text'
        ? await transaction.run(visibleIdsStatement(resource, wanted))
        : new Set<string>()
    for (const text of wanted) found.set(text, ids.has(text) ? undefined : records.get(text))
  }

  /** Undefined: no record has this label. */
  find(column: ColumnModel, text: string): LabelledRecord | undefined {
    return this.#found.get(column)?.get(text)
  }

  #labelledBy(column: ColumnModel): Labelled | undefined {
    if (!this.#labelled.has(column)) this.#labelled.set(column, labelledBy(this.#call, column))
    return this.#labelled.get(column)
  }
}

/** The first resource of the entity that the caller may read the options of. */
const labelledBy = (
  { view, principal }: WriteContext,
  { references: relation }: ColumnModel,
): Labelled | undefined => {
  if (!relation || !refersToKey(relation)) return undefined
  for (const { key, entity } of view.model.resources) {
    if (entity !== relation.target) continue
    const resource = view.resource(key)
    const operation = resource.operations.find(({ name }) => name === 'options')
    const field = resource.response.get(resource.optionLabel ?? '')
    if (!operation?.supported || field?.type !== 'column') continue
    if (field.target.column.kind !== 'text') continue
    if (errorOf(() => requireAuthority({ resource, operation, principal }))) continue
    return { resource, label: field.target }
  }
  return undefined
}
