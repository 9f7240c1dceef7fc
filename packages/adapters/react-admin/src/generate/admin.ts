/** The files of an admin: one for each resource, and those that they share. */
import type { GeneratedFile } from '../../../shared/src/generate/command.js'
import { importLine, lineLiteral, quoted } from '../../../shared/src/generate/literal.js'
import {
  type CodeNames,
  type NamedPages,
  withCodeNames,
} from '../../../shared/src/generate/names.js'
import { ownPathsOf } from '../../../shared/src/generate/paths.js'
import type { ResourcePages } from '../../../shared/src/pages.js'
import { actionButton, bulkActionButton } from './components.js'
import { element, printed, textProp } from './jsx.js'
import { resourceFile } from './resource-file.js'

export interface AdminFacts {
  readonly title: string
  readonly baseUrl: string
  readonly contextPath: string
}

export const adminFiles = (
  { title, baseUrl, contextPath }: AdminFacts,
  pages: readonly ResourcePages[],
): readonly GeneratedFile[] => {
  const named = withCodeNames(pages, isReserved)
  const texts = {
    'App.tsx': appText(title, named),
    'providers.ts': providersText(baseUrl, ownPathsOf(pages, contextPath)),
    'components/ActionButton.tsx': actionButton,
    'components/BulkActionButton.tsx': bulkActionButton,
  }
  return [
    ...Object.entries(texts).map(([path, text]) => ({ path, text, omitted: [] })),
    ...named.map((each) => resourceFile(each, named)),
  ]
}

/** Names that the files import or declare, and words that a variable must not be called. */
const isReserved = ({ component, variable }: Omit<CodeNames, 'file'>): boolean =>
  reservedComponents.has(component) ||
  reservedVariables.has(variable) ||
  /Choices\d*$/.test(variable)

/** `SimpleList`, `LiveList` and `RaRecord` are others. */
const reservedComponents: ReadonlySet<string> = new Set(['Simple', 'Live', 'Ra'])

const reservedVariables: ReadonlySet<string> = new Set([
  ...['filters', 'hiddenColumns', 'dataProvider', 'authProvider', 'useConflict', 'useMediaQuery'],
  ...['maxLength', 'maxValue', 'minValue', 'required', 'undefined', 'globalThis'],
  ...['arguments', 'await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger'],
  ...['default', 'delete', 'do', 'else', 'enum', 'eval', 'export', 'extends', 'false', 'finally'],
  ...['for', 'function', 'if', 'implements', 'import', 'in', 'instanceof', 'interface', 'let'],
  ...['new', 'null', 'package', 'private', 'protected', 'public', 'return', 'static', 'super'],
  ...['switch', 'this', 'throw', 'true', 'try', 'typeof', 'var', 'void', 'while', 'with', 'yield'],
])

const appText = (title: string, pages: readonly NamedPages[]): string => {
  const props = [
    textProp('title', title),
    ...['dataProvider={dataProvider}', 'authProvider={authProvider}', 'disableTelemetry'],
  ]
  const resources = pages.map(({ code }) => element('Resource', [`{...${code.variable}}`]))
  return [
    "import { Admin, Resource } from 'react-admin'",
    "import { authProvider, dataProvider } from './providers'",
    ...pages
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ code }) => importLine([code.variable], `./resources/${code.file}`)),
    '',
    `export const App = () => (\n${printed(element('Admin', props, resources), 2)}\n)`,
    '',
  ].join('\n')
}

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
          `  paths: ${lineLiteral(paths)},`,
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
