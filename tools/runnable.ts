/**
 * The package and applications in a folder, as JavaScript that Node runs as it is: translating
 * TypeScript takes most of the time of a start.
 */
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { transform } from 'esbuild'
import { bundle, packageFolder } from './bundle.js'
import { bundleWorkbench } from './bundle-workbench.js'

export interface RunnableContent {
  /** Folders of applications. */
  readonly folders: readonly string[]
  /** Packages of this repository that they import. */
  readonly packages?: readonly string[]
}

const writeFileTo = async (target: string, name: string): Promise<void> => {
  const source = join(packageFolder, name)
  await mkdir(dirname(join(target, name)), { recursive: true })
  if (!name.endsWith('.ts')) return cp(source, join(target, name))
  const { code } = await transform(await readFile(source, 'utf8'), {
    ...{ loader: 'ts', sourcefile: source, sourcemap: 'inline' },
    // Node has no decorators yet.
    target: 'es2023',
  })
  await writeFile(join(target, name.replace(/\.ts$/, '.js')), code)
}

const writeFolder = async (target: string, folder: string): Promise<void> => {
  const entries = await readdir(join(packageFolder, folder), {
    recursive: true,
    withFileTypes: true,
  })
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    // Sample admins have packages of their own, if they are installed.
    .filter(({ parentPath }) => !parentPath.split(sep).includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name).slice(packageFolder.length))
  await Promise.all(names.map((name) => writeFileTo(target, name)))
}

/** Everything is at the same path as in the project, `.js` for `.ts`. */
export const writeRunnable = async (
  target: string,
  { folders, packages = [] }: RunnableContent,
): Promise<void> => {
  await Promise.all([
    bundle(join(target, 'src'), { packages, sourcemap: 'inline' }),
    bundleWorkbench(join(target, 'dist/workbench'), { sourcemap: true }),
    ...['languages', ...folders].map((folder) => writeFolder(target, folder)),
  ])
  const { name, version, exports } = JSON.parse(
    await readFile(join(packageFolder, 'package.json'), 'utf8'),
  )
  const entries = Object.entries<string | { readonly default?: string }>(exports).map(
    ([key, entry]) => [
      key,
      // An entry without a default has only types.
      typeof entry === 'string' ? entry : (entry.default?.replace('dist', 'src') ?? null),
    ],
  )
  const imports = { '#packages/*': './src/packages/*.js' }
  const description = {
    ...{ name, version, type: 'module', imports },
    exports: Object.fromEntries(entries),
  }
  await writeFile(join(target, 'package.json'), JSON.stringify(description))
  await rm(join(target, 'node_modules'), { force: true })
  await symlink(join(packageFolder, 'node_modules'), join(target, 'node_modules'))
}
