/** JSON values as they arrive: their members, without an assumption about their form. */

export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value as an object; anything else has no members. */
export const members = (value: unknown): Json => (isObject(value) ? value : {})

export const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

/** Prints members by name, so that equal values have one text. */
export const canonical = (value: unknown, name = ''): string => {
  if (Array.isArray(value)) {
    const texts = value.map((item) => canonical(item))
    return `[${(name === 'required' ? texts.sort() : texts).join()}]`
  }
  if (!isObject(value)) return JSON.stringify(value)
  const printed = Object.keys(value)
    .sort()
    .map((member) => `${JSON.stringify(member)}:${canonical(value[member], member)}`)
  return `{${printed.join()}}`
}
