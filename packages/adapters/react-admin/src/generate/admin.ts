/** The files of an admin: one for each resource, and those that they share. */
import type { ResourcePages } from '../../../shared/src/pages.js'
import { actionButton, bulkActionButton } from './components.js'
import { element, literal, printed, quoted, textProp } from './jsx.js'
import { variableName } from './labels.js'
import { type GeneratedFile, resourceFile } from './resource-file.js'

export interface AdminFacts {
  readonly title: string
  readonly baseUrl: string
  readonly contextPath: string
}

export const adminFiles = (
  { title, baseUrl, contextPath }: AdminFacts,
  pages: readonly ResourcePages[],
): readonly GeneratedFile[] => {
  const texts = {
    'App.tsx': appText(title, pages),
    'providers.ts': providersText(baseUrl, pathsOf(pages, contextPath)),
    'components/ActionButton.tsx': actionButton,
    'components/BulkActionButton.tsx': bulkActionButton,
  }
  return [
    ...Object.entries(texts).map(([path, text]) => ({ path, text, omitted: [] })),
    ...pages.map((each) => resourceFile(each, pages)),
  ]
}

const appText = (title: string, pages: readonly ResourcePages[]): string => {
  const variables = pages.map(({ name }) => variableName(name))
  const props = [
    textProp('title', title),
    ...['dataProvider={dataProvider}', 'authProvider={authProvider}', 'disableTelemetry'],
  ]
  const resources = variables.map((variable) => element('Resource', [`{...${variable}}`]))
  return [
    "import { Admin, Resource } from 'react-admin'",
    "import { authProvider, dataProvider } from './providers'",
    ...pages
      .map(({ name }) => name)
      .toSorted()
      .map((name) => `import { ${variableName(name)} } from './resources/${name}'`),
    '',
    `export const App = () => (\n${printed(element('Admin', props, resources), 2)}\n)`,
    '',
  ].join('\n')
}

/** The paths that differ from those that the client derives from keys. */
const pathsOf = (pages: readonly ResourcePages[], contextPath: string) =>
  Object.fromEntries(
    pages
      .map(({ key, path }) => [key, path.slice(contextPath.length)] as const)
      .filter(([key, path]) => path !== `/api/${key.replaceAll('.', '/')}`),
  )

const providersText = (baseUrl: string, paths: Readonly<Record<string, string>>): string =>
  [
    "import { createAuthProvider, createDataProvider, createSession } from '@corollary/react-admin'",
    `import { createClient${Object.keys(paths).length > 0 ? ', type Resources' : ''} } from 'corollary/client'`,
    '',
    'const session = createSession(sessionStorage)',
    '',
    "// With the types of your contracts: createClient<typeof import('./resources.js').resources>",
    ...(Object.keys(paths).length > 0
      ? [
          'const client = createClient<Resources>({',
          `  baseUrl: ${quoted(baseUrl)},`,
          '  headers: session.headers,',
          `  paths: ${literal(paths)},`,
          '})',
        ]
      : [`const client = createClient({ baseUrl: ${quoted(baseUrl)}, headers: session.headers })`]),
    '',
    'export const dataProvider = createDataProvider(client)',
    '',
    '// The login page takes a token as the password; signIn gets one from your identity provider.',
    'export const authProvider = createAuthProvider(client, { session })',
    '',
  ].join('\n')
