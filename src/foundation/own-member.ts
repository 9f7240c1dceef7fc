/**
 * A member that the object itself has: `constructor` may be the name of a field, and every object
 * inherits one.
 */
export const ownMember = (object: object, name: string): unknown =>
  Object.hasOwn(object, name) ? (object as Readonly<Record<string, unknown>>)[name] : undefined
