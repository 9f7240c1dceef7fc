/**
 * Builds what is measured: the package into `dist`, and the servers into `.corollary/bench`, so
 * that their processes run plain JavaScript as in production.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
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
    entryPoints: [
      ...['examples/people/**/*.ts', 'examples/bureau/**/*.ts'],
      ...['bench/*.ts', 'bench/cases/**/*.ts', 'bench/hand-written/*.ts', 'bench/servers/*.ts'],
    ],
    outdir: builtFolder,
    outbase: '.',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  })
  const schema = 'examples/people/database/schema.sql'
  await copyFile(join(packageFolder, schema), join(builtFolder, schema))
}

const peersFolder = join(packageFolder, 'bench/peers')

/** Peers find their packages beside them. @param names of files of `bench/peers` */
export const buildPeers = async (
  names: readonly string[],
  tell: (text: string) => void,
): Promise<void> => {
  if (names.length === 0) return
  if (!existsSync(join(peersFolder, 'node_modules'))) {
    tell('Installing the packages of bench/peers')
    const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']
    await promisify(execFile)('npm', install, { cwd: peersFolder })
  }
  await build({
    absWorkingDir: packageFolder,
    entryPoints: names.map((name) => `bench/peers/${name}.ts`),
    outdir: join(peersFolder, 'dist'),
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  })
}

export const peerFile = (name: string): string => join(peersFolder, 'dist', `${name}.js`)

export const serverFile = (name: string): string => join(builtFolder, 'bench/servers', `${name}.js`)
