/** Reads catalogs of messages from the files `pt.po`, `pt-BR.po` and the like of a folder. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from '../errors/start-error.js'
import type { MessageCatalogs } from '../text/messages.js'
import { PoError, type PoFile, readPo } from '../text/po-file.js'

const extension = '.po'

/** @throws StartError */
export const readPoFile = (file: string): PoFile => {
  try {
    return readPo(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof PoError) {
      throw new StartError(`'${file}' is not a catalog of messages: ${error.message}.`)
    }
    throw new StartError(`'${file}' cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/** The languages that a folder has files of. @throws StartError */
export const languagesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(extension))
      .map((name) => name.slice(0, -extension.length))
      .toSorted()
  } catch (error) {
    throw new StartError(`The folder '${folder}' cannot be read: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

export const catalogFile = (folder: string, language: string): string =>
  join(folder, `${language}${extension}`)

/** Translations that are complete: the file has a text, which needs no review. */
export const textsOfFile = ({ entries }: PoFile): MessageCatalogs[string] =>
  Object.fromEntries(
    entries
      .filter(
        ({ text, flags, isObsolete }) => text !== '' && !isObsolete && !flags.includes('fuzzy'),
      )
      .map(({ id, text }) => [id, text]),
  )

/**
 * Reads the files `<language>.po` of a folder, such as `pt.po`, which `corollary messages` writes.
 *
 * @example
 * defineApplication({ messages: readMessages(new URL('../text/languages/', import.meta.url)), … })
 * @throws StartError if the folder or a file cannot be read
 */
export const readMessages = (folder: string | URL): MessageCatalogs => {
  const path = typeof folder === 'string' ? folder : fileURLToPath(folder)
  return Object.fromEntries(
    languagesIn(path).map((language) => [
      language,
      textsOfFile(readPoFile(catalogFile(path, language))),
    ]),
  )
}
