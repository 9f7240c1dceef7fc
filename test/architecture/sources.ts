/** The import lines of a folder of sources, resolved to files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url))

export interface Import {
  /** Files below the folder, with `/`; a package by its name. */
  readonly from: string
  readonly to: string
  readonly isPackage: boolean
  /** `import type …`: does not exist at run time. */
  readonly isTypeOnly: boolean
  /** `import('x')`: loaded when the line runs, not with the module. */
  readonly isLazy: boolean
}

/** `import … from 'x'`, `export … from 'x'`, `import 'x'` and `import('x')`; types count too. */
const importLine =
  /^(?:import|export)\b[^'";=]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm

/** A folder that does not exist has no files. */
export const sourceFiles = (folder: string): readonly string[] => {
  const root = join(projectFolder, folder)
  if (!existsSync(root)) return []
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(m?ts|tsx)$/.test(file) && !file.includes('node_modules'))
    .sort()
}

/** The source of a module that an import names by its compiled name. */
const sourceOf = (file: string): string => {
  const source = file.replace(/\.js$/, '.ts')
  return existsSync(source) ? source : file.replace(/\.js$/, '.tsx')
}

export const readSource = (file: string): string => readFileSync(join(projectFolder, file), 'utf8')

export const importsOf = (folder: string): readonly Import[] => {
  const root = join(projectFolder, folder)
  return sourceFiles(folder).flatMap((from) =>
    [...readSource(join(folder, from)).matchAll(importLine)].map((match): Import => {
      const name = match.slice(1).find((part) => part !== undefined)!
      const isTypeOnly = /^(import|export) type\b/.test(match[0])
      const facts = { from, isTypeOnly, isLazy: match[3] !== undefined }
      if (!name.startsWith('.')) return { ...facts, to: name, isPackage: true }
      const file = sourceOf(resolve(root, dirname(from), name))
      return { ...facts, to: relative(root, file).replaceAll('\\', '/'), isPackage: false }
    }),
  )
}
