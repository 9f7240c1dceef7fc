/** Files of this package, from its sources and from its published files alike. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { StartError } from '../../foundation/errors/start-error.js'

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
 * Lets a project in a folder depend on this package: on its version, if it is from a registry, or
 * on its repository. A package from anywhere else, such as a checkout, is packed into the folder,
 * so that the project can be moved and built in a container.
 *
 * @returns the dependency for `package.json`
 */
export const addPackage = (folder: string, packageFolder = dirname(description())): string => {
  const origin = originOf(packageFolder)
  if (origin?.startsWith('http')) return `^${packageVersion()}`
  return origin?.startsWith('git') ? origin : `file:${pack(packageFolder, folder)}`
}

/** Address that npm installed a package from; undefined in a checkout, or with another program. */
const originOf = (packageFolder: string): string | undefined => {
  const list = join(dirname(packageFolder), '.package-lock.json')
  if (!existsSync(list)) return undefined
  const { packages } = JSON.parse(readFileSync(list, 'utf8')) as InstalledPackages
  return packages['node_modules/corollary']?.resolved
}

/** Returns the name of the file. */
const pack = (packageFolder: string, folder: string): string => {
  // The package is built already.
  const options = ['--ignore-scripts', '--silent', '--pack-destination', resolve(folder)]
  const command = ['pack', packageFolder, ...options]
  return execFileSync('npm', command, { encoding: 'utf8' }).trim()
}
