/** Arranges the fields of wide tables in sections with titles, by the names of their columns. */
import { groupBy } from '../foundation/sequences/group-by.js'
import type { EntityPlan } from './application-plan.js'
import { sentence, snakeWords } from './names.js'
import type { ColumnPlan } from './plan-columns.js'

/** A table with fewer columns is read at a glance and has no sections. */
const leastColumns = 10
/** Number of columns that make a section. */
const leastTogether = 3

/** Words before a noun: columns that begin with one of them do not belong together. */
const modifier = /^(is|has|can|first|last|min|max|total|num|no|date|new|old|default)$/

const addressPart =
  /(^|_)(address(_?(line)?_?\d)?|street|house_(no|number)|city|town|region|province|state|county|country|(postal|zip)_?code|postcode|zip|latitude|longitude)$/

const stamp =
  /^((last|date)_)?(created|updated|modified|changed|inserted|deleted|archived)(_(at|on|by|date|time|user|id))*$|^(creation|modification|last_update|last_change)(_(date|time|user))?$|^(row|lock)_version$/

const identifier = /(^|_)(uuid|guid|(external|legacy|import|sync|source)_(id|key|ref))$/

const stamps = 'Created and updated'
const identifiers = 'Identifiers'

/** Sections at the end of a record, in their order. */
const technical: readonly string[] = [stamps, identifiers]

export interface Sections {
  /** Title of the section; undefined for what is most important, which has no title. */
  titleOf(column: ColumnPlan): string | undefined
  /** Place of the column's section. */
  rankOf(column: ColumnPlan): number
}

export const planSections = (entity: EntityPlan): Sections => {
  const titles =
    entity.columns.length < leastColumns ? new Map<ColumnPlan, string>() : titlesOf(entity)
  const order = [...new Set(titles.values())].filter((title) => !technical.includes(title))
  const ranks = [undefined, ...order, ...technical]
  return {
    titleOf: (column) => titles.get(column),
    rankOf: (column) => ranks.indexOf(titles.get(column)),
  }
}

const titlesOf = ({ columns, label, key }: EntityPlan): ReadonlyMap<ColumnPlan, string> => {
  const titles = new Map<ColumnPlan, string>()
  // The key names a record that has no label.
  const names = label ? [label] : key.columns
  const isFree = (column: ColumnPlan): boolean => !names.includes(column) && !titles.has(column)
  const add = (title: string, some: readonly ColumnPlan[]): void => {
    for (const column of some) titles.set(column, title)
  }
  const freeWith = (test: (column: ColumnPlan) => boolean) =>
    columns.filter((column) => isFree(column) && test(column))
  add(stamps, freeWith(isStamp))
  add(identifiers, freeWith(isIdentifier))
  for (const { prefix, members } of prefixesOf(freeWith(() => true))) {
    // The names of nearly all columns may begin with that of the table.
    if (members.length * 2 > columns.length) continue
    const isAddress = members.filter(isAddressPart).length * 2 > members.length
    add(sentence(isAddress ? `${prefix} address` : prefix), members)
  }
  const address = freeWith(isAddressPart)
  if (address.length >= leastTogether) add('Address', address)
  return titles
}

const words = ({ source }: ColumnPlan): string => snakeWords(source.name)
const isStamp = (column: ColumnPlan): boolean => stamp.test(words(column))
const isAddressPart = (column: ColumnPlan): boolean => addressPart.test(words(column))

/** A key that the database makes says nothing to people. */
const isIdentifier = (column: ColumnPlan): boolean =>
  (column.isKey && column.isGenerated) || identifier.test(words(column))

interface Prefix {
  /** The words with which all names begin, such as `ship to`. */
  readonly prefix: string
  readonly members: readonly ColumnPlan[]
}

const prefixesOf = (columns: readonly ColumnPlan[]): readonly Prefix[] => {
  const byWord = groupBy(columns, (column) => words(column).split('_')[0]!)
  return [...byWord].flatMap(([first, members]) =>
    members.length < leastTogether || modifier.test(first)
      ? []
      : [{ prefix: sharedWords(members.map((column) => words(column).split('_'))), members }],
  )
}

const sharedWords = (names: readonly (readonly string[])[]): string => {
  const [first = []] = names
  const end = first.findIndex((word, index) => names.some((name) => name[index] !== word))
  return first.slice(0, end < 0 ? undefined : end).join(' ')
}
