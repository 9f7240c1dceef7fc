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
  let text = ''
  for (const name in members) text += `${text === '' ? '{' : ','}${labelOf(name)}${members[name]}`
  return text === '' ? '{}' : `${text}}`
}

/** `"name":` by name: as many as all shapes have members. */
const labels = new Map<string, string>()

const labelOf = (name: string): string => {
  const cachedLabel = labels.get(name)
  if (cachedLabel !== undefined) return cachedLabel
  const label = `${JSON.stringify(name)}:`
  labels.set(name, label)
  return label
}

/** Does not use `join`, which copies each item: V8 copies a growing text once, when it is sent. */
export const printList = (items: readonly string[]): string => {
  let text = ''
  for (const item of items) text += text === '' ? `[${item}` : `,${item}`
  return text === '' ? '[]' : `${text}]`
}

export const printShapes = <Shape extends object>(items: readonly MemberTexts<Shape>[]): string =>
  printList(items.map((members) => printShape<Shape>(members)))
