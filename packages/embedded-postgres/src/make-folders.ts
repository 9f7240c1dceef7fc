import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder with its parents. With `recursive`, `mkdir` of Node never ends below /proc, where
 * nothing can be made and the reason is that the parent, which exists, is missing.
 *
 * @returns the outermost folder that was missing
 */
export const makeFolders = (folder: string, mode = 0o777): string | undefined => {
  if (isFolder(folder)) return undefined
  const parent = dirname(folder)
  const outermost = existsSync(parent) ? undefined : makeFolders(parent, mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(folder)) throw error
  }
  return outermost ?? folder
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
