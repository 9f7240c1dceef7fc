/** Surfaces: user experiences, each based on one operation, whose fields they share. */

export type SurfaceKind = 'FORM' | 'PARTIAL_FORM' | 'VIEW' | 'READ_PROJECTION'

export interface Surface<Operation extends string = string> {
  /**
   * Key of another resource whose records belong to a record of this one, such as the absence
   * requests of an employee. Default: this resource.
   */
  readonly resource?: string
  /**
   * Filter field of the other resource that takes the key of this resource's record, by EQUAL or
   * IN. Default: the only one that does.
   */
  readonly filterField?: string
  /**
   * Name of the operation: `create`, `update`, `all`, `byId`, `filter`, `statsGroupBy`, …, or an
   * intent.
   */
  readonly operation: Operation
  readonly title: string
  readonly description?: string
  /** Default: PARTIAL_FORM for an intent, FORM for create and update, else READ_PROJECTION. */
  readonly kind?: SurfaceKind
  /** Purpose of the surface, in the words of the domain. Default: its id. */
  readonly intent?: string
  /** Default 100. */
  readonly order?: number
  readonly tags?: readonly string[]
}

export type Surfaces<Operation extends string = string> = Readonly<
  Record<string, Surface<Operation>>
>
