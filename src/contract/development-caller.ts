/** A caller that requests may act as while authentication is off. */
export interface DevelopmentCaller {
  /** Sent in the header `X-Development-Caller`. */
  readonly id: string
  readonly title: string
  readonly description?: string
  readonly authorities: readonly string[]
  /** Default: none. */
  readonly tenant?: string
  /** Claims as in a token, for rules that read them. Default: none. */
  readonly claims?: Readonly<Record<string, unknown>>
}
