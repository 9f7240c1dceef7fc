/**
 * Brings the catalogs of the platform's own texts in `languages` up to date. `npm run languages`
 * writes them; with `--check` it reports what is missing.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { platformMessages } from '../src/discovery/platform-messages.js'
import { printPo, readPo } from '../src/foundation/text/po-file.js'
import { updateCatalog } from '../src/foundation/text/update-catalog.js'

for (const language of ['de', 'es', 'pt']) {
  const file = fileURLToPath(new URL(`../languages/${language}.po`, import.meta.url))
  const existing = readPo(readFileSync(file, 'utf8'))
  writeFileSync(file, printPo(updateCatalog(language, existing, platformMessages())))
}
