/** Writes files and folders, wholly or not at all. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../errors/start-error.js'

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

/** Replaces a file, so that a full disk leaves what was there. */
export const replaceFile = (path: string, text: string): void => {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, text, { flag: 'wx' })
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/**
 * Fills a folder that is empty or missing. If that fails, the folder is again as it was.
 *
 * @throws StartError when the folder contains files or cannot be written
 */
export const fillFolder = <T>(folder: string, fill: () => T): T =>
  explainWriting(folder, () => {
    if (existsSync(folder) && readdirSync(folder).length > 0) {
      throw new StartError(`'${folder}' is not empty; name a new folder.`)
    }
    const made = makeFolders(folder)
    try {
      return fill()
    } catch (error) {
      const left =
        made === undefined ? readdirSync(folder).map((each) => join(folder, each)) : [made]
      for (const path of left) rmSync(path, { recursive: true, force: true })
      throw error
    }
  })

/**
 * Runs work that writes a file or a folder.
 *
 * @throws StartError when that fails
 */
export const explainWriting = <T>(path: string, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`'${path}' cannot be written: ${(error as Error).message}`, {
      cause: error,
    })
  }
}
