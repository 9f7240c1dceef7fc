/** The files of an admin that are made for its service. The others are copied from `templates`. */
import type { ServiceDescription } from 'corollary/client'
import type { GeneratedFile, PublishedService } from '../../../shared/src/generate/command.js'
import {
  attributeValue,
  importLine,
  literal,
  quoted,
} from '../../../shared/src/generate/literal.js'
import { type NamedPages, withCodeNames } from '../../../shared/src/generate/names.js'
import { ownPathsOf } from '../../../shared/src/generate/paths.js'
import type { ResourcePages } from '../../../shared/src/pages.js'
import { resourceFile } from './resource-file.js'

export const adminFiles = ({
  baseUrl,
  description,
  entries,
  pages,
}: PublishedService): readonly GeneratedFile[] => {
  const named = withCodeNames(pages)
  return [
    { path: 'app.tsx', text: appText(description, named), omitted: [] },
    { path: 'providers.ts', text: providersText(baseUrl, description, named), omitted: [] },
    ...named.map((each) => resourceFile(each, named, entries)),
  ]
}

/** The kinds of pages with their paths below that of the list. */
const kindsOf = ({ create, edit }: ResourcePages) =>
  [
    { kind: 'List', path: '' },
    ...(create ? [{ kind: 'Create', path: '/new' }] : []),
    { kind: 'Show', path: '/:id' },
    ...(edit ? [{ kind: 'Edit', path: '/:id/edit' }] : []),
  ] as const

const appText = ({ title, authentication }: ServiceDescription, all: readonly NamedPages[]) => {
  const components = (pages: NamedPages) =>
    kindsOf(pages).map(({ kind }) => `${pages.code.component}${kind}`)
  const resources = all.map((pages) => ({
    name: pages.key,
    ...Object.fromEntries(
      kindsOf(pages).map(({ kind, path }) => [kind.toLowerCase(), `/${pages.name}${path}`]),
    ),
    meta: { label: pages.title },
  }))
  const routes = all.flatMap((pages) =>
    kindsOf(pages).map(({ kind, path }) => {
      const element = `<${pages.code.component}${kind} />`
      const address = attributeValue(`/${pages.name}${path}`)
      return `          <Route path=${address} element={${element}} />`
    }),
  )
  const label = authentication === 'none' ? 'Caller' : 'Token'
  return `import { Authenticated, Refine } from '@refinedev/core'
import routerProvider, { NavigateToResource } from '@refinedev/react-router'
import { HashRouter, Route, Routes } from 'react-router'
import { Layout } from './admin/layout'
import { LoginPage } from './admin/login-page'
import { notificationProvider } from './admin/notifications'
import { providers, queryClient } from './providers'
${all
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  .map((pages) => importLine(components(pages), `./resources/${pages.code.file}`))
  .join('\n')}

const title = ${literal(title)}

const resources = ${literal(resources)}

export const App = () => (
  <HashRouter>
    <Refine
      {...providers}
      {...{ resources, routerProvider, notificationProvider }}
      options={{
        liveMode: 'auto',
        syncWithLocation: true,
        disableTelemetry: true,
        reactQuery: { clientConfig: queryClient },
      }}
    >
      <Routes>
        <Route path="/login" element={<LoginPage title={title} label="${label}" />} />
        <Route
          element={
            <Authenticated key="pages">
              <Layout title={title} />
            </Authenticated>
          }
        >
          <Route index element={<NavigateToResource resource=${attributeValue(all[0]?.key ?? '')} />} />
${routes.join('\n')}
        </Route>
      </Routes>
    </Refine>
  </HashRouter>
)
`
}

const providersText = (
  baseUrl: string,
  { authentication, contextPath }: ServiceDescription,
  pages: readonly ResourcePages[],
): string => {
  const header =
    authentication === 'none'
      ? `'X-Development-Caller': credential`
      : 'Authorization: `Bearer ${' + 'credential}`'
  const text = literal(ownPathsOf(pages, contextPath), 2, 9)
  return `import { refineProviders } from '@corollary/refine'
import { keepPreviousData, QueryClient } from '@tanstack/react-query'
import { createClient, type Resources } from 'corollary/client'

const key = 'admin-credential'

// With the types of the contracts: createClient<typeof import('…/resources.js').resources>
export const client = createClient<Resources>({
  baseUrl: ${quoted(baseUrl)},
  headers: (): Record<string, string> => {
    const credential = sessionStorage.getItem(key)
    return credential === null ? {} : { ${header} }
  },
  // Paths that differ from those of the keys: 'sales.orders' is '/api/sales/orders'.
  paths: ${text},
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
`
}
