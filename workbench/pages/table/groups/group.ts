/** The groups of a table: rows with the same value of a field, after a header. */
import type { ComponentType } from 'preact'
import type { Row } from '../../../service/records.js'

export interface Group {
  /** Id that is unique in a table. */
  readonly id: string
  /** Value of the field in all rows of the group. */
  readonly key: unknown
  /** A row with the key and its label. */
  readonly row: Row
  /** Number of records; null if it is withheld, undefined if it is not known. */
  readonly count: number | null | undefined
  /** Only the header is shown. Undefined if the filter cannot leave out the group. */
  readonly isFolded: boolean | undefined
}

export interface GroupHeader {
  readonly group: Group
  /** Number of rows before the header. */
  readonly row: number
  /** Number of rows before the group in the whole set, as far as it is known. */
  readonly start: number
}

/** How a table draws its groups. */
export interface Groups {
  readonly headers: readonly GroupHeader[]
  readonly Header: ComponentType<GroupHeaderProps>
  /** Folds or unfolds a group. */
  readonly toggle: (header: GroupHeader) => void
  /** Differs where the table begins anew. It does not when a group is folded. */
  readonly place: string
  /** Number of records of all groups; undefined if it is not known. */
  readonly total: number | undefined
  /** The numbers of records are read. */
  readonly isCounted: boolean
  /** What a reader of the numbers must know. */
  readonly note: string
}

export interface GroupHeaderProps {
  readonly header: GroupHeader
  readonly toggle: Groups['toggle']
  /** Line of the header among the lines of a table. */
  readonly line?: number
  /** The header has the focus while the table has it. */
  readonly isActive?: boolean
}
