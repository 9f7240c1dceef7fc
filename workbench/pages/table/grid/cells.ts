/** What the cells of a table show and do beyond their values. Their code is loaded when used. */
import type { ReadonlySignal } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'

/** What is added to a cell: the focus, the range, a state, or an editor instead of the value. */
export interface CellMark {
  readonly class: string
  readonly attributes: JSX.IntrinsicElements['td']
  /** Drawn instead of the value. */
  readonly content?: ComponentChildren
}

/** Marks of the cells of a row, by the names of columns. */
export type RowMarks = ReadonlyMap<string, CellMark>

/** A cell by which the user enters the cells of a table. */
export interface CellEntry {
  readonly row: number
  /** Index among the shown columns. */
  readonly column: number
  /** The range grows up to the cell. */
  readonly extends?: boolean
  readonly isEdited?: boolean
  /** What was typed before the code was loaded. */
  readonly typed?: string
}

export interface CellControl {
  /** Index of the row with the focused cell. */
  readonly activeRow: number | undefined
  /** Returns the same object while nothing in the row differs. */
  readonly marksOf: (index: number) => RowMarks | undefined
  /** Returns true for keys in cells, which rows do not handle. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean
  readonly enter: (entry: CellEntry) => void
  /**
   * The mouse was pressed on a cell, from where it may be dragged.
   *
   * @param placeOf returns the place of a cell; undefined for other elements
   */
  readonly press: (
    event: PointerEvent,
    placeOf: (target: EventTarget | null) => CellEntry | undefined,
  ) => void
}

/** Returns true for characters, and for keys with which input methods begin one. */
export const isPrintable = ({ key }: KeyboardEvent): boolean =>
  [...key].length === 1 || key === 'Process' || key === 'Dead'

export interface Cells {
  /** Undefined until the code is loaded. */
  readonly control: ReadonlySignal<CellControl | undefined>
  readonly enter: (entry: CellEntry) => void
  /** The pointer or the focus is in the table, so that its cells may be entered soon. */
  readonly approach: () => void
  /** Keeps what is typed on a cell before the code is loaded. Returns true for keys on cells. */
  readonly keep: (event: KeyboardEvent) => boolean
}
