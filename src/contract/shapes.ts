/** The shapes of a resource: declared as data. */
import type { FilterField } from './filter/definition.js'

/** The number of rows of a collection. */
export interface Count<P extends string = string> {
  readonly is: 'count'
  readonly path: P
}
/** The ids of the rows of a collection, ascending. */
export interface Ids<P extends string = string> {
  readonly is: 'ids'
  readonly path: P
}
/** The rows of a collection as objects, in the order of their ids. */
export interface List<P extends string = string, M extends ListMembers = ListMembers> {
  readonly is: 'list'
  readonly path: P
  readonly members: M
}
export type ListMembers = Readonly<Record<string, string>>
/** The rows that a record owns, as a body has them. */
export interface Owned<P extends string = string, M = unknown, R extends boolean = boolean> {
  readonly is: 'owned'
  readonly path: P
  readonly members: M
  readonly required: R
}

/** `skillCount: count('skills')` */
export const count = <const P extends string>(path: P): Count<P> => ({ is: 'count', path })
/** `skillIds: ids('skills')` */
export const ids = <const P extends string>(path: P): Ids<P> => ({ is: 'ids', path })
/** `dependents: list('dependents', { fullName: '.', birthDate: '.' })` */
export const list = <const P extends string, const M extends ListMembers>(
  path: P,
  members: M,
): List<P, M> => ({ is: 'list', path, members })

/**
 * The rows that a record owns, in a create, update or intent. The members are those of a write
 * shape of the owned entity, without the reference to the owner and the position.
 *
 * @example
 * lines: owned('lines', { productId: 'product.id', quantity: '.' })
 */
export const owned = <
  const P extends string,
  const M extends WriteShape,
  const R extends boolean = false,
>(
  path: P,
  members: M,
  options?: {
    /** A create or update must have the list. Default: a list that is left out is kept. */
    readonly required?: R
  },
): Owned<P, M, R> => ({
  is: 'owned',
  path,
  members,
  required: (options?.required ?? false) as R,
})

export type ResponseEntry = string | Count | Ids | List
export type ResponseShape = Readonly<Record<string, ResponseEntry>>
/**
 * `.` own column, `department.id` the reference, `skills.id` the linked ids of a many-to-many,
 * `owned('lines', …)` the rows that the record owns.
 */
export type WriteShape = Readonly<Record<string, string | Owned>>
export type FilterShape = Readonly<Record<string, FilterField>>
