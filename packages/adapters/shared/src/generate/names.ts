/** Names of resources and fields in the code that a generator writes. */
import type { ResourcePages } from '../pages.js'

export interface CodeNames {
  /** The beginning of names of components and types: `OrderLines`. */
  readonly component: string
  /** A variable, or the beginning of its name: `orderLines`. */
  readonly variable: string
  /** The file, without its extension. */
  readonly file: string
}

/** Names of React components and types begin with a capital: `order-lines` is `OrderLines`. */
export const componentName = (name: string): string => {
  const text = name
    .split(/[^A-Za-z\d]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
  // No name begins with a digit.
  return /^[A-Z]/.test(text) ? text : `N${text}`
}

/** Names of variables: `order-lines` is `orderLines`. */
export const variableName = (name: string): string => {
  const text = componentName(name)
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** The pages of a resource, with its names in the code. */
export interface NamedPages extends ResourcePages {
  readonly code: CodeNames
}

/**
 * Gives each resource names that no other one has: `a-1` and `a1` are both `A1` otherwise.
 *
 * @param isReserved whether the generated code has the component or the variable already
 */
export const withCodeNames = (
  pages: readonly ResourcePages[],
  isReserved: (names: Omit<CodeNames, 'file'>) => boolean = () => false,
): readonly NamedPages[] => {
  const components = new Set<string>()
  /** In lower case: some file systems ignore case. */
  const files = new Set<string>()
  return pages.map((each) => {
    const component = firstFree(
      ...([componentName(each.name), 'Resource'] as const),
      (text) =>
        !components.has(text) && !isReserved({ component: text, variable: variableName(text) }),
    )
    const plainFile = each.name.replaceAll(/[^\w-]+/g, '-')
    const file = firstFree(plainFile, '-resource', (text) => !files.has(text.toLowerCase()))
    components.add(component)
    files.add(file.toLowerCase())
    return { ...each, code: { component, variable: variableName(component), file } }
  })
}

/** A name, the name with a suffix, or with a suffix and a number. */
const firstFree = (name: string, suffix: string, isFree: (name: string) => boolean): string => {
  let text = name
  for (let count = 1; !isFree(text); count++) {
    text = `${name}${suffix}${count === 1 ? '' : count}`
  }
  return text
}
