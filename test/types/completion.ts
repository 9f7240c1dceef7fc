/** Completions of an editor, from the language service, at a place in a program. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type ts from '@typescript/typescript6'
import { projectFolder } from '../architecture/sources.js'
import { projectOptions } from './compiler.js'

const compiler: typeof ts = createRequire(import.meta.url)('@typescript/typescript6')
const file = join(projectFolder, 'test/types/in-memory/completion.ts')
/** Where the cursor is. */
const cursor = '|'

/** Creates a function that completes at the cursor of a program; one service parses files once. */
export const createCompleter = (): ((program: string) => readonly string[]) => {
  let text = ''
  let version = 0
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => projectOptions,
    getScriptFileNames: () => [file],
    getScriptVersion: (name) => (name === file ? String(version) : '1'),
    getScriptSnapshot: (name) => {
      const content = name === file ? text : compiler.sys.readFile(name)
      return content === undefined ? undefined : compiler.ScriptSnapshot.fromString(content)
    },
    getCurrentDirectory: () => projectFolder,
    getDefaultLibFileName: (options) => compiler.getDefaultLibFilePath(options),
    fileExists: (name) => name === file || compiler.sys.fileExists(name),
    readFile: (name) => (name === file ? text : compiler.sys.readFile(name)),
    directoryExists: compiler.sys.directoryExists,
    getDirectories: compiler.sys.getDirectories,
  }
  const service = compiler.createLanguageService(host)
  return (program) => {
    const position = program.indexOf(cursor)
    text = program.replace(cursor, '')
    version++
    const completions = service.getCompletionsAtPosition(file, position, {})
    return (completions?.entries ?? []).map(({ name }) => name)
  }
}
