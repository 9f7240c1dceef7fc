/** Pages of rows, and the position of a row among them. */
import Type, { type TSchema } from 'typebox'
import { count, flag, integer, nullable, oneOf, text, type Wire } from './forms.js'

const SortOrder = Type.Object(
  { property: text, direction: oneOf(['ASC', 'DESC']) },
  { $id: 'SortOrder' },
)

export const Sort = Type.Object(
  {
    sorted: flag,
    unsorted: flag,
    empty: flag,
    orders: Type.Array(SortOrder),
  },
  { $id: 'Sort' },
)

export const Pageable = Type.Object(
  { pageNumber: count, pageSize: count, offset: count, paged: flag, unpaged: flag },
  { $id: 'Pageable' },
)

const pageFacts = Type.Object({
  totalElements: count,
  totalPages: count,
  size: count,
  /** Zero-based. */
  number: count,
  numberOfElements: count,
  first: flag,
  last: flag,
  empty: flag,
  sort: Sort,
  pageable: Pageable,
})
/** The members of a page beside its rows. */
export type PageFacts = Wire<typeof pageFacts>

export interface Page<Row> extends PageFacts {
  readonly content: readonly Row[]
}
export const pageOf = (row: TSchema) =>
  Type.Object({ content: Type.Array(row), ...pageFacts.properties })

const countedFacts = Type.Object({
  ...pageFacts.properties,
  /** Null if the set was not counted. */
  totalElements: nullable(count),
  totalPages: nullable(count),
  /** How the set was counted. */
  count: oneOf(['exact', 'estimated', 'none']),
})
/** The members of a page that says how its set was counted. */
export type CountedFacts = Wire<typeof countedFacts>

export interface CountedPage<Row> extends CountedFacts {
  readonly content: readonly Row[]
}
export const countedPageOf = (row: TSchema) =>
  Type.Object({ content: Type.Array(row), ...countedFacts.properties })

const cursorFacts = Type.Object({
  /** Send it as `after`; null at the end. */
  next: nullable(text),
  /** Send it as `before`; null at the beginning. */
  prev: nullable(text),
  size: integer,
})
/** The members of a cursor page beside its rows. */
export type CursorFacts = Wire<typeof cursorFacts>

export interface CursorPage<Row> extends CursorFacts {
  readonly content: readonly Row[]
}
export const cursorPageOf = (row: TSchema) =>
  Type.Object({ content: Type.Array(row), ...cursorFacts.properties })

/** Where a row is in its set, and on which page; both are zero-based. */
export const Position = Type.Object({ position: count, page: count }, { $id: 'Place' })
export type Position = Wire<typeof Position>
