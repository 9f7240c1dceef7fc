/**
 * Builds what is measured: the package into `dist`, and the servers into `.corollary/bench`, so
 * that their processes run plain JavaScript as in production.
 */
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { bundle, packageFolder } from '../tools/bundle.js'
import { bundleWorkbench } from '../tools/bundle-workbench.js'

export const builtFolder = join(packageFolder, '.corollary/bench')

export const buildPackage = async (): Promise<void> => {
  const dist = join(packageFolder, 'dist')
  await bundle(dist)
  await bundleWorkbench(join(dist, 'workbench'))
}

/** One file to one, so that modules find their neighbours. */
export const buildServers = async (): Promise<void> => {
  await rm(builtFolder, { recursive: true, force: true })
  await build({
    absWorkingDir: packageFolder,
    entryPoints: ['examples/people/**/*.ts', 'bench/**/*.ts'],
    ...{ outdir: builtFolder, outbase: '.', format: 'esm', platform: 'node', target: 'node20' },
    logLevel: 'warning',
  })
  const schema = 'examples/people/database/schema.sql'
  await copyFile(join(packageFolder, schema), join(builtFolder, schema))
}

export const serverFile = (name: string): string => join(builtFolder, 'bench/servers', `${name}.js`)
