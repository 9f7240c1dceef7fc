import { refineProviders } from '@corollary/refine'
import { keepPreviousData, QueryClient } from '@tanstack/react-query'
import { createClient, type Resources } from 'corollary/client'

const key = 'admin-credential'

// With the types of the contracts: createClient<typeof import('…/resources.js').resources>
export const client = createClient<Resources>({
  baseUrl: '',
  headers: (): Record<string, string> => {
    const credential = sessionStorage.getItem(key)
    return credential === null ? {} : { 'X-Development-Caller': credential }
  },
  // Paths that differ from those of the keys: 'sales.orders' is '/api/sales/orders'.
  paths: {},
})

/** Has what the pages have read. The next caller must not see it. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { refetchOnWindowFocus: false, placeholderData: keepPreviousData } },
})

export const providers = refineProviders(client, {
  signIn: ({ credential }) => {
    sessionStorage.setItem(key, String(credential))
    queryClient.clear()
  },
  signOut: () => {
    sessionStorage.removeItem(key)
    queryClient.clear()
  },
})
