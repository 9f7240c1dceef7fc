/** Brings a catalog of messages up to date with the texts that an application has. */
import { placeholdersOf } from './placeholders.js'
import type { PoEntry, PoFile } from './po-file.js'

/** Where each text is used, by the English text. */
export type UsedTexts = ReadonlyMap<string, readonly string[]>

/** Tools of translators compare placeholders such as `{limit}` of texts with this flag. */
const placeholderFlag = 'python-brace-format'

const headersOf = (language: string): readonly string[] => [
  `Language: ${language}`,
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=UTF-8',
  'Content-Transfer-Encoding: 8bit',
]

const byId = (a: PoEntry, b: PoEntry): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/**
 * Keeps translations and remarks. A text that is not used any more becomes obsolete, if it was
 * added here; an entry without references belongs to the author of the file and stays.
 *
 * @param existing undefined for a new language
 * @param translations texts that the application has in the language already
 */
export const updateCatalog = (
  language: string,
  existing: PoFile | undefined,
  used: UsedTexts,
  translations: Readonly<Record<string, string>> = {},
): PoFile => {
  const entryOf = new Map(existing?.entries.map((entry) => [entry.id, entry]))
  const current = [...used].map(([id, references]): PoEntry => {
    const entry = entryOf.get(id)
    const others = (entry?.flags ?? []).filter((flag) => flag !== placeholderFlag)
    return {
      id,
      text: entry?.text || (Object.hasOwn(translations, id) ? translations[id]! : ''),
      comments: entry?.comments ?? [],
      notes: entry?.notes ?? [],
      references,
      flags: placeholdersOf(id).length > 0 ? [...others, placeholderFlag] : others,
      isObsolete: false,
    }
  })
  const unused = (existing?.entries ?? authorsEntries(translations)).filter(
    ({ id }) => !used.has(id),
  )
  const isAuthors = ({ references, isObsolete }: PoEntry) => references.length === 0 && !isObsolete
  const obsolete = unused
    .filter((entry) => !isAuthors(entry) && entry.text !== '')
    .map((entry): PoEntry => ({ ...entry, references: [], isObsolete: true }))
  return {
    headers: existing?.headers ?? headersOf(language),
    comments: existing?.comments ?? [],
    entries: [
      ...current.toSorted(byId),
      ...unused.filter(isAuthors).toSorted(byId),
      ...obsolete.toSorted(byId),
    ],
  }
}

/** Texts that no contract has, such as those of the workbench. */
const authorsEntries = (translations: Readonly<Record<string, string>>): readonly PoEntry[] =>
  Object.entries(translations).map(([id, text]) => ({
    ...{ id, text, isObsolete: false },
    ...{ comments: [], notes: [], references: [], flags: [] },
  }))

/** What is to be done in a catalog, by the English texts. */
export interface CatalogReview {
  readonly missing: readonly string[]
  /** A translator or a tool has marked the translation as uncertain; it is not used. */
  readonly fuzzy: readonly string[]
  /** The translation has other placeholders than the text. */
  readonly placeholders: readonly string[]
  readonly obsolete: readonly string[]
}

export const reviewCatalog = ({ entries }: PoFile): CatalogReview => {
  const idsOf = (fits: (entry: PoEntry) => boolean) => entries.filter(fits).map(({ id }) => id)
  const current = (fits: (entry: PoEntry) => boolean) =>
    idsOf((entry) => !entry.isObsolete && fits(entry))
  return {
    missing: current(({ text }) => text === ''),
    fuzzy: current(({ text, flags }) => text !== '' && flags.includes('fuzzy')),
    placeholders: current(({ id, text }) => text !== '' && namesIn(id) !== namesIn(text)),
    obsolete: idsOf(({ isObsolete }) => isObsolete),
  }
}

const namesIn = (text: string): string => [...new Set(placeholdersOf(text))].toSorted().join()
