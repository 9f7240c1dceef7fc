/** What a difference means for clients, and how changes are sorted and printed. */
import type { JsonObject } from './json.js'

export type ChangeKind = 'breaking' | 'additive' | 'other'

export interface Change {
  readonly kind: ChangeKind
  /** The place, for example `POST /api/x/filter request.body.salaryBetween`. */
  readonly where: string
  readonly message: string
}

/** Clients write requests and read responses, so that the same difference has opposite effects. */
export type Side = 'request' | 'response'

/** Clients break when the service accepts less than before, or returns what they cannot read. */
export const kindsByEffect = {
  removed: { request: 'breaking', response: 'breaking' },
  addedOptional: { request: 'additive', response: 'additive' },
  addedRequired: { request: 'breaking', response: 'additive' },
  becameRequired: { request: 'breaking', response: 'additive' },
  becameOptional: { request: 'additive', response: 'breaking' },
  narrowed: { request: 'breaking', response: 'additive' },
  widened: { request: 'additive', response: 'breaking' },
  /** Unnamed members are allowed: readers ignore them, as they ignore new members. */
  opened: { request: 'additive', response: 'additive' },
  /** Neither set of values contains the other, or they cannot be compared. */
  changed: { request: 'breaking', response: 'breaking' },
  noted: { request: 'other', response: 'other' },
} as const satisfies Readonly<Record<string, Readonly<Record<Side, ChangeKind>>>>

export type Effect = keyof typeof kindsByEffect

export interface Verdict {
  readonly effect: Effect
  readonly message: string
}

/** Returns true for `2027-01-31`. Texts of days have the order of the days. */
const isDay = (text: string): boolean => {
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.valueOf()) && instant.toISOString() === `${text}T00:00:00.000Z`
}

/** The sunset of a deprecated part, if that day is over. */
const pastSunset = (node: JsonObject, today: string | undefined): string | undefined => {
  const sunset = node['x-sunset']
  if (node['deprecated'] !== true || typeof sunset !== 'string') return undefined
  const isOver = today !== undefined && isDay(sunset) && isDay(today) && sunset < today
  return isOver ? sunset : undefined
}

/** The verdict on a removal: after its sunset, it was announced and is not breaking. */
export const removal = (noun: string, node: JsonObject, today: string | undefined): Verdict => {
  const sunset = pastSunset(node, today)
  if (sunset === undefined) return { effect: 'removed', message: `The ${noun} was removed.` }
  return { effect: 'noted', message: `The ${noun} was removed after its sunset on ${sunset}.` }
}

/** A deprecation is an announcement; only the removal breaks clients. */
export const deprecation = (before: JsonObject, after: JsonObject): readonly Verdict[] => {
  const was = before['deprecated'] === true
  const is = after['deprecated'] === true
  if (was === is) return []
  if (was) return [{ effect: 'noted', message: 'It is no longer deprecated.' }]
  const sunset = after['x-sunset']
  const until = typeof sunset === 'string' ? `; its sunset is on ${sunset}` : ''
  return [{ effect: 'noted', message: `It is deprecated${until}.` }]
}

const titles: Readonly<Record<ChangeKind, string>> = {
  breaking: 'Breaking',
  additive: 'Additive',
  other: 'Other',
}
const kinds = Object.keys(titles) as readonly ChangeKind[]

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Breaking changes first, then by place. */
export const sortChanges = (changes: readonly Change[]): readonly Change[] =>
  changes.toSorted(
    (a, b) =>
      kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
      order(a.where, b.where) ||
      order(a.message, b.message),
  )

/** Prints changes in groups; each group keeps their order. */
export const formatChanges = (changes: readonly Change[]): string => {
  const groups = kinds.flatMap((kind) => {
    const lines = changes
      .filter((change) => change.kind === kind)
      .map(({ where, message }) => `  ${where}\n      ${message}`)
    return lines.length === 0 ? [] : [[`${titles[kind]} (${lines.length})`, ...lines].join('\n')]
  })
  return groups.join('\n\n') || 'No changes.'
}

/** What a list of changes means at a glance. */
const summaryOf = (changes: readonly Change[]): string => {
  const counts = kinds.flatMap((kind) => {
    const count = changes.filter((change) => change.kind === kind).length
    return count === 0 ? [] : [`${count} ${titles[kind].toLowerCase()}`]
  })
  return counts.join(', ')
}

/** A cell of a table: no line ends, and nothing that would end the cell or begin markup. */
const cell = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\|<>*_`[\]]/g, (sign) => `\\${sign}`)

/** Comments of GitHub have at most 65 536 characters. */
const maxMarkdownLength = 60_000

/** Prints changes as Markdown for a pull request: a table for each kind, breaking changes open. */
export const formatMarkdown = (changes: readonly Change[]): string => {
  if (changes.length === 0) return '### API changes: none'
  const lines = [`### API changes: ${summaryOf(changes)}`]
  let { length } = lines[0]!
  let left = changes.length
  const add = (line: string): boolean => {
    length += line.length + 1
    if (length > maxMarkdownLength) return false
    lines.push(line)
    return true
  }
  for (const kind of kinds) {
    const ofKind = changes.filter((change) => change.kind === kind)
    if (ofKind.length === 0) continue
    const open = kind === 'breaking' ? ' open' : ''
    add('')
    add(`<details${open}><summary>${titles[kind]} (${ofKind.length})</summary>`)
    add('')
    add('| where | what |\n| --- | --- |')
    for (const { where, message } of ofKind) {
      if (!add(`| ${cell(where)} | ${cell(message)} |`)) break
      left--
    }
    lines.push('', '</details>')
  }
  if (left > 0) lines.push('', `${left} more changes are not listed.`)
  return lines.join('\n')
}
