/** What is made of a resource once, at its first use. */
import type { ResourceView } from './rows/row-access.js'

export const perResource = <T>(
  create: (resource: ResourceView) => T,
): ((resource: ResourceView) => T) => {
  const made = new WeakMap<ResourceView, T>()
  return (resource) => {
    const known = made.get(resource)
    if (known !== undefined) return known
    const value = create(resource)
    made.set(resource, value)
    return value
  }
}
