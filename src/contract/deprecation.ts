/** Parts of an API that clients should leave. */

export interface Deprecation {
  /** First day of the deprecation, `yyyy-MM-dd`. */
  readonly since: string
  /** First day on which it may be removed, `yyyy-MM-dd`. */
  readonly sunset?: string
  /** What to use instead, as a text for developers. */
  readonly use?: string
}

type Named<N extends PropertyKey = string> = { readonly [K in N]?: Deprecation }

export interface Deprecations<
  Field extends PropertyKey = string,
  Filter extends PropertyKey = string,
  Operation extends PropertyKey = string,
> {
  /** Fields of the response, create, update and intent shapes. */
  readonly fields?: Named<Field>
  readonly filters?: Named<Filter>
  /** By name: `all`, `cursor`, `statsGroupBy`, … */
  readonly operations?: Named<Operation>
}
