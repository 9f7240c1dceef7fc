/** The focused cell of a table and the range that ends at it. */
export interface Place {
  readonly row: number
  /** Index among the shown columns. */
  readonly column: number
}

export interface Cursor extends Place {
  /** The other end of the range. */
  readonly anchor: Place
}

/** The cells of a range, with both ends. */
export interface CellRange {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export const rangeOf = ({ row, column, anchor }: Cursor): CellRange => ({
  top: Math.min(row, anchor.row),
  bottom: Math.max(row, anchor.row),
  left: Math.min(column, anchor.column),
  right: Math.max(column, anchor.column),
})

export const isSingle = ({ top, bottom, left, right }: CellRange): boolean =>
  top === bottom && left === right

export const sizeOf = ({ top, bottom, left, right }: CellRange) => ({
  height: bottom - top + 1,
  width: right - left + 1,
})

/** Returns the places of a range in rows from its top. */
export const placesOf = (range: CellRange): readonly Place[] => {
  const { height, width } = sizeOf(range)
  return Array.from({ length: height * width }, (_, index) => ({
    row: range.top + Math.floor(index / width),
    column: range.left + (index % width),
  }))
}

/** Maximum number of cells that are changed at once. */
export const maxCells = 5_000

export const isTooLarge = (range: CellRange): boolean => {
  const { height, width } = sizeOf(range)
  return height * width > maxCells
}

export const contains = ({ top, bottom, left, right }: CellRange, { row, column }: Place) =>
  row >= top && row <= bottom && column >= left && column <= right

/** The numbers of rows and columns of a table, and of the rows that are visible at once. */
export interface Extent {
  readonly rows: number
  readonly columns: number
  readonly page: number
}

type Move = (place: Place, extent: Extent) => Place

/** Moves by key; `Mod+` stands for Ctrl or Cmd. */
const moves: Readonly<Record<string, Move>> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  PageUp: ({ row, column }, { page }) => ({ row: row - page, column }),
  PageDown: ({ row, column }, { page }) => ({ row: row + page, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, { columns }) => ({ row, column: columns - 1 }),
  'Mod+Home': () => ({ row: 0, column: 0 }),
  'Mod+End': (_, { rows, columns }) => ({ row: rows - 1, column: columns - 1 }),
  'Mod+ArrowUp': ({ column }) => ({ row: 0, column }),
  'Mod+ArrowDown': ({ column }, { rows }) => ({ row: rows - 1, column }),
  'Mod+ArrowLeft': ({ row }) => ({ row, column: 0 }),
  'Mod+ArrowRight': ({ row }, { columns }) => ({ row, column: columns - 1 }),
}

const within = (index: number, count: number): number => Math.min(Math.max(0, index), count - 1)

export const placeWithin = ({ row, column }: Place, { rows, columns }: Extent): Place => ({
  row: within(row, rows),
  column: within(column, columns),
})

/** Returns the place to which a key moves; undefined for other keys. */
export const moveBy = (key: string, place: Place, extent: Extent): Place | undefined => {
  const move = Object.hasOwn(moves, key) ? moves[key] : undefined
  return move && placeWithin(move(place, extent), extent)
}

/** Returns the next cell to edit: the next row below the last column, as in a spreadsheet. */
export const nextCell = ({ row, column }: Place, step: 1 | -1, columns: number): Place => {
  const next = column + step
  if (next >= columns) return { row: row + 1, column: 0 }
  return next < 0 ? { row: row - 1, column: columns - 1 } : { row, column: next }
}
