/**
 * The package as JavaScript, for tests that start processes: Node runs it as it is, while it would
 * spend most of a short test on translating TypeScript.
 */
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { transformWithEsbuild } from 'vite'
import type { TestProject } from 'vitest/node'
import { projectFolder } from '../architecture/sources.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with what the tests run, at the same paths as in the project, `.js` for `.ts`. */
    readonly builtPackage: string
  }
}

const folders = ['src', 'examples', 'test/server/apps', 'test/embedded']

const build = async (target: string, name: string): Promise<void> => {
  const source = join(projectFolder, name)
  await mkdir(dirname(join(target, name)), { recursive: true })
  if (!name.endsWith('.ts')) return cp(source, join(target, name))
  const { code } = await transformWithEsbuild(await readFile(source, 'utf8'), source, {
    sourcemap: 'inline',
    // Node has no decorators yet.
    target: 'es2023',
  })
  await writeFile(join(target, name.replace(/\.ts$/, '.js')), code)
}

const buildFolder = async (target: string, folder: string): Promise<void> => {
  const entries = await readdir(join(projectFolder, folder), {
    recursive: true,
    withFileTypes: true,
  })
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(projectFolder.length))
  await Promise.all(names.map((name) => build(target, name)))
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const target = await mkdtemp(join(tmpdir(), 'corollary-built-'))
  // Some processes run as another user.
  await chmod(target, 0o755)
  await Promise.all(folders.map((folder) => buildFolder(target, folder)))
  const { version } = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8'))
  const entries = ['index', 'testing', 'client'].map((name) => [
    name === 'index' ? '.' : `./${name}`,
    `./src/${name}.js`,
  ])
  const description = {
    name: 'corollary',
    version,
    type: 'module',
    exports: Object.fromEntries(entries),
  }
  await writeFile(join(target, 'package.json'), JSON.stringify(description))
  await symlink(join(projectFolder, 'node_modules'), join(target, 'node_modules'))
  project.provide('builtPackage', target)
  return () => rm(target, { recursive: true })
}
