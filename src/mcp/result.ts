/** Results of tools: bounded texts of JSON. */
import { stringify } from 'lossless-json'
import { AppError, problem } from '../foundation/errors/app-error.js'
import { isJsonObject, type JsonObject } from '../foundation/json/json-object.js'
import type { Translator } from '../foundation/text/messages.js'
import { ApiFailure } from './api.js'

/** Characters of a result, some 10 000 tokens: programs of agents cut or refuse longer ones. */
export const maxResultLength = 32_000

/** A result of a tool, as MCP has it. */
export interface ToolResult {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }]
  readonly isError?: true
}

const resultOf = (text: string): ToolResult => ({ content: [{ type: 'text', text }] })

const print = (value: unknown): string => stringify(value) ?? 'null'

/** How a result that is too long becomes shorter. */
export interface Bounds {
  /** The member with the rows, of which it has only the first. */
  readonly list?: string
  /** The members that it may lack, the least important first. */
  readonly omissible?: readonly string[]
}

/** @throws AppError LIMIT_EXCEEDED */
export const boundedResult = (value: JsonObject, { list, omissible }: Bounds): ToolResult => {
  const text = print(value)
  if (text.length <= maxResultLength) return resultOf(text)
  const rows = list === undefined ? undefined : value[list]
  const shorter = Array.isArray(rows)
    ? withFewerRows(value, list!, rows, text.length)
    : without(value, omissible ?? [])
  if (shorter !== undefined) return resultOf(shorter)
  throw new AppError(problem('mcpResultTooLarge', { size: text.length, limit: maxResultLength }))
}

/** Lacks as few of the members as possible. */
const without = (value: JsonObject, names: readonly string[]): string | undefined => {
  for (const [index] of names.entries()) {
    const omitted = names.slice(0, index + 1)
    const members = Object.entries(value).filter(([name]) => !omitted.includes(name))
    const text = print({ ...Object.fromEntries(members), truncated: omissionNote })
    if (text.length <= maxResultLength) return text
  }
  return undefined
}

const omissionNote = 'The record is too long for a result; read it with some of its fields.'

const withFewerRows = (
  value: JsonObject,
  list: string,
  rows: readonly unknown[],
  length: number,
): string | undefined => {
  const note = (count: number) =>
    `Only the first ${count} of ${rows.length} fit in a result; request fewer fields or smaller pages.`
  let excess = length - maxResultLength + note(rows.length).length + '"truncated":"",'.length
  let count = rows.length
  while (count > 0 && excess > 0) excess -= print(rows[--count]).length + 1
  if (count === 0) return undefined
  return print({ ...value, [list]: rows.slice(0, count), truncated: note(count) })
}

/** A problem of the API or of an argument becomes a result that the model can act on. */
export const failureResult = (error: unknown, texts: Translator): ToolResult => {
  if (error instanceof ApiFailure) return failed(error.status, error.message, itemsOf(error))
  if (!(error instanceof AppError)) throw error
  const items = error.problems.map((item) => ({ ...item, message: item.message.print(texts) }))
  return failed(error.status, error.text.print(texts), items)
}

const itemsOf = ({ failure }: ApiFailure) =>
  (failure?.errors ?? []).map(({ code, message, target, properties }) => ({
    ...{ code, message, target, properties },
  }))

const failed = (status: number, message: string, errors: readonly object[]): ToolResult => {
  const text = print({ error: { status, message, errors } })
  if (text.length <= maxResultLength) return { ...resultOf(text), isError: true }
  // The text stays JSON.
  return errors.length > 0
    ? failed(status, message, errors.slice(0, errors.length / 2))
    : failed(status, message.slice(0, message.length / 2), errors)
}

/** Members that say how to send further requests, which tools do themselves. */
const wireMembers: ReadonlySet<string> = new Set(['_links', 'datasetVersion'])

export const recordOf = (data: unknown): unknown =>
  isJsonObject(data)
    ? Object.fromEntries(Object.entries(data).filter(([name]) => !wireMembers.has(name)))
    : data
