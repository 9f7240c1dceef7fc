/**
 * Builds the adapters of `packages/adapters`: each becomes one module with its declarations, and a
 * command line if it has one, in its own `dist`. The files of `shared` become part of the modules,
 * and their declarations are in `dist/shared`. `npm run build` comes first, because declarations
 * refer to those of the client.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'
import { packageFolder } from './bundle.js'

const adapters = join(packageFolder, 'packages/adapters')
const declarations = join(packageFolder, 'dist/adapters')
const compiler = join(packageFolder, 'node_modules/typescript/bin/tsc')

/** Lets declarations refer to their copies of shared files, and to nothing else outside. */
const keepInside = async (dist: string): Promise<void> => {
  const names = await readdir(dist, { recursive: true })
  for (const name of names.filter((file) => file.endsWith('.d.ts'))) {
    const file = join(dist, name)
    const toShared = relative(dirname(file), join(dist, 'shared'))
    const start = toShared.startsWith('.') ? toShared : `./${toShared}`
    const text = await readFile(file, 'utf8')
    const inside = text.replaceAll(/(['"])(?:\.\.\/)+shared\/src\//g, `$1${start}/`)
    for (const [, to = ''] of inside.matchAll(/(?:from |import\()['"](\.[^'"]+)/g)) {
      const target = join(dirname(file), to).replace(/\.js$/, '.d.ts')
      if (target.startsWith(dist) && existsSync(target)) continue
      throw new Error(`${file} refers to ${to}, which is not published`)
    }
    await writeFile(file, inside)
  }
}

execFileSync(process.execPath, [compiler, '-p', join(adapters, 'tsconfig.build.json')], {
  stdio: 'inherit',
})
for (const entry of await readdir(adapters, { withFileTypes: true })) {
  if (!entry.isDirectory() || entry.name === 'shared') continue
  const dist = join(adapters, entry.name, 'dist')
  const entryPoints = ['src/index.ts', 'src/cli.ts']
    .map((file) => join(adapters, entry.name, file))
    .filter((file) => existsSync(file))
  await rm(dist, { recursive: true, force: true })
  await build({
    ...{ entryPoints, outdir: dist },
    ...{ bundle: true, packages: 'external', format: 'esm', target: 'es2022', jsx: 'automatic' },
    // The paths of tsconfig.json would bundle the sources of the client.
    tsconfigRaw: {},
    ...{ sourcemap: 'linked', sourcesContent: false, logLevel: 'warning' },
  })
  await cp(join(declarations, entry.name, 'src'), dist, { recursive: true })
  await cp(join(declarations, 'shared/src'), join(dist, 'shared'), { recursive: true })
  await keepInside(dist)
  await cp(join(packageFolder, 'LICENSE'), join(dist, 'LICENSE'))
}
await rm(declarations, { recursive: true })
