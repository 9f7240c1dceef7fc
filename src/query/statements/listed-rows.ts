/**
 * Rows as parameters: each column is one array, so that the text of a statement does not depend on
 * the number of rows.
 */
import { arrayText } from '../../model/kinds/array-text.js'
import { idTexts, partTypes } from '../../model/kinds/composite-id.js'
import type { SqlType } from '../../model/kinds/kind-definition.js'
import { castOf } from '../../model/kinds/kinds.js'
import type { ColumnModel } from '../../model/types/entity-model.js'
import { and, columnSql, type Sql, sql } from '../sql/sql.js'

/** A column of a table of parameters: `unnest($1::int8[])`. */
export interface Listed {
  readonly type: SqlType
  readonly texts: readonly (string | null)[]
}

/**
 * The type of a parameter, and the cast of its items. An array of arrays would be one array of two
 * dimensions, so arrays travel as texts.
 */
const listType = (type: SqlType): readonly [item: string, cast: string | undefined] => {
  if (type.kind === 'array') return ['text', type.databaseType]
  return [castOf(type) ?? type.databaseType ?? 'text', undefined]
}

/** `unnest($1::int8[], $2::text[]) with ordinality as v(c0, c1, place)`, and its columns. */
export const listedRows = (name: string, lists: readonly Listed[]) => {
  const arrays = lists.map(
    ({ type, texts }) => sql`${arrayText(texts)}::${sql.raw(`${listType(type)[0]}[]`)}`,
  )
  const names = lists.map((_, index) => sql.raw(`c${index}`))
  return {
    from: sql`unnest(${sql.join(arrays)}) with ordinality as ${sql.raw(name)}(${sql.join([...names, sql.raw('place')])})`,
    columns: lists.map(({ type }, index) => {
      const column = sql.raw(`${name}.c${index}`)
      const [, cast] = listType(type)
      return cast === undefined ? column : sql`${column}::${sql.raw(cast)}`
    }),
    place: sql.raw(`${name}.place`),
  }
}

/** One list for each part of a key. */
export const listsOf = (ids: readonly string[], key: SqlType): readonly Listed[] => {
  const texts = ids.map((id) => idTexts(key, id))
  return partTypes(key).map((type, part) => ({ type, texts: texts.map((each) => each[part]!) }))
}

export const equal = (left: readonly Sql[], right: readonly Sql[]): Sql =>
  and(left.map((each, index) => sql`${each} = ${right[index]!}`))

/** `c0, c1` of a key, whose parts are columns of their own. */
export const keyParts = (alias: string | undefined, key: ColumnModel): readonly Sql[] =>
  (key.parts ?? [key]).map((part) => columnSql(alias, part))
