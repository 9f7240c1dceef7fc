/** Providers for Refine over the typed client of Corollary. */
import type {
  AccessControlProvider,
  AuthProvider,
  DataProvider,
  LiveProvider,
} from '@refinedev/core'
import { type Client, type Resources, untyped } from 'corollary/client'
import { type AccessSettings, accessControlProviderOf } from './access-control-provider.js'
import { type AuthSettings, authProviderOf } from './auth-provider.js'
import { bulkWritesOf } from './bulk-writes.js'
import { Catalog } from './catalog.js'
import { customOf } from './custom.js'
import { type LiveSettings, liveProviderOf } from './live-provider.js'
import { readsOf } from './reads.js'
import type { WriteSettings } from './sending.js'
import { writesOf } from './writes.js'

export type { Identity } from './auth-provider.js'
export { RefineError } from './http-error.js'
export type { WriteMeta } from './meta.js'

export interface RefineSettings extends AccessSettings, AuthSettings, LiveSettings, WriteSettings {
  /** What `useApiUrl` returns. Default: `''`, the origin of the page. */
  readonly apiUrl?: string
}

export interface RefineProviders {
  readonly dataProvider: Required<DataProvider>
  readonly liveProvider: LiveProvider
  readonly accessControlProvider: AccessControlProvider
  readonly authProvider: AuthProvider
}

/**
 * The providers of `<Refine>`. Resources are named by their key.
 *
 * @example
 * const providers = refineProviders(createClient<typeof resources>({ baseUrl: '' }))
 * <Refine {...providers} resources={[{ name: 'sales.orders', list: '/orders' }]} />
 */
export const refineProviders = <R extends Resources>(
  client: Client<R>,
  settings: RefineSettings = {},
): RefineProviders => {
  const anyClient = untyped(client)
  const catalog = new Catalog(anyClient)
  return {
    dataProvider: {
      ...readsOf(catalog),
      ...writesOf(catalog, settings),
      ...bulkWritesOf(catalog, settings),
      ...customOf(catalog, settings),
      getApiUrl: () => settings.apiUrl ?? '',
    },
    liveProvider: liveProviderOf(catalog, settings),
    accessControlProvider: accessControlProviderOf(anyClient, settings),
    authProvider: authProviderOf(catalog, settings),
  }
}
