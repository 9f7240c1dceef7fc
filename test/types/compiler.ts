/**
 * Compiles TypeScript in memory, by a process of the compiler that the test files of a worker
 * share: it parses a file on disk once, whichever program reads it.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { API, type Diagnostic, type Project, type Snapshot } from 'typescript/unstable/sync'
import { projectFolder } from '../architecture/sources.js'

/** Texts of files by absolute path. */
export type Files = ReadonlyMap<string, string>

/** Compiler options as a `tsconfig.json` has them. */
export type Options = Readonly<Record<string, unknown>>

const readOptions = (): Options => {
  const text = readFileSync(join(projectFolder, 'tsconfig.json'), 'utf8')
  return (JSON.parse(text) as { compilerOptions: Options }).compilerOptions
}

/**
 * The options of this project, which may import files with the suffix `.ts`, as new projects do.
 */
export const projectOptions: Options = { ...readOptions(), allowImportingTsExtensions: true }

/** The project of every program: what it contains changes. */
const configFile = join(projectFolder, 'test/types/in-memory/tsconfig.json')

/** What the compiler finds beside the files on disk. */
let virtualFiles: Files = new Map()
let virtualFolders: ReadonlySet<string> = new Set()

const foldersOf = (files: Files): ReadonlySet<string> => {
  const folders = new Set<string>()
  for (const name of files.keys()) {
    for (let folder = dirname(name); !folders.has(folder); folder = dirname(folder)) {
      folders.add(folder)
    }
  }
  return folders
}

const changesOf = (before: Files, after: Files) => ({
  created: [...after.keys()].filter((name) => !before.has(name)),
  changed: [...after.keys()].filter(
    (name) => before.has(name) && before.get(name) !== after.get(name),
  ),
  deleted: [...before.keys()].filter((name) => !after.has(name)),
})

/** The process ends with its worker. */
let compiler: API | undefined
let snapshot: Snapshot | undefined

const startCompiler = (): API =>
  new API({
    cwd: projectFolder,
    // Undefined refers the compiler to the disk.
    fs: {
      readFile: (name) => virtualFiles.get(name),
      fileExists: (name) => virtualFiles.has(name) || undefined,
      directoryExists: (name) => virtualFolders.has(name) || undefined,
    },
  })

/** A program of these files and of what they import. It lasts until the next one is opened. */
export const openProgram = (files: Files, options = projectOptions): Project => {
  const config = JSON.stringify({ compilerOptions: options, files: [...files.keys()] })
  const before = virtualFiles
  virtualFiles = new Map([...files, [configFile, config]])
  virtualFolders = foldersOf(virtualFiles)
  compiler ??= startCompiler()
  const previous = snapshot
  snapshot = compiler.updateSnapshot({
    ...(previous ? {} : { openProjects: [configFile] }),
    fileChanges: changesOf(before, virtualFiles),
  })
  // After the next one is open: both share what is parsed.
  previous?.dispose()
  const project = snapshot.getProject(configFile)
  if (!project) throw new Error(`The compiler did not open ${configFile}`)
  return project
}

const textOf = ({ text, messageChain = [] }: Diagnostic): string =>
  [text, ...messageChain.map(textOf)].join('\n')

/**
 * The errors of each file, and what prevents that a declaration file is written for it if the
 * options want one.
 */
export const messagesOf = (
  files: Files,
  options = projectOptions,
): ReadonlyMap<string, readonly string[]> => {
  const { program } = openProgram(files, options)
  const diagnosticsOf = (name: string): readonly Diagnostic[] => [
    ...program.getSyntacticDiagnostics(name),
    ...program.getSemanticDiagnostics(name),
    ...(options['declaration'] ? program.getDeclarationDiagnostics(name) : []),
  ]
  return new Map([...files.keys()].map((name) => [name, diagnosticsOf(name).map(textOf)] as const))
}
