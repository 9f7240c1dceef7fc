/** Creates a project from the templates. */
import { cpSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fillFolder } from '../../foundation/files/files.js'
import { kebabCase } from '../../introspection/names.js'
import { addPackage, packageFile } from '../process/package-files.js'

const templates = packageFile('templates')

/** npm leaves files of these names out of a package. */
const renamed: readonly (readonly [template: string, file: string])[] = [
  ['package.template.json', 'package.json'],
  ['gitignore', '.gitignore'],
  ['dockerignore', '.dockerignore'],
]

/** Of a project for an existing database. */
export interface ProjectSource {
  readonly databaseUrl: string
  /** Writes the sources of the project, and returns a report. */
  readonly write: (folder: string) => string
}

/**
 * Copies the template.
 *
 * @returns the report of the source, if there is one
 * @throws StartError when the folder contains files or cannot be written
 */
export const createProject = (folder: string, source?: ProjectSource): string | undefined =>
  fillFolder(folder, () => {
    copyTemplate(folder, source?.databaseUrl)
    return source?.write(join(folder, 'src'))
  })

const copyTemplate = (folder: string, databaseUrl: string | undefined): void => {
  const ofDatabase = ['src', 'test'].map((each) => join(templates, 'service', each))
  const isCopied = (file: string): boolean =>
    databaseUrl === undefined || !ofDatabase.includes(file)
  cpSync(join(templates, 'service'), folder, { recursive: true, filter: isCopied })
  if (databaseUrl !== undefined) cpSync(join(templates, 'database'), folder, { recursive: true })
  for (const [template, file] of renamed) renameSync(join(folder, template), join(folder, file))
  const name = kebabCase(basename(resolve(folder)))
  for (const file of ['README.md', 'src/app.ts']) {
    if (existsSync(join(folder, file)))
      rewrite(join(folder, file), (text) => text.replaceAll('my-service', name))
  }
  rewrite(join(folder, 'package.json'), (text) => packageText(text, name, addPackage(folder)))
  if (databaseUrl !== undefined)
    writeFileSync(join(folder, '.env'), `DATABASE_URL="${databaseUrl}"\n`, { mode: 0o600 })
}

const rewrite = (file: string, change: (text: string) => string): void =>
  writeFileSync(file, change(readFileSync(file, 'utf8')))

interface PackageFile {
  readonly dependencies: Readonly<Record<string, string>>
}

const packageText = (text: string, name: string, corollary: string): string => {
  const template = JSON.parse(text) as PackageFile
  const dependencies = { ...template.dependencies, corollary }
  return `${JSON.stringify({ ...template, name, dependencies }, null, 2)}\n`
}
