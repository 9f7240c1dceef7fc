/** How users of the workbench sign in with OpenID Connect. The page has it as JSON. */
export interface SignIn {
  readonly issuer: string
  readonly clientId: string
  readonly scope: string
  /** Parameters of requests to the provider that name the service. */
  readonly target: Readonly<Record<string, string>>
}
