/** Where `X-Read-Token` is described: only where replicas may run reads. */
import type { JsonSchema } from '../../foundation/json/json-schema.js'
import { readConsistencyOf } from '../../foundation/settings/read-consistency.js'
import { readTokenHeader, readTokenPattern } from '../../wire/headers.js'
import type { Published } from '../schemas/published.js'
import { text } from '../schemas/schema-forms.js'

const schema: JsonSchema = { ...text, pattern: readTokenPattern }

const isRead = ({ operation: { writes, events } }: Published): boolean => !writes && !events

export const takesReadToken = (published: Published): boolean =>
  readConsistencyOf(published.settings) !== 'primary' && isRead(published)

export const readTokenParameter = {
  ...({ name: readTokenHeader, in: 'header', schema } as const),
  description: '`X-Read-Token` of an earlier response: this response is not older.',
}

/** Of a successful response. */
export const readTokenHeaders = (published: Published): Readonly<Record<string, JsonSchema>> => {
  const consistency = readConsistencyOf(published.settings)
  const isSent = isRead(published) ? consistency === 'token' : consistency !== 'primary'
  if (!isSent || published.operation.events) return {}
  const description = 'What this response has seen or written, for requests that must see it.'
  return { [readTokenHeader]: { schema, description } }
}
