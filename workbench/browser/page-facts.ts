/**
 * What the server wrote into the page: where the service is, and how callers are identified.
 * Without a page, as in a test, these are the defaults.
 */

const metaOf = (name: string): string | undefined =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="corollary-${name}"]`)?.content

/** Prefix of every path of the service, such as `/hr`; empty by default. */
export const contextPath = metaOf('context') ?? ''

/** `jwt`: requests need a token. */
export const authentication = metaOf('authentication') === 'jwt' ? 'jwt' : 'none'

/** Path of the workbench. */
export const basePath = `${contextPath}/workbench`
