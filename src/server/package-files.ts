/** Files of this package, from its sources and from its published files alike. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { StartError } from '../foundation/start-error.js'

/** Found at the first use: in a program that a bundler made of the package it does not exist. */
const description = (): string => createRequire(import.meta.url).resolve('corollary/package.json')

export const packageFile = (path: string): string => join(dirname(description()), path)

export const packageVersion = (): string => JSON.parse(readFileSync(description(), 'utf8')).version

/** @throws StartError in a checkout that projects cannot use yet */
export const requireBuilt = (): void => {
  if (existsSync(packageFile('dist/index.js'))) return
  throw new StartError(
    `${dirname(description())} is not built yet. Run 'npm run build' there first.`,
  )
}

/** What npm writes beside the packages that it installs. */
interface InstalledPackages {
  readonly packages: Readonly<Record<string, { readonly resolved?: string } | undefined>>
}

/**
 * How a project in a folder depends on this package: on its version in the registry, or on the
 * file, the checkout or the repository that it runs from.
 */
export const packageDependency = (
  folder: string,
  packageFolder = dirname(description()),
): string => {
  const fileIn = (path: string): string => `file:${relative(resolve(folder), path)}`
  const parent = dirname(packageFolder)
  if (basename(parent) !== 'node_modules') return fileIn(packageFolder)
  const version = `^${packageVersion()}`
  const list = join(parent, '.package-lock.json')
  // Other package managers have none.
  if (!existsSync(list)) return version
  const { packages } = JSON.parse(readFileSync(list, 'utf8')) as InstalledPackages
  const resolved = packages['node_modules/corollary']?.resolved
  if (resolved === undefined || resolved.startsWith('http')) return version
  const [, file] = resolved.split(/^file:/)
  return file === undefined ? resolved : fileIn(resolve(dirname(parent), file))
}
