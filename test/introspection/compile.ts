/** Compiles the TypeScript files of folders. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createProgram, messagesOf } from '../types/compiler.js'

/** What the compiler says of the files, in strict mode; empty when nothing is wrong. */
export const compilerMessages = (folders: readonly string[]): readonly string[] => {
  const names = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file)),
  )
  const program = createProgram(new Map(names.map((name) => [name, readFileSync(name, 'utf8')])))
  return names.flatMap((name) => messagesOf(program, name).map((message) => `${name}: ${message}`))
}
