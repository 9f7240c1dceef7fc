/** The platform's own texts, from the catalogs of messages in the package. */

import { readPoFile, textsOfFile } from '../../foundation/files/catalog-files.js'
import { memoizeTexts } from '../../foundation/functions/memoize.js'
import type { PlatformTexts } from '../../foundation/text/messages.js'
import { packageFile } from './package-files.js'

const languages = ['de', 'es', 'pt']

/** Read at the first use: most services respond in few languages. */
const readTexts = memoizeTexts((language) => {
  if (!languages.includes(language)) return {}
  try {
    return textsOfFile(readPoFile(packageFile(`languages/${language}.po`)))
  } catch {
    // A bundler made a program of the package, without its files: texts are English.
    return {}
  }
})

export const platformTexts: PlatformTexts = {
  languages,
  of: (tag) => readTexts(tag.toLowerCase().split('-')[0]!),
}
