/**
 * The command that writes the catalogs of messages of an application for translators, and checks
 * that they are complete.
 */
import { existsSync, readFileSync } from 'node:fs'
import { platformMessages } from '../../discovery/platform-messages.js'
import { usedMessages } from '../../discovery/used-messages.js'
import { StartError } from '../../foundation/errors/start-error.js'
import { catalogFile, languagesIn, readPoFile } from '../../foundation/files/catalog-files.js'
import { explainWriting, makeFolders, replaceFile } from '../../foundation/files/files.js'
import { defaultLanguage, isLanguageTag, textIn } from '../../foundation/text/messages.js'
import { printPo } from '../../foundation/text/po-file.js'
import {
  reviewCatalog,
  type UsedTexts,
  updateCatalog,
} from '../../foundation/text/update-catalog.js'
import { type Application, textsOf } from '../compose/application.js'
import { readSettings } from '../compose/read-settings.js'
import { platformTexts } from '../process/platform-texts.js'
import { modelOf } from './describe-contract.js'
import { loadApplication } from './load-application.js'
import { readNames } from './name-lists.js'
import { counted, log, type Run } from './run-command.js'

const defaultFolder = 'languages'

export const messagesCommand: Run = async ({ options }, load) => {
  const application = await loadApplication(options.app, load)
  const { settings } = readSettings({ environment: process.env, file: options.config })
  const ownTexts = [settings['platform.stats.null-label'], ...textsOf(application)]
  const used = usedMessages(modelOf(application.resources, settings), ownTexts)
  const folder = options.out ?? defaultFolder
  const isCheck = options.check !== undefined
  const languages = languagesOf(application, folder, options.language)
  const faults = languages.flatMap((language) => {
    const file = catalogFile(folder, language)
    const source = existsSync(file) ? readFileSync(file, 'utf8') : undefined
    const existing = source === undefined ? undefined : readPoFile(file)
    const texts = textsFor(language, used)
    const catalog = updateCatalog(language, existing, texts, application.messages?.[language])
    const printed = printPo(catalog)
    const { missing, fuzzy, placeholders, obsolete } = reviewCatalog(catalog)
    const counts = [
      `${counted(texts.size, 'text')}`,
      `${missing.length} missing`,
      `${fuzzy.length} to review`,
      `${obsolete.length} obsolete`,
    ]
    log(`${file}: ${counts.join(', ')}`)
    const isCurrent = printed === source
    if (!isCheck && !isCurrent) {
      explainWriting(file, () => {
        makeFolders(folder)
        replaceFile(file, printed)
      })
    }
    return [
      ...(isCheck && !isCurrent ? [`${file} is out of date; run 'corollary messages'.`] : []),
      ...placeholders.map((id) => `${file}: other placeholders than in ${JSON.stringify(id)}.`),
      ...(isCheck ? missing.map((id) => `${file}: no text for ${JSON.stringify(id)}.`) : []),
      ...(isCheck ? fuzzy.map((id) => `${file}: to review: ${JSON.stringify(id)}.`) : []),
    ]
  })
  if (faults.length > 0) {
    log(`\n${faults.join('\n')}`)
    process.exitCode = 1
  }
}

/** @throws StartError */
const languagesOf = (
  { messages = {} }: Application,
  folder: string,
  named: string | undefined,
): readonly string[] => {
  const inFolder = existsSync(folder) ? languagesIn(folder) : []
  const added = named === undefined ? [] : readNames(named)
  const all = [...new Set([...Object.keys(messages), ...inFolder, ...added])]
  const wrong = all.find((tag) => !isLanguageTag(tag))
  if (wrong !== undefined) {
    throw new StartError(`'${wrong}' is not a language tag; write a tag such as 'pt' or 'pt-BR'.`)
  }
  const languages = all.filter((tag) => tag !== defaultLanguage).toSorted()
  if (languages.length > 0) return languages
  throw new StartError(
    `The application has no languages beside English. Name them: corollary messages --language pt,de`,
  )
}

/**
 * Without those of the platform where it has the language itself; with all of them, errors too,
 * where it has not.
 */
const textsFor = (language: string, used: UsedTexts): UsedTexts => {
  const covered = platformTexts.of(language)
  const isCovered = Object.keys(covered).length > 0
  const texts = [...used].filter(([text]) => textIn(covered, text) === undefined)
  return new Map([...(isCovered ? [] : platformMessages()), ...texts])
}
