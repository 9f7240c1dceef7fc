/**
 * Prints shapes whose members are JSON texts already. Numbers come from the database as text and
 * are never parsed, because JavaScript would round some of them.
 */

/**
 * The JSON text of each member of a shape. A missing member does not compile, nor does an extra
 * one.
 */
export type MemberTexts<Shape> = { readonly [Name in keyof Shape]: string }

export const printShape = <Shape extends object>(members: MemberTexts<Shape>): string => {
  const printed = Object.entries<string>(members).map(
    ([name, text]) => `${JSON.stringify(name)}:${text}`,
  )
  return `{${printed.join(',')}}`
}

export const printList = (items: readonly string[]): string => `[${items.join(',')}]`

export const printShapes = <Shape extends object>(items: readonly MemberTexts<Shape>[]): string =>
  printList(items.map((members) => printShape<Shape>(members)))

/** A shape before it is printed: counts beyond 2^53 are bigints. */
export type Printable<Shape> = Shape extends number
  ? number | bigint
  : Shape extends object
    ? { readonly [Name in keyof Shape]: Printable<Shape[Name]> }
    : Shape
