/** Changes of single cells, before they are saved as changes of records. */
import type { Id } from '../../../service/discovery.js'
import type { Row } from '../../../service/records.js'
import type { Field } from '../../../service/shape.js'
import { t } from '../../../texts/translate.js'
import { toast } from '../../../ui/toasts.js'
import { maxCells } from './range.js'
import type { Outcome, RecordChange, Refused, Saved } from './save.js'

export interface CellChange {
  readonly id: Id
  /** The row that the user saw. */
  readonly row: Row
  /** The field as a request has it. */
  readonly field: Field
  readonly value: unknown
  /** What is wrong with the value, so that it is not saved. */
  readonly message?: string | undefined
}

export const sayTooMany = (): void => {
  toast(t('At most {most} cells at once.', { most: maxCells }), 'error')
}

export const cellKey = (id: Id, name: string): string => `${id} ${name}`

export const keyOf = ({ id, field }: CellChange): string => cellKey(id, field.name)

/** Joins the changes of each record. */
export const recordChanges = (cells: readonly CellChange[]): readonly RecordChange[] => {
  const byId = new Map<Id, RecordChange>()
  for (const { id, row, field, value } of cells) {
    const values = { ...byId.get(id)?.values, [field.name]: value }
    byId.set(id, { id, seen: row, values })
  }
  return [...byId.values()]
}

export const savedOf = (outcomes: readonly Outcome[]): readonly Saved[] =>
  outcomes.filter((outcome) => outcome.isSaved)

/**
 * Returns messages by cell. A message about a record as a whole belongs to all of its cells; one
 * about some of its fields leaves the others without a message.
 */
export const messagesOf = (
  outcomes: readonly Outcome[],
  cells: readonly CellChange[],
): ReadonlyMap<string, string> => {
  const refusals = new Map<Id, Refused>()
  for (const outcome of outcomes) if (!outcome.isSaved) refusals.set(outcome.id, outcome)
  return new Map(
    cells.flatMap((cell): readonly (readonly [string, string])[] => {
      const refusal = refusals.get(cell.id)
      if (!refusal) return []
      const { fields, message } = refusal
      const isNamed = cells.some(({ id, field }) => id === cell.id && field.name in fields)
      const text = isNamed ? fields[cell.field.name] : message
      return text === undefined ? [] : [[keyOf(cell), text]]
    }),
  )
}
