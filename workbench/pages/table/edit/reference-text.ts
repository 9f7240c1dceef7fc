/** Finds the records that a text of a spreadsheet names, by their ids or their labels. */
import { dependency } from '../../../controls/dependency.js'
import type { Values } from '../../../controls/input-props.js'
import { labelOrId, rememberLabels } from '../../../service/option-labels.js'
import { readOptions, readOptionsByIds } from '../../../service/records.js'
import type { Field } from '../../../service/shape.js'
import { t } from '../../../texts/translate.js'
import { describeRefusal } from '../../../ui/refusals.js'
import { type Reading, splitList } from './cell-text.js'

/** Maximum number of options in which a label is looked for. */
const searched = 50
/** Maximum number of options that an error names. */
const namedOptions = 5

/** Reads the references of a pasted block. Each text is looked for once. */
export const createReferenceReader = (language: string) => {
  const found = new Map<string, Promise<Reading>>()
  const readOne = (field: Field, text: string, values: Values): Promise<Reading> => {
    const { filter } = dependency(field, values)
    const key = JSON.stringify([field.endpoint, filter, text])
    const reading = found.get(key) ?? findOption(field, filter, text, language)
    found.set(key, reading)
    return reading
  }
  return async (field: Field, text: string, values: Values): Promise<Reading> => {
    const trimmed = text.trim()
    if (!field.multiple) {
      return trimmed === '' ? { value: null } : readOne(field, trimmed, values)
    }
    const read = await Promise.all(splitList(trimmed).map((part) => readOne(field, part, values)))
    const wrong = read.find((each) => 'message' in each)
    return wrong ?? { value: read.map((each) => ('value' in each ? each.value : undefined)) }
  }
}

const findOption = async (
  field: Field,
  filter: Values,
  text: string,
  language: string,
): Promise<Reading> => {
  const endpoint = field.endpoint!
  const canSearch = field.optionSource?.search.enabled ?? true
  const request = { filter, size: searched, ...(canSearch ? { search: text } : {}) }
  const options = await readOptions(endpoint, request)
  if (!options.ok) return { message: describeRefusal(options.error) }
  rememberLabels(field, options.data.content)
  const lower = text.toLocaleLowerCase(language)
  const matches = options.data.content.filter(
    ({ id, label }) => labelOrId(label, id).toLocaleLowerCase(language) === lower,
  )
  if (matches.length === 1) return { value: matches[0]!.id }
  if (matches.length > 1) {
    const named = matches.slice(0, namedOptions).map(({ id, label }) => `${label} (${id})`)
    return {
      message: t('“{text}” is the name of several records: {names}. Use an id.', {
        text,
        names: named.join(', '),
      }),
    }
  }
  return (await findById(field, text)) ?? { message: t('“{text}” was not found.', { text }) }
}

/** A text with the form of an id may be one. */
const findById = async (field: Field, text: string): Promise<Reading | undefined> => {
  if (!/^(\d{1,15}|[\w-]{1,64})$/.test(text)) return undefined
  const endpoint = field.optionSource?.byIdsEndpoint ?? field.endpoint!
  const byId = await readOptionsByIds(endpoint, [text])
  const option = byId.ok ? byId.data.find(({ id }) => String(id) === text) : undefined
  return option && { value: option.id }
}
