/**
 * SQL as text with holes. A value in a hole becomes a parameter, a fragment becomes part of the
 * text. `sql.id` quotes identifiers. Only `sql.raw` inserts text unchanged: call it with constants
 * only, never with anything from a request.
 */
import type { SqlText, Statement } from '../../foundation/statement.js'

/** A piece of SQL with its parameters. */
export class Sql {
  constructor(
    /** One more text than holes. */
    readonly texts: readonly string[],
    readonly holes: readonly unknown[] = [],
  ) {}
}

/** `select $1::int8`, with the values in the order of their numbers. */
export const toSqlText = (fragment: Sql): SqlText => {
  const values: unknown[] = []
  let text = ''
  const write = ({ texts, holes }: Sql): void => {
    text += texts[0]!
    holes.forEach((hole, index) => {
      if (hole instanceof Sql) write(hole)
      else text += `$${values.push(hole)}`
      text += texts[index + 1]!
    })
  }
  write(fragment)
  return { text, values }
}

export const toStatement = <Result>(
  fragment: Sql,
  decode: Statement<Result>['decode'],
): Statement<Result> => ({ ...toSqlText(fragment), decode })

const raw = (text: string): Sql => new Sql([text])

/** `"t0"."full_name"`, each part quoted. */
const id = (...parts: readonly string[]): Sql =>
  raw(parts.map((part) => `"${part.replaceAll('"', '""')}"`).join('.'))

/**
 * A constant in the text, where a parameter is not possible: an ordinal in ORDER BY, for example.
 */
const lit = (value: string | number): Sql =>
  raw(typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`)

const comma = raw(', ')

const join = (items: readonly unknown[], separator: Sql = comma): Sql => {
  if (items.length === 0) return raw('')
  const holes = items.flatMap((item, index) => (index === 0 ? [item] : [separator, item]))
  return new Sql(['', ...holes.map(() => '')], holes)
}

const tag = (texts: TemplateStringsArray, ...holes: readonly unknown[]): Sql =>
  new Sql(texts, holes)

export const sql = Object.assign(tag, { raw, id, lit, join })
