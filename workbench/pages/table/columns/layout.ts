/**
 * The user's choice of columns, which the browser stores. Other fields stay as they are declared.
 */
export interface Layout {
  /** Names of fields in their order. */
  readonly order?: readonly string[]
  readonly shown?: Readonly<Record<string, boolean>>
  /** Pixels. */
  readonly widths?: Readonly<Record<string, number>>
}

const entriesOf = <T>(value: unknown, isValue: (member: unknown) => member is T) =>
  Object.fromEntries(
    Object.entries(value ?? {}).filter((entry): entry is [string, T] => isValue(entry[1])),
  )

/** Reads a layout that somebody else, or another version of the page, has stored. */
export const readLayout = (value: unknown): Layout => {
  const { order, shown, widths } = (value ?? {}) as Partial<Record<keyof Layout, unknown>>
  const isText = (each: unknown): each is string => typeof each === 'string'
  return {
    ...(Array.isArray(order) && { order: order.filter(isText) }),
    ...(shown !== undefined && {
      shown: entriesOf(shown, (each): each is boolean => typeof each === 'boolean'),
    }),
    ...(widths !== undefined && {
      widths: entriesOf(widths, (each): each is number => typeof each === 'number'),
    }),
  }
}

/** Compares the order and the choice of columns. Widths may differ. */
export const isSameLayout = (a: Layout, b: Layout): boolean =>
  JSON.stringify([a.order, a.shown]) === JSON.stringify([b.order, b.shown])
