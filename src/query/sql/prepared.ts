/** Statements that the database plans once for each connection. */

import type { Statement } from '../../foundation/execution/statement.js'
import { memoize } from '../../foundation/functions/memoize.js'
import { digestOf } from '../../foundation/json/canonical-json.js'
import type { EntityModel } from '../../model/types/entity-model.js'

/**
 * Prepares a statement under a digest of its text, so that no two statements share a name;
 * PostgreSQL keeps 63 bytes.
 */
export const prepared = <Result>(statement: Statement<Result>): Statement<Result> => ({
  ...statement,
  name: `read ${digestOf(statement.text).slice(0, 32)}`,
})

type Prepare = <Result>(statement: Statement<Result>) => Statement<Result>

/**
 * Prepares statements whose texts depend on requests: those that come first, so that requests
 * cannot make the database keep any number of plans. Each connection keeps a plan of each, of about
 * 0.25 MB.
 */
export const preparingFirst = (max: number): Prepare => {
  const names = new Map<string, string>()
  return (statement) => {
    const { text } = statement
    const name = names.get(text)
    if (name !== undefined) return { ...statement, name }
    if (names.size >= max) return statement
    const named = prepared(statement)
    names.set(text, named.name!)
    return named
  }
}

/** Writes of one entity differ in their columns. */
const maxPreparedWrites = 32

/** Prepares writes of an entity. */
export const preparingWrites = memoize((_entity: EntityModel) => preparingFirst(maxPreparedWrites))
