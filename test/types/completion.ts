/** Completions of an editor at a place in a program. */
import { join } from 'node:path'
import { projectFolder } from '../architecture/sources.js'
import { openProgram } from './compiler.js'

const file = join(projectFolder, 'test/types/in-memory/completion.ts')
/** Where the cursor is. */
const cursor = '|'

/** The names that an editor suggests at the cursor of a program. */
export const complete = (program: string): readonly string[] => {
  const { checker } = openProgram(new Map([[file, program.replace(cursor, '')]]))
  const completions = checker.getCompletionsAtPosition(file, program.indexOf(cursor))
  // An optional member is suggested with the question mark of its declaration.
  return (completions?.entries ?? []).map(({ name }) => name.replace(/\?$/, ''))
}
