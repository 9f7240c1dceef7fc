/**
 * Bundles the package into few files: Node spends most of a start on finding and loading modules.
 * `npm run build` bundles into `dist`, beside the declarations.
 */
import { copyFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { bundleWorkbench } from './bundle-workbench.js'

export const packageFolder = fileURLToPath(new URL('..', import.meta.url))
const entries = ['index', 'testing', 'client', 'cli']

/** TypeBox consists of 700 small modules, which take a third of the time of a start. */
const bundled = ['typebox', 'typebox/schema']

/** @param more other modules of `src`, for tests */
export const bundle = async (
  outdir: string,
  {
    more = [],
    sourcemap = 'linked',
  }: { more?: readonly string[]; sourcemap?: 'linked' | 'inline' } = {},
): Promise<void> => {
  const { resolve } = createRequire(import.meta.url)
  await build({
    absWorkingDir: packageFolder,
    entryPoints: [...entries, ...more].map((name) => `src/${name}.ts`),
    ...{ outdir, outbase: 'src', chunkNames: 'chunks/[name]-[hash]' },
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20' },
    ...{
      packages: 'external',
      alias: Object.fromEntries(bundled.map((name) => [name, resolve(name)])),
    },
    // The package contains its sources.
    ...{ sourcemap, sourcesContent: false, logLevel: 'silent' },
  })
  const license = join(dirname(resolve('typebox')), '../license')
  await copyFile(license, join(outdir, 'typebox.license'))
}

if (pathToFileURL(process.argv[1] ?? '').href === import.meta.url) {
  const dist = join(packageFolder, 'dist')
  await rm(dist, { recursive: true, force: true })
  await bundle(dist)
  await bundleWorkbench(join(dist, 'workbench'))
}
