/**
 * Says in a few words what a query does, as the semantic conventions want the name of its span:
 * `SELECT employees`, `INSERT skills`.
 */
import { LRUCache } from 'lru-cache'
import type { SqlText } from '../foundation/execution/statement.js'

export interface QuerySummary {
  readonly text: string
  readonly operation: string | undefined
  readonly collection: string | undefined
}

/** A name of the model, quoted or not, with its schema. */
const name = /((?:"(?:[^"]|"")+"|[\w$]+)(?:\.(?:"(?:[^"]|"")+"|[\w$]+))?)/.source
/** The first that a statement contains says what it does: a write may read what it has written. */
const writes = [
  ['INSERT', new RegExp(`\\binsert into ${name}`, 'i')],
  ['UPDATE', new RegExp(`\\bupdate ${name}(?:\\s+as \\w+)?\\s+set\\b`, 'i')],
  ['DELETE', new RegExp(`\\bdelete from ${name}`, 'i')],
] as const
/**
 * A table after FROM or JOIN, also as the first of joins in parentheses; not a function or a
 * subquery.
 */
const source = new RegExp(`^[\\s(]*(?!select\\b)${name}(?!\\s*\\(|[\\w$"])`, 'i')
const isVersion = (table: string): boolean =>
  /\.(dataset|(tenant_|shared_)?dataset_change)$/.test(table)

/** Tables that a statement reads, the outermost first. */
const tablesOf = (text: string): readonly string[] => {
  const named = new Set([...text.matchAll(/(\w+) as (?:materialized )?\(/gi)].map(([, cte]) => cte))
  const found: { readonly table: string; readonly depth: number }[] = []
  let depth = 0
  for (const { 0: token, index } of text.matchAll(/[()]|\b(?:from|join)\b/gi)) {
    if (token === '(') depth++
    else if (token === ')') depth--
    else {
      const table = source.exec(text.slice(index + token.length))?.[1]?.replaceAll('"', '')
      if (table && !named.has(table) && !isVersion(table)) found.push({ table, depth })
    }
  }
  return found.sort((a, b) => a.depth - b.depth).map(({ table }) => table)
}

/** Texts are those of the contract; filters make many of them. */
const summaries = new LRUCache<string, QuerySummary>({ max: 1_000 })

const describe = (operation: string, collection: string | undefined): QuerySummary => ({
  text: collection === undefined ? operation : `${operation} ${collection}`,
  operation,
  collection,
})

const summarize = (text: string): QuerySummary => {
  for (const [operation, pattern] of writes) {
    const collection = pattern.exec(text)?.[1]?.replaceAll('"', '')
    if (collection) return describe(operation, collection)
  }
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY'
  return describe(verb === 'WITH' ? 'SELECT' : verb, tablesOf(text)[0])
}

const summaryOfText = (text: string): QuerySummary => {
  const found = summaries.get(text) ?? summarize(text)
  summaries.set(text, found)
  return found
}

/** Transaction control, and settings of a transaction. */
const isControl = (text: string): boolean =>
  /^\s*(begin|commit|rollback|savepoint|release|set|select set_config)\b/i.test(text)

/** What a query is sent for: its first write, otherwise the first one that is not control. */
export const summaryOf = (statements: readonly SqlText[]): QuerySummary => {
  const all = statements
    .filter(({ text }) => !isControl(text))
    .map(({ text }) => summaryOfText(text))
  const write = all.find(({ operation }) => operation !== 'SELECT')
  return write ?? all[0] ?? summaryOfText(statements.at(-1)?.text ?? '')
}
