/** What a difference means for those who use an API, and how it is told. */
import { parseDay } from '../foundation/zoned-time.js'
import type { JsonObject } from './compare-json.js'

export type ChangeKind = 'breaking' | 'additive' | 'other'

export interface Change {
  readonly kind: ChangeKind
  /** Where, for example `POST /api/x/filter request.body.salaryBetween`. */
  readonly where: string
  readonly message: string
}

/** A request is written by clients and read by the service, a response the other way round. */
export type Side = 'request' | 'response'

/** Clients break when the service takes less than before, or answers more than they can read. */
export const kindsByEffect = {
  removed: { request: 'breaking', response: 'breaking' },
  addedOptional: { request: 'additive', response: 'additive' },
  addedRequired: { request: 'breaking', response: 'additive' },
  becameRequired: { request: 'breaking', response: 'additive' },
  becameOptional: { request: 'additive', response: 'breaking' },
  narrowed: { request: 'breaking', response: 'additive' },
  widened: { request: 'additive', response: 'breaking' },
  /** Members that were not told before: readers pass over them, as over new ones. */
  opened: { request: 'additive', response: 'additive' },
  /** Neither set of values holds the other, or nobody can tell. */
  changed: { request: 'breaking', response: 'breaking' },
  noted: { request: 'other', response: 'other' },
} as const satisfies Readonly<Record<string, Readonly<Record<Side, ChangeKind>>>>

export type Effect = keyof typeof kindsByEffect

export interface Verdict {
  readonly effect: Effect
  readonly message: string
}

/** The day after which a deprecated thing may go, if that day is over. */
const pastSunset = (node: JsonObject, today: string | undefined): string | undefined => {
  const sunset = node['x-sunset']
  if (node['deprecated'] !== true || typeof sunset !== 'string') return undefined
  const last = parseDay(sunset)
  const now = parseDay(today ?? '')
  return last !== undefined && now !== undefined && last < now ? sunset : undefined
}

/** What is told when something goes: a removal that was announced breaks nobody's trust. */
export const removal = (noun: string, node: JsonObject, today: string | undefined): Verdict => {
  const sunset = pastSunset(node, today)
  if (sunset === undefined) return { effect: 'removed', message: `The ${noun} was removed.` }
  return { effect: 'noted', message: `The ${noun} was removed after its sunset on ${sunset}.` }
}

/** Only an announcement yet; the removal is the change. */
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

/** Breaking ones first, then by place. */
export const sortChanges = (changes: readonly Change[]): readonly Change[] =>
  changes.toSorted(
    (a, b) =>
      kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
      order(a.where, b.where) ||
      order(a.message, b.message),
  )

/** For people; each group in the order of the changes. */
export const formatChanges = (changes: readonly Change[]): string => {
  const groups = kinds.flatMap((kind) => {
    const lines = changes
      .filter((one) => one.kind === kind)
      .map(({ where, message }) => `  ${where}\n      ${message}`)
    return lines.length === 0 ? [] : [[`${titles[kind]} (${lines.length})`, ...lines].join('\n')]
  })
  return groups.join('\n\n') || 'No changes.'
}
