/** Values of columns as code of a contract sees them, parsed from database or request text. */
import { parseStored } from '../../foundation/lossless.js'
import type { ColumnModel, EntityModel } from '../types/entity-model.js'
import { kinds } from './kinds.js'

/** Parses a text that the database printed into the value of the wire format. */
export const storedValueOf = (text: string | null, column: ColumnModel): unknown =>
  text === null ? null : parseJson(kinds[column.kind].printer(column)(text), column)

/** The parameter text of a value that a request sent. */
export const sentValueOf = (text: string | null, column: ColumnModel): unknown => {
  const { ofParameter } = kinds[column.kind]
  return text !== null && ofParameter ? ofParameter(text) : storedValueOf(text, column)
}

/** A JSON column may hold numbers that JavaScript would round. */
const parseJson = (json: string, { kind }: ColumnModel): unknown =>
  kind === 'json' ? parseStored(json) : JSON.parse(json)

/** The JSON value of an id, from its parameter text. */
export const wireIdOf = ({ primaryKey }: EntityModel, id: string): string | number =>
  sentValueOf(id, primaryKey) as string | number
