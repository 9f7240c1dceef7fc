/**
 * Compiles TypeScript in memory. A file on disk is parsed once per worker, whichever program reads
 * it.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type ts from '@typescript/typescript6'
import { projectFolder } from '../architecture/sources.js'

/**
 * By `require`: an import first searches the nine megabytes of the compiler for the names it
 * exports.
 */
const compiler: typeof ts = createRequire(import.meta.url)('@typescript/typescript6')

const readOptions = (): ts.CompilerOptions => {
  const { config } = compiler.readConfigFile(
    join(projectFolder, 'tsconfig.json'),
    compiler.sys.readFile,
  )
  return compiler.convertCompilerOptionsFromJson(config.compilerOptions, projectFolder).options
}

/**
 * The options of this project, which may import files with the suffix `.ts`, as new projects do.
 * Programs with this object share what is parsed.
 */
export const projectOptions: ts.CompilerOptions = {
  ...readOptions(),
  allowImportingTsExtensions: true,
}

/** Options as a `tsconfig.json` has them. */
export const optionsOf = (json: object): ts.CompilerOptions =>
  compiler.convertCompilerOptionsFromJson(json, projectFolder).options

/**
 * Parsed files by name. What is parsed depends on the options, so each object of options has its
 * own.
 */
const parsedFiles = new WeakMap<ts.CompilerOptions, Map<string, ts.SourceFile | undefined>>()

/** Reads from disk what `files` does not have. */
const createHost = (
  files: ReadonlyMap<string, string>,
  options: ts.CompilerOptions,
): ts.CompilerHost => {
  const host = compiler.createCompilerHost(options)
  const folders = new Set<string>()
  for (const name of files.keys()) {
    for (let folder = dirname(name); !folders.has(folder); folder = dirname(folder)) {
      folders.add(folder)
    }
  }
  const parsed = parsedFiles.get(options) ?? new Map<string, ts.SourceFile | undefined>()
  parsedFiles.set(options, parsed)
  return {
    ...host,
    fileExists: (name) => files.has(name) || host.fileExists(name),
    readFile: (name) => files.get(name) ?? host.readFile(name),
    directoryExists: (name) => folders.has(name) || host.directoryExists!(name),
    getSourceFile: (name, version, ...rest) => {
      const text = files.get(name)
      if (text !== undefined) return compiler.createSourceFile(name, text, version)
      if (!parsed.has(name)) parsed.set(name, host.getSourceFile(name, version, ...rest))
      return parsed.get(name)
    },
  }
}

/**
 * A program of these files, by absolute path, and of what they import: `others`, or files on disk.
 */
export const createProgram = (
  files: ReadonlyMap<string, string>,
  options: ts.CompilerOptions = projectOptions,
  others: ReadonlyMap<string, string> = new Map(),
): ts.Program =>
  compiler.createProgram(
    [...files.keys()],
    options,
    createHost(new Map([...others, ...files]), options),
  )

const textsOf = (diagnostics: readonly ts.Diagnostic[]): readonly string[] =>
  diagnostics.map(({ messageText }) => compiler.flattenDiagnosticMessageText(messageText, '\n'))

const fileOf = (program: ts.Program, name: string): ts.SourceFile => {
  const file = program.getSourceFile(name)
  if (!file) throw new Error(`The program has no file ${name}`)
  return file
}

/** The errors of one file. */
export const messagesOf = (program: ts.Program, name: string): readonly string[] => {
  const file = fileOf(program, name)
  return textsOf([
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ])
}

/** What prevents that a declaration file is written for one file. */
export const declarationMessagesOf = (program: ts.Program, name: string): readonly string[] =>
  textsOf(program.getDeclarationDiagnostics(fileOf(program, name)))
