/** Admins that are generated for a service with hostile names compile. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from '../../../../test/architecture/sources.js'
import { messagesOf, projectOptions } from '../../../../test/types/compiler.js'
import { adminFiles as reactAdminFiles } from '../../react-admin/src/generate/admin.js'
import { adminFiles as refineFiles } from '../../refine/src/generate/admin-files.js'
import type { GeneratedFile } from '../src/generate/command.js'
import { hostileService } from './hostile-pages.js'

const folder = join(projectFolder, 'packages/adapters/shared/test/admin')
const options = {
  ...projectOptions,
  ...{ jsx: 'react-jsx', module: 'esnext', moduleResolution: 'bundler', rootDir: '/' },
  ...{ lib: ['es2023', 'dom', 'dom.iterable'], noEmit: true, noImplicitAny: false },
  noUncheckedIndexedAccess: false,
}

type Texts = Readonly<Record<string, string>>

const anyType =
  'interface Any { <T>(...args: any[]): any; new (...args: any[]): any; [name: string]: Any }'

/** Declares what files import from packages, which are too heavy for a test: all is allowed. */
const packagesOf = (files: Texts): string => {
  const modules = new Map<string, Set<string>>()
  const imports = /^import [^;]*?\{([^}]*)\} from '([^.'][^']*)'/gm
  for (const [, names = '', module = ''] of Object.values(files).join('\n').matchAll(imports)) {
    const declared = modules.get(module) ?? new Set()
    modules.set(module, declared)
    for (const name of names.split(',').map((part) => part.trim())) {
      if (name !== '') declared.add(declarationOf(name))
    }
  }
  const blocks = [...modules].map(([module, lines]) =>
    [`declare module '${module}' {`, 'const all: Any', 'export default all', ...lines, '}'].join(
      '\n',
    ),
  )
  return [anyType, ...blocks].join('\n')
}

const declarationOf = (name: string): string =>
  name.startsWith('type ') ? `export ${name}<T = any> = any` : `export const ${name}: Any`

const templates = join(projectFolder, 'packages/adapters/refine/templates/admin')
const pageStubs = ['layout', 'login-page', 'notifications', 'list-page', 'show-page', 'form-page']
const templateText = (file: string): string => readFileSync(join(templates, file), 'utf8')

/** The pages of Refine take what `types.ts` describes. */
const refineStubs = (): Texts => ({
  'admin/types.ts': templateText('types.ts'),
  ...Object.fromEntries(
    pageStubs.map((module) => {
      const components = templateText(`${module}.tsx`).matchAll(/^export const (\w+)/gm)
      const lines = [...components].map(([, name]) => `export const ${name}: any = undefined`)
      return [`admin/${module}.tsx`, lines.join('\n')]
    }),
  ),
})

const problemsOf = (files: Texts) => {
  const texts = { ...files, 'packages.d.ts': packagesOf(files) }
  const paths = Object.entries(texts).map(([path, text]) => [join(folder, path), text] as const)
  const messages = messagesOf(new Map(paths), options)
  return [...messages].flatMap(([path, found]) => found.map((message) => `${path}: ${message}`))
}

const textsOf = (files: readonly GeneratedFile[]): Texts =>
  Object.fromEntries(files.map(({ path, text }) => [path, text]))

test('a react-admin application for hostile names compiles', () => {
  const { baseUrl, pages } = hostileService
  const files = reactAdminFiles({ title: "It's </b>", baseUrl, contextPath: '' }, pages)
  expect(files.length).toBeGreaterThan(pages.length)
  expect(problemsOf(textsOf(files))).toEqual([])
})

test('a Refine application for hostile names compiles', () => {
  const files = refineFiles(hostileService)
  expect(files.length).toBeGreaterThan(hostileService.pages.length)
  expect(problemsOf({ ...textsOf(files), ...refineStubs() })).toEqual([])
})
