/**
 * Returns a member of the object itself, not an inherited one: `constructor` may be the name of a
 * field.
 */
export const ownMember = (object: object, name: string): unknown =>
  Object.hasOwn(object, name) ? (object as Readonly<Record<string, unknown>>)[name] : undefined
