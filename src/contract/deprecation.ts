/** Parts of an API that clients should leave. */

export interface Deprecation {
  /** Day since which it is deprecated, `yyyy-MM-dd`. */
  readonly since: string
  /** Day from which it may be gone, `yyyy-MM-dd`. */
  readonly sunset?: string
  /** What to use instead, for people. */
  readonly use?: string
}

type Named<N extends PropertyKey = string> = { readonly [K in N]?: Deprecation }

export interface Deprecations<
  Field extends PropertyKey = string,
  Filter extends PropertyKey = string,
  Operation extends PropertyKey = string,
> {
  /** Of the response, create, update and intent shapes. */
  readonly fields?: Named<Field>
  readonly filters?: Named<Filter>
  /** By name: `all`, `cursor`, `statsGroupBy`, … */
  readonly operations?: Named<Operation>
}
