/** The selected records of a table, over all of its pages. */
import type { Id } from '../../../service/discovery.js'
import type { Row } from '../../../service/records.js'

/** Rows by id. Questions and outcomes name them. */
export type Chosen = ReadonlyMap<Id, Row>

export const nobody: Chosen = new Map()

export type Selection =
  | { readonly kind: 'records'; readonly chosen: Chosen }
  /** All records that match the filter, which may be more than a request can name. */
  | { readonly kind: 'matching'; readonly count: number }

export const nothing: Selection = { kind: 'records', chosen: nobody }

export const idOf = (row: Row, idField: string): Id => row[idField] as Id

export const countOf = (selection: Selection): number =>
  selection.kind === 'matching' ? selection.count : selection.chosen.size

export const isSelected = (selection: Selection, id: Id): boolean =>
  selection.kind === 'matching' || selection.chosen.has(id)

/**
 * Adds or removes rows. Records of a selected set cannot be left out, so a change starts a new
 * selection.
 */
export const select = (
  selection: Selection,
  rows: readonly Row[],
  { idField, isChosen }: { idField: string; isChosen: boolean },
): Selection => {
  const chosen = new Map(selection.kind === 'records' ? selection.chosen : [])
  for (const row of rows) {
    if (isChosen) chosen.set(idOf(row, idField), row)
    else chosen.delete(idOf(row, idField))
  }
  return { kind: 'records', chosen }
}

/** Removes records. Their ids may be texts, for example from the address. */
export const without = (selection: Selection, ids: readonly Id[]): Selection => {
  if (selection.kind === 'matching') return selection
  const left = new Set(ids.map(String))
  return {
    kind: 'records',
    chosen: new Map([...selection.chosen].filter(([id]) => !left.has(String(id)))),
  }
}

/** Says whether none, some or all of the rows are selected, for the checkbox of the header. */
export const shareOf = (
  selection: Selection,
  rows: readonly Row[],
  idField: string,
): 'none' | 'some' | 'all' => {
  const chosen = rows.filter((row) => isSelected(selection, idOf(row, idField))).length
  if (chosen === 0) return 'none'
  return chosen === rows.length ? 'all' : 'some'
}
