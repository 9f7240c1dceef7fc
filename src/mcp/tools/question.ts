/** What the user of an agent decides on: the operation, what is sent and what would change. */
import { stringify } from 'lossless-json'
import { isJsonObject, type JsonObject } from '../../foundation/json/json-object.js'
import { visibleText } from '../../foundation/text/visible-text.js'
import type { WriteRequest } from './write-targets.js'

/** Longer values are cut, each by itself: a long one must not hide the others. */
const maxValueLength = 500

/**
 * An agent may have read instructions of others, so the question hides nothing: the record need not
 * have what is sent, members that are not sent may change, and a record that is deleted is shown.
 *
 * @param tried the result of the dry run: the changes, or the record as it is
 */
export const questionOf = (
  { command, entry, id, body }: WriteRequest,
  { changes, record }: JsonObject,
): string => {
  // A service of an earlier release does not publish `recordTitle`.
  const title = entry.recordTitle ?? entry.title
  const subject = id === undefined ? entry.title : `${title} ${visibleText(String(id))}`
  return [
    `${command.title} (${command.name}): ${subject}`,
    ...section('Sent', body, shown),
    ...section('Changes', changes, shownChange),
    ...section('Record', record, shown),
  ].join('\n')
}

const section = (
  title: string,
  members: unknown,
  print: (value: unknown) => string,
): readonly string[] => {
  const entries = isJsonObject(members) ? Object.entries(members) : []
  const lines = entries.map(([name, value]) => `- ${name}: ${print(value)}`)
  return lines.length === 0 ? [] : [`${title}:`, ...lines]
}

const shown = (value: unknown): string => {
  const text = visibleText(stringify(value) ?? 'null')
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text
}

const shownChange = (change: unknown): string => {
  const { before, after } = isJsonObject(change) ? change : {}
  return `${shown(before)} → ${shown(after)}`
}
