/** Compiles the TypeScript files of folders. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Files, messagesOf } from '../types/compiler.js'

/** The TypeScript files in these folders. */
export const filesIn = (folders: readonly string[]): Files => {
  const names = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file)),
  )
  return new Map(names.map((name) => [name, readFileSync(name, 'utf8')]))
}

/** What the compiler says of the files, in strict mode; empty when nothing is wrong. */
export const compilerMessages = (folders: readonly string[]): readonly string[] =>
  [...messagesOf(filesIn(folders))].flatMap(([name, messages]) =>
    messages.map((message) => `${name}: ${message}`),
  )
