/** Statements that the database plans once for each connection. */
import { digestOf } from '../../foundation/canonical-json.js'
import type { Statement } from '../../foundation/statement.js'

/**
 * Prepares a statement under a digest of its text, so that no two statements share a name;
 * PostgreSQL keeps 63 bytes.
 */
export const prepared = <Result>(statement: Statement<Result>): Statement<Result> => ({
  ...statement,
  name: `read ${digestOf(statement.text).slice(0, 32)}`,
})

/** Each connection of the database keeps a plan of each prepared statement, of about 0.25 MB. */
const maxShapes = 100
const namesOfShapes = new Map<string, string>()

/**
 * Prepares a statement whose text depends on the request. The texts that come first are prepared,
 * so that requests cannot make the database keep any number of plans.
 */
export const preparedShape = <Result>(statement: Statement<Result>): Statement<Result> => {
  const known = namesOfShapes.get(statement.text)
  if (known !== undefined) return { ...statement, name: known }
  if (namesOfShapes.size >= maxShapes) return statement
  const named = prepared(statement)
  namesOfShapes.set(named.text, named.name!)
  return named
}
