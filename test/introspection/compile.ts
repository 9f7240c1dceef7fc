/** Compiles the TypeScript files of folders. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from '@typescript/typescript6'

/** What the compiler says of the files, in strict mode; empty when nothing is wrong. */
export const compilerMessages = (folders: readonly string[]): readonly string[] => {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.')
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file)),
  )
  const program = ts.createProgram(files, { ...options, allowImportingTsExtensions: true })
  return files.flatMap((file) => {
    const source = program.getSourceFile(file)
    return [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ].map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`)
  })
}
