/**
 * Builds the adapters of `packages/adapters`: each becomes one module with its declarations, and a
 * command line if it has one, in its own `dist`. The files of `shared` become part of the modules;
 * no declaration of an adapter refers to them. `npm run build` comes first, because declarations
 * refer to those of the client.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { packageFolder } from './bundle.js'

const adapters = join(packageFolder, 'packages/adapters')
const declarations = join(packageFolder, 'dist/adapters')
const compiler = join(packageFolder, 'node_modules/typescript/bin/tsc')

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
  await cp(join(packageFolder, 'LICENSE'), join(dist, 'LICENSE'))
}
await rm(declarations, { recursive: true })
