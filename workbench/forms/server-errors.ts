/** Assigns the errors of a response to the fields of a form, by their `target`. */
import type { Field } from '../service/shape.js'

interface ErrorItem {
  readonly target: string | null
  readonly message: string
}

export interface PlacedErrors {
  /** Messages by field name. */
  readonly fields: Readonly<Record<string, string>>
  /** Messages about members of lists and objects, by their whole path. */
  readonly nested: Readonly<Record<string, string>>
  /** Messages that no field of the form shows. */
  readonly others: readonly string[]
}

export const noErrors: PlacedErrors = { fields: {}, nested: {}, others: [] }

/** Returns `lines[0].price` as `lines.0.price`. */
const pathOf = (target: string): string => target.replace(/\[(\w+)\]/g, '.$1').replace(/^\$\./, '')

/** Returns the fields of a target, which may be several, such as those of a unique key. */
const targetsOf = (target: string | null): readonly string[] =>
  (target ?? '')
    .split(/\s*,\s*/)
    .filter(Boolean)
    .map(pathOf)

const isMemberOf = ({ items, name }: Field, path: string): boolean => {
  const member = path.slice(name.length + 1).split('.')[1]
  return items?.some((item) => item.name === member) ?? false
}

export const placeErrors = (
  items: readonly ErrorItem[],
  fields: readonly Field[],
): PlacedErrors => {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const placed = { fields: {} as Record<string, string>, nested: {} as Record<string, string> }
  const others: string[] = []
  for (const { target, message } of items) {
    const paths = targetsOf(target).filter((path) => byName.has(path.split('.')[0]!))
    if (paths.length === 0) others.push(message)
    for (const path of paths) {
      const name = path.split('.')[0]!
      if (isMemberOf(byName.get(name)!, path)) placed.nested[path] ??= message
      else placed.fields[name] ??= message
    }
  }
  return { ...placed, others }
}

/** Returns the errors within a list, by their path below it. */
export const errorsWithin = (
  nested: Readonly<Record<string, string>>,
  name: string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(nested)
      .filter(([path]) => path.startsWith(`${name}.`))
      .map(([path, message]) => [path.slice(name.length + 1), message]),
  )

export const withoutErrors = (placed: PlacedErrors, name: string): PlacedErrors => ({
  ...placed,
  fields: Object.fromEntries(Object.entries(placed.fields).filter(([field]) => field !== name)),
  nested: Object.fromEntries(
    Object.entries(placed.nested).filter(([path]) => !path.startsWith(`${name}.`)),
  ),
})
