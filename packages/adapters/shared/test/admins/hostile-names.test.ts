/** Admins that are generated for a service with hostile names compile with their packages. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from '../../../../../test/architecture/sources.js'
import { messagesOf } from '../../../../../test/types/compiler.js'
import { adminFiles as reactAdminFiles } from '../../../react-admin/src/generate/admin.js'
import { adminFiles as refineFiles } from '../../../refine/src/generate/admin-files.js'
import type { GeneratedFile } from '../../src/generate/command.js'
import { hostileService } from '../hostile-pages.js'

/** @param admin the sample whose packages the files use */
const problemsOf = (admin: string, files: readonly GeneratedFile[]): readonly string[] => {
  const folder = join(projectFolder, 'examples/admins', admin)
  const { compilerOptions } = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8'))
  const paths = {
    [`@corollary/${admin}`]: [join(projectFolder, `packages/adapters/${admin}/src/index.ts`)],
    'corollary/client': [join(projectFolder, 'src/client.ts')],
  }
  const texts = files.map(({ path, text }) => [join(folder, 'src/hostile', path), text] as const)
  const messages = messagesOf(new Map(texts), { ...compilerOptions, paths })
  return [...messages].flatMap(([path, found]) => found.map((message) => `${path}: ${message}`))
}

test('a react-admin application for hostile names compiles', () => {
  const { baseUrl, pages } = hostileService
  const files = reactAdminFiles({ title: "It's </b>", baseUrl, contextPath: '' }, pages)
  expect(problemsOf('react-admin', files)).toEqual([])
})

test('a Refine application for hostile names compiles', () => {
  const folder = join(projectFolder, 'packages/adapters/refine/templates')
  const templates = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => {
      const file = join(parentPath, name)
      return { path: file.slice(folder.length), text: readFileSync(file, 'utf8'), omitted: [] }
    })
  expect(problemsOf('refine', [...refineFiles(hostileService), ...templates])).toEqual([])
})
