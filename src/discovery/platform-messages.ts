/** The platform's own texts that people read, for its catalogs of messages. */
import { errorMessages } from '../foundation/errors/app-error.js'
import { errorTable } from '../foundation/errors/error-codes.js'
import { schemaFaults } from '../foundation/errors/schema-faults.js'
import { valueFaults } from '../foundation/errors/value-faults.js'
import { valueForms } from '../foundation/errors/value-forms.js'
import { settingTable } from '../foundation/settings/settings.js'
import { placeholdersOf } from '../foundation/text/placeholders.js'
import type { UsedTexts } from '../foundation/text/update-catalog.js'
import { restore } from '../model/compile/compile-resource.js'
import { automaticTitles } from '../model/compile/compile-surfaces.js'
import { ruleTexts } from '../model/compile/rule-messages.js'
import { formTexts } from './schemas/field-facts.js'
import { optionLabels } from './schemas/x-ui.js'

const textsByPlace: Readonly<Record<string, readonly string[]>> = {
  'error-titles': Object.values(errorTable).map(({ title }) => title),
  errors: Object.values(errorMessages).map(({ text }) => text),
  'error-parts': [valueFaults, valueForms, schemaFaults].flatMap((texts) => Object.values(texts)),
  forms: [...formTexts, ...optionLabels],
  rules: ruleTexts,
  surfaces: [...automaticTitles, restore.title],
  statistics: [settingTable['platform.stats.null-label'].default],
}

/** A text such as `{message}` consists of the words of the application. */
const hasWords = (text: string): boolean =>
  placeholdersOf(text).reduce((rest, name) => rest.replace(`{${name}}`, ''), text) !== ''

export const platformMessages = (): UsedTexts => {
  const used = new Map<string, string[]>()
  for (const [place, texts] of Object.entries(textsByPlace)) {
    for (const text of texts.filter(hasWords)) {
      const places = used.get(text) ?? []
      if (!places.includes(place)) used.set(text, [...places, place])
    }
  }
  return used
}
