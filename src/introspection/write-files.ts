/** Writes the files of an application. What a user wrote or changed is never written over. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../foundation/start-error.js'
import type { PrintedFile } from './print-files.js'
import { isSameCode, stamped, wasChangedByHand } from './stamps.js'

export interface WrittenFile {
  readonly path: string
  /** `kept` files differ from what would be written. */
  readonly outcome: 'written' | 'updated' | 'unchanged' | 'kept'
  /** Of a kept file: lines that would be written and that it lacks. */
  readonly missing: readonly string[]
}

/** @throws StartError when a file cannot be written */
export const writeFiles = (
  files: readonly PrintedFile[],
  folder: string,
  { update }: { readonly update: boolean },
): readonly WrittenFile[] =>
  files.map((file) => {
    const path = join(folder, file.path)
    const existing = existsSync(path) ? readFileSync(path, 'utf8') : undefined
    const isGenerated = file.owner === 'generated'
    if (existing !== undefined) {
      if (isSameCode(existing, file.text)) return { path, outcome: 'unchanged', missing: [] }
      if (!(update && isGenerated) || wasChangedByHand(existing)) {
        return { path, outcome: 'kept', missing: missingLines(existing, file.text) }
      }
    }
    write(path, isGenerated ? stamped(file.text) : file.text)
    return { path, outcome: existing === undefined ? 'written' : 'updated', missing: [] }
  })

const write = (path: string, text: string): void => {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  } catch (error) {
    const { message } = error as Error
    throw new StartError(`'${path}' cannot be written: ${message}`, { cause: error })
  }
}

/** Compared without indentation, so that a formatted file does not seem to lack its lines. */
const missingLines = (existing: string, text: string): readonly string[] => {
  const present = new Set(existing.split('\n').map((line) => line.trim()))
  return text.split('\n').filter((line) => !present.has(line.trim()))
}
