/** What is made of a resource once, at its first use. */
import type { ResourceModel } from '../model/resource-model.js'

export const perResource = <T>(
  create: (resource: ResourceModel) => T,
): ((resource: ResourceModel) => T) => {
  const made = new WeakMap<ResourceModel, T>()
  return (resource) => {
    const known = made.get(resource)
    if (known !== undefined) return known
    const value = create(resource)
    made.set(resource, value)
    return value
  }
}
