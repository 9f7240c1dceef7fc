/** Writes the files of an application. What a user wrote or changed is never written over. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { explainWriting, makeFolders, replaceFile } from '../foundation/files/files.js'
import type { PrintedFile } from './print-files.js'
import { isSameCode, stamped, wasChangedByHand } from './stamps.js'

export interface WrittenFile {
  readonly path: string
  /** `kept` files differ from what would be written. */
  readonly outcome: 'written' | 'updated' | 'unchanged' | 'kept'
  /** Lines that would be written, and that a kept file lacks. */
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
    return explainWriting(path, () => writeUnlessKept(file, path, update))
  })

const writeUnlessKept = (
  { owner, text }: PrintedFile,
  path: string,
  update: boolean,
): WrittenFile => {
  const existing = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  const isGenerated = owner === 'generated'
  if (existing !== undefined) {
    if (isSameCode(existing, text)) return { path, outcome: 'unchanged', missing: [] }
    if (!(update && isGenerated) || wasChangedByHand(existing)) {
      return { path, outcome: 'kept', missing: missingLines(existing, text) }
    }
  }
  makeFolders(dirname(path))
  replaceFile(path, isGenerated ? stamped(text) : text)
  return { path, outcome: existing === undefined ? 'written' : 'updated', missing: [] }
}

/** Lines are compared without indentation: a formatted file must not seem to lack its lines. */
const missingLines = (existing: string, text: string): readonly string[] => {
  const present = new Set(existing.split('\n').map((line) => line.trim()))
  return text.split('\n').filter((line) => !present.has(line.trim()))
}
