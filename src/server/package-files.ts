/** Files of this package, from its sources and from its published files alike. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Found at the first use: in a program that a bundler made of the package it does not exist. */
const description = (): string => createRequire(import.meta.url).resolve('corollary/package.json')

export const packageFile = (path: string): string => join(dirname(description()), path)

export const packageVersion = (): string => JSON.parse(readFileSync(description(), 'utf8')).version
