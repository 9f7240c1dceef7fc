/**
 * Facts that the server writes into the page: its paths, and how callers are identified. Without a
 * page, as in a test, the facts have their defaults.
 */
import type { SignIn } from '../../src/wire/sign-in.js'

const metaOf = (name: string): string | undefined =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="corollary-${name}"]`)?.content

/** Prefix of every path of the service, such as `/hr`; empty by default. */
export const contextPath = metaOf('context') ?? ''

/** In mode `jwt`, requests need a token. */
export const authentication = metaOf('authentication') === 'jwt' ? 'jwt' : 'none'

/** The service stores views under names, for callers with an identity. */
export const storesViews = metaOf('views') === 'stored'

/** Title of the workbench by its settings; empty for the title of the service. */
export const ownTitle = metaOf('title') ?? ''

/** The title that the page shows before the service has described itself. */
export const shownTitle = globalThis.document?.title ?? ''

/** Address of the logo; empty without one. */
export const logo = metaOf('logo') ?? ''

/** Address of the module of the application that adds cells and pages; empty without one. */
export const extensionModule = metaOf('extension') ?? ''

/** Languages in which the application replaces texts of the page, or adds them. */
export const applicationTexts = (metaOf('texts') ?? '').split(' ').filter(Boolean)

/** Path of the page: of the workbench, or of the API reference. */
export const basePath = metaOf('page') ?? '/workbench'

/** Path of the workbench; empty if the service has none. */
export const workbenchPath = metaOf('workbench') ?? '/workbench'

/** The page is only the API reference, at `/docs`: it shows no records and sends no writes. */
export const isReference = basePath !== workbenchPath

/** How users sign in with OpenID Connect. Undefined: they paste a token. */
export const signInClient: SignIn | undefined = JSON.parse(metaOf('sign-in') ?? 'null') ?? undefined

/** The address to which the identity provider returns, also if the API reference sent the user. */
export const providerReturn = `${workbenchPath}/sign-in`

/** The address at which this page completes a sign-in. */
export const signInPath = `${basePath}/sign-in`
