/** The files of an admin that are made for its service. The others are copied from `templates`. */
import type { ResourceEntry, ServiceDescription } from 'corollary/client'
import type { GeneratedFile, PublishedService } from '../../../shared/src/generate/command.js'
import type { ResourcePages } from '../../../shared/src/pages.js'
import { literal, quoted } from './literal.js'
import { componentName, resourceFile } from './resource-file.js'

export const adminFiles = ({
  baseUrl,
  description,
  entries,
  pages,
}: PublishedService): readonly GeneratedFile[] => [
  { path: 'app.tsx', text: appText(description, pages), omitted: [] },
  { path: 'providers.ts', text: providersText(baseUrl, description, entries), omitted: [] },
  ...pages.map((each) => resourceFile(each, pages, entries)),
]

/** The kinds of pages with their paths below that of the list. */
const kindsOf = ({ create, edit }: ResourcePages) =>
  [
    { kind: 'List', path: '' },
    ...(create ? [{ kind: 'Create', path: '/new' }] : []),
    { kind: 'Show', path: '/:id' },
    ...(edit ? [{ kind: 'Edit', path: '/:id/edit' }] : []),
  ] as const

const appText = ({ title, authentication }: ServiceDescription, all: readonly ResourcePages[]) => {
  const components = (pages: ResourcePages) =>
    kindsOf(pages).map(({ kind }) => `${componentName(pages.name)}${kind}`)
  const resources = all.map((pages) => ({
    name: pages.key,
    ...Object.fromEntries(
      kindsOf(pages).map(({ kind, path }) => [kind.toLowerCase(), `/${pages.name}${path}`]),
    ),
    meta: { label: pages.title },
  }))
  const routes = all.flatMap((pages) =>
    kindsOf(pages).map(({ kind, path }) => {
      const element = `<${componentName(pages.name)}${kind} />`
      return `          <Route path="/${pages.name}${path}" element={${element}} />`
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
  .map((pages) => importLine(components(pages).toSorted(), `./resources/${pages.name}`))
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
          <Route index element={<NavigateToResource resource="${all[0]?.key ?? ''}" />} />
${routes.join('\n')}
        </Route>
      </Routes>
    </Refine>
  </HashRouter>
)
`
}

const importLine = (names: readonly string[], from: string): string => {
  const line = `import { ${names.join(', ')} } from '${from}'`
  return line.length <= 100
    ? line
    : `import {\n${names.map((name) => `  ${name},\n`).join('')}} from '${from}'`
}

const providersText = (
  baseUrl: string,
  { authentication, contextPath }: ServiceDescription,
  entries: readonly ResourceEntry[],
): string => {
  const header =
    authentication === 'none'
      ? `'X-Development-Caller': credential`
      : 'Authorization: `Bearer ${' + 'credential}`'
  const paths = entries
    .map(({ resourceKey, resourcePath }) => [resourceKey, resourcePath.slice(contextPath.length)])
    .filter(([key, path]) => path !== `/api/${key?.replaceAll('.', '/')}`)
  const text = literal(Object.fromEntries(paths), 2, 9)
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
