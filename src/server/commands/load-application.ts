/** Loads the application of a command from its module. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from '../../foundation/errors/start-error.js'
import type { Application } from '../compose/application.js'
import { checkApplication } from '../compose/check-application.js'

/** Loads a module by its absolute file name. */
export type Import = (file: string) => Promise<unknown>

export const loadApplication = async (
  given: string | undefined,
  load: Import,
): Promise<Application> => {
  const file = given ?? './corollary.app.js'
  const path = resolve(file)
  if (!existsSync(path)) {
    throw new StartError(`There is no module '${file}'; name it with --app <file>.`)
  }
  const module = await load(path).catch((error: unknown) => {
    throw explainLoading(error, file)
  })
  const application = (module as { default?: Application }).default
  if (!Array.isArray(application?.resources)) {
    throw new StartError(
      `The default export of '${file}' is not an application; create it with defineApplication({ … }).`,
    )
  }
  checkApplication(application)
  return application
}

/** Error codes of Node for TypeScript that it cannot run. */
const typeScriptCodes = new Set([
  'ERR_UNKNOWN_FILE_EXTENSION',
  'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX',
  'ERR_INVALID_TYPESCRIPT_SYNTAX',
  'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING',
])

/** The TypeScript file that an import means by its compiled name, which only tsx understands. */
const sourceOf = ({ code, url }: NodeJS.ErrnoException & { readonly url?: string }) => {
  if (code !== 'ERR_MODULE_NOT_FOUND' || !url?.endsWith('.js')) return undefined
  const source = fileURLToPath(url).replace(/\.js$/, '.ts')
  return existsSync(source) ? source : undefined
}

const explainLoading = (error: unknown, file: string): unknown => {
  const { code = '', message } = error as NodeJS.ErrnoException
  const source = sourceOf(error as NodeJS.ErrnoException)
  if (source !== undefined) {
    return new StartError(
      `'${file}' imports ${source} by the name of a JavaScript file. Where Node itself runs TypeScript, imports end in .ts; or install tsx and run: node --import tsx node_modules/corollary/dist/cli.js …`,
      { cause: error },
    )
  }
  if (!typeScriptCodes.has(code)) return error
  return new StartError(
    `Node ${process.version} cannot run the TypeScript of '${file}': ${message}. Compile it to JavaScript first, or install tsx and run: node --import tsx node_modules/corollary/dist/cli.js …`,
    { cause: error },
  )
}

/** Rejects arguments that nothing would read. */
export const checkArguments = ({ prepare }: Application, [first]: readonly string[]): void => {
  if (prepare || first === undefined) return
  throw new StartError(
    `'${first}' is not an argument of corollary, and the application has no 'prepare' that could receive it.`,
  )
}
