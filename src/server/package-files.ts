/** Files of this package, from its sources and from its published files alike. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'

const description = createRequire(import.meta.url).resolve('corollary/package.json')

export const packageFolder = dirname(description)

export const packageVersion = (): string => JSON.parse(readFileSync(description, 'utf8')).version
