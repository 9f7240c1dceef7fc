/** Values of columns as code of a contract sees them: parsed from the text of the database or of a request. */
import { parseStored } from '../../foundation/lossless.js'
import type { ColumnModel, EntityModel } from '../types/entity-model.js'
import { kinds } from './kinds.js'

/** A text that the database printed, as the value that is sent over the wire. */
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

/** The id of a record as JSON shows it, from its parameter text. */
export const wireIdOf = ({ primaryKey }: EntityModel, id: string): string | number =>
  sentValueOf(id, primaryKey) as string | number
