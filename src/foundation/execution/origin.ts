/** The request for which queries run. Work of the service itself has no origin. */
export interface Origin {
  readonly traceId: string
  /** The time of the request; undefined for a stream: its statements read the current time. */
  readonly now: Date | undefined
  /** Undefined for a request that a host serves. */
  readonly route: string | undefined
  /** Trace context that spans of the request continue; undefined if the request is not traced. */
  readonly trace?: unknown
  /** Milliseconds that its queries have taken so far. Parallel ones are added up. */
  databaseMs: number
  /** Milliseconds that it has waited for database connections so far. */
  waitMs: number
}
